import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { call, quiet } from "../../../../api/client";
import type { Page } from "../../../../api/resources";
import type { AppUser } from "../../../../api/types.gen";
import { useOwn } from "../../../../lib/useOwn";
import { useSettled } from "../../../../lib/useSettled";
import { customerQuery } from "./findCustomers";

interface Props {
  id?: string;
  value?: number;
  onChange?: (id: number | undefined) => void;
}

const CHOICES = 20;
const TYPING_MS = 250;

/** Finds a customer by name, by the whole phone number or by its last four digits. */
export function CustomerSelect({ id, value, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const asked = customerQuery(useSettled(typed, TYPING_MS));
  const [chosen, setChosen] = useState<{ value: number; label: string } | null>(null);
  const query = useQuery({
    queryKey: ["customers", asked],
    queryFn: ({ signal }) =>
      call<Page<AppUser>>("GET", "/api/app/user/findAllByPage", {
        ...quiet,
        signal,
        query: { current: 1, size: CHOICES, ...asked },
      }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, error } = useOwn(query);
  const found = asked ? (data?.records ?? []) : [];
  const options = found.map((user) => ({ value: user.id, label: labelOf(user) }));
  if (chosen && chosen.value === value && !options.some((one) => one.value === value))
    options.unshift(chosen);
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder="输入姓名、手机号或后四位"
      loading={isFetching}
      notFoundContent={error?.message ?? hint(typed, asked !== null, isFetching)}
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
  if (!isAsked) return "手机号请输入完整的 11 位或后四位";
  return isFetching ? "查找中…" : "没有找到客户";
}
