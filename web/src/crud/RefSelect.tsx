import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { call, quiet } from "../api/client";
import type { Page } from "../api/resources";
import { resources } from "../api/resources.gen";
import type { Row } from "./column";
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

/** Chooses one row of another resource; the server searches while a person types. */
export function RefSelect({ value, onChange, ...shared }: OneProps) {
  const { props } = useChoices(shared, value ? [value] : []);
  return (
    <Select
      {...props}
      allowClear
      value={value ?? undefined}
      onChange={(id: number | undefined) => onChange?.(id ?? null)}
    />
  );
}

interface ManyProps extends SharedProps {
  value?: readonly number[] | null;
  onChange?: (ids: number[]) => void;
}

export function RefsSelect({ value, onChange, ...shared }: ManyProps) {
  const { props } = useChoices(shared, value ?? []);
  return (
    <Select
      {...props}
      allowClear
      mode="multiple"
      value={[...(value ?? [])]}
      onChange={(ids: number[]) => onChange?.(ids)}
    />
  );
}

const CHOICES = 50;

function useChoices(shared: SharedProps, chosen: readonly number[]) {
  const { id, resource, placeholder = "请选择", disabled, known } = shared;
  const [search, setSearch] = useState("");
  const asked = useDeferredValue(search.trim());
  const label = labelProp(resources[resource]);
  const { data, isFetching } = useQuery({
    queryKey: ["choices", resource, asked],
    queryFn: ({ signal }) =>
      call<Page<Row>>("GET", `/api/${resource}/findAllByPage`, {
        ...quiet,
        signal,
        query: {
          current: 1,
          size: CHOICES,
          ...(asked && label.search ? { [label.search]: asked } : {}),
        },
      }),
    enabled: resource !== "",
    placeholderData: (previous) => previous,
    staleTime: 30_000,
  });
  const options = (data?.records ?? []).map((row) => ({
    value: row.id,
    label: String(row[label.show] ?? row.id),
  }));
  const listed = new Set(options.map(({ value }) => value));
  for (const one of chosen) {
    if (!listed.has(one)) options.push({ value: one, label: known?.get(one) ?? String(one) });
  }
  return {
    props: {
      id,
      placeholder,
      disabled,
      options,
      loading: isFetching,
      showSearch: {
        optionFilterProp: "label",
        ...(label.search ? { filterOption: false as const } : {}),
        onSearch: setSearch,
      },
    },
  };
}
