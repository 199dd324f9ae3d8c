import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { quiet } from "@/api/client";
import type { Rows } from "@/api/operations.gen";
import { resources } from "@/api/resources.gen";
import { useLinkTo } from "@/lib/linkTo";
import { usePermitted } from "@/lib/session";
import { useSettled } from "@/lib/useSettled";
import { findPage, findRow } from "./rows";
import { labelProp } from "./labelProp";

interface SharedProps {
  id?: string;
  /** Path of the resource that is chosen from. */
  resource: string;
  placeholder?: string;
  disabled?: boolean;
  /** Texts of values that are chosen already, as the record brought them. */
  known?: ReadonlyMap<number, string>;
}

interface OneProps extends SharedProps {
  value?: number | null;
  onChange?: (id: number | null) => void;
}

/** Chooses one row of another resource; the server searches once a person has stopped typing. */
export function RefSelect({ value, onChange, ...shared }: OneProps) {
  const { props, remember } = useChoices(shared, value ? [value] : NONE);
  return (
    <Select
      {...props}
      allowClear
      value={value ?? undefined}
      onChange={(id: number | undefined, option) => {
        remember(option);
        onChange?.(id ?? null);
      }}
    />
  );
}

interface ManyProps extends SharedProps {
  value?: readonly number[] | null;
  onChange?: (ids: number[]) => void;
}

export function RefsSelect({ value, onChange, ...shared }: ManyProps) {
  const { props, remember } = useChoices(shared, value ?? NONE);
  return (
    <Select
      {...props}
      allowClear
      mode="multiple"
      value={[...(value ?? [])]}
      onChange={(ids: number[], option) => {
        remember(option);
        onChange?.(ids);
      }}
    />
  );
}

interface Choice {
  value: number;
  label: string;
}

const NONE: readonly number[] = [];
const CHOICES = 50;
const TYPING_MS = 300;

function useChoices(shared: SharedProps, chosen: readonly number[]) {
  const { id, resource, placeholder = "请选择", disabled, known } = shared;
  const [search, setSearch] = useState("");
  const asked = useSettled(search.trim(), TYPING_MS);
  // What was chosen from a search is not among the first rows, which come back after it.
  const [picked, setPicked] = useState<ReadonlyMap<number, string>>(new Map());
  const label = labelProp(resources[resource]);
  const { data, isFetching } = useQuery({
    queryKey: ["choices", resource, asked],
    queryFn: ({ signal }) =>
      findPage(
        resource,
        {
          current: 1,
          size: CHOICES,
          ...(asked && label.search ? { [label.search]: asked } : {}),
        },
        { ...quiet, signal },
      ),
    enabled: resource !== "",
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
  const options: Choice[] = (data?.records ?? []).map((row) => ({
    value: row.id,
    label: String(row[label.show] ?? row.id),
  }));
  const listed = new Set(options.map(({ value }) => value));
  const elsewhere = chosen.filter((one) => !listed.has(one));
  const nameless = data ? elsewhere.filter((one) => !known?.has(one) && !picked.has(one)) : NONE;
  const names = useNames(resource, label.show, nameless);
  for (const one of elsewhere) {
    const name = known?.get(one) ?? picked.get(one) ?? names.get(one);
    // A row that is gone, or somebody else's, has only its number.
    options.push({ value: one, label: name ?? String(one) });
  }
  return {
    remember: (option: Choice | Choice[] | undefined) => {
      const added = [option ?? []].flat().map((one) => [one.value, one.label] as const);
      setPicked((before) => new Map([...before, ...added]));
    },
    props: {
      id,
      placeholder,
      disabled,
      options,
      loading: isFetching,
      ...(data && asked === "" ? { notFoundContent: <NoneYet resource={resource} /> } : {}),
      showSearch: {
        optionFilterProp: "label",
        ...(label.search ? { filterOption: false as const } : {}),
        onSearch: setSearch,
      },
    },
  };
}

const STALE_MS = 30_000;

/** There is nothing to choose from: the way to the first one. */
function NoneYet({ resource }: { resource: string }) {
  const linkTo = useLinkTo();
  const meta = resources[resource];
  const may = usePermitted([`${meta?.perm}:add`]);
  const to = may ? linkTo(resource as keyof Rows, { adding: 0 }) : undefined;
  return (
    <span>
      还没有{meta?.label ?? "数据"}
      {to ? (
        <>
          ，<a href={to}>去新增</a>
        </>
      ) : null}
    </span>
  );
}

/** What rows are called that no list brought: a chosen one beyond the first page. */
function useNames(
  resource: string,
  show: string,
  ids: readonly number[],
): ReadonlyMap<number, string> {
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["choice", resource, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => findRow(resource, id, { ...quiet, signal }),
      retry: false,
      staleTime: STALE_MS,
    })),
  });
  return new Map(
    found.flatMap(({ data }, at) => {
      const [id, name] = [ids[at], data?.[show]];
      return id !== undefined && typeof name === "string" ? [[id, name] as const] : [];
    }),
  );
}
