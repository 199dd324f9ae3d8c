import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { call, quiet } from "@/api/client";
import { usePermitted } from "@/lib/session";

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (group: string | null) => void;
  disabled?: boolean;
}

/** The groups that have templates; without one the program's own are taken. */
export function TemplateGroupField({ value, onChange, ...props }: Props) {
  const canList = usePermitted(["code:tmpl:list"]);
  const templates = useQuery({
    queryKey: ["rows", "code/tmpl", "groups"],
    queryFn: ({ signal }) => call("GET /code/tmpl/findAllByList", {}, { ...quiet, signal }),
    enabled: canList,
    gcTime: 0,
  });
  const groups = new Set((templates.data ?? []).map(({ muban }) => muban));
  if (value) groups.add(value);
  return (
    <Select
      {...props}
      allowClear
      placeholder="内置模板"
      loading={templates.isLoading}
      value={value || null}
      options={[...groups].map((group) => ({ value: group, label: group }))}
      onChange={(group) => onChange?.(group ?? null)}
    />
  );
}
