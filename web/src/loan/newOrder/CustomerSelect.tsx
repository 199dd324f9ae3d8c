import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState, type KeyboardEvent } from "react";
import { call, quiet } from "@/api/client";
import { messageOf } from "@/api/error";
import type { AppUser } from "@/api/types.gen";
import { useOwn } from "@/lib/useOwn";
import { useSettled } from "@/lib/useSettled";
import { customerQuery, isNumber } from "./findCustomers";

/** Somebody who was just added, and is chosen without being looked for. */
export interface MadeCustomer {
  value: number;
  label: string;
}

interface Props {
  made?: MadeCustomer | null;
  id?: string;
  value?: number;
  onChange?: (id: number | undefined) => void;
}

const CHOICES = 20;
const TYPING_MS = 250;
/** The same number asked again within a minute is answered from memory. */
const KNOWN_MS = 60_000;

/**
 * Finds a customer by name while it is typed; by the whole phone number or its last four digits
 * when Enter says so: such searches are counted, and half a number is somebody else's four digits.
 */
export function CustomerSelect({ made, id, value, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const [entered, setEntered] = useState("");
  const settled = useSettled(typed, TYPING_MS);
  const isPhone = isNumber(typed);
  const named = isNumber(settled) ? "" : settled;
  const asked = customerQuery(isPhone ? entered : named);
  const [chosen, setChosen] = useState<{ value: number; label: string } | null>(null);
  const query = useQuery({
    queryKey: ["customers", asked],
    queryFn: ({ signal }) =>
      call(
        "GET /app/user/findAllByPage",
        { current: 1, size: CHOICES, ...asked },
        { ...quiet, signal },
      ),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: isPhone ? KNOWN_MS : 0,
  });
  const { data, isFetching, error } = useOwn(query);
  const found = asked ? (data?.records ?? []) : [];
  const options = found.map((user) => ({ value: user.id, label: labelOf(user) }));
  if (chosen && chosen.value === value && !options.some((one) => one.value === value))
    options.unshift(chosen);
  if (made && made.value === value && !options.some((one) => one.value === value))
    options.unshift(made);
  function type(text: string) {
    setTyped(text);
    if (text !== entered) setEntered("");
  }
  function onEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || !isPhone || entered === typed) return;
    // Not yet a choice among what is listed.
    event.preventDefault();
    event.stopPropagation();
    setEntered(typed);
  }
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ filterOption: false, onSearch: type }}
      onInputKeyDown={onEnter}
      placeholder="输入姓名、手机号或后四位"
      loading={isFetching}
      notFoundContent={error && asked ? messageOf(error) : hint(typed, asked !== null, isFetching)}
      value={value}
      options={options}
      onChange={(next: number | undefined) => {
        setChosen(options.find((one) => one.value === next) ?? null);
        onChange?.(next);
      }}
    />
  );
}

function labelOf({ nickName, phone, mendianShow }: AppUser): string {
  return [nickName, phone, mendianShow].filter(Boolean).join("　");
}

function hint(typed: string, isAsked: boolean, isFetching: boolean): string {
  if (typed.trim() === "") return "输入姓名、手机号或后四位";
  if (!isAsked && customerQuery(typed)) return "按回车查找";
  if (!isAsked) return "手机号请输入完整的 11 位或后四位，按回车查找";
  return isFetching ? "查找中…" : "没有找到客户";
}
