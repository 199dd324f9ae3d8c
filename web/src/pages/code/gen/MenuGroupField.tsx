import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { call, quiet } from "@/api/client";

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  disabled?: boolean;
}

/** The directories of the menu: what is generated goes into one of them. */
export function MenuGroupField({ value, onChange, ...props }: Props) {
  const tree = useQuery({
    queryKey: ["rows", "sys/menu", "groups"],
    queryFn: ({ signal }) => call("GET /sys/menu/findAllByTree", {}, { ...quiet, signal }),
    gcTime: 0,
  });
  const groups = (tree.data ?? []).filter(({ type }) => type === "MULU");
  return (
    <Select
      {...props}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder="开发工具"
      loading={tree.isLoading}
      value={value ?? null}
      options={groups.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => onChange?.(id ?? null)}
    />
  );
}
