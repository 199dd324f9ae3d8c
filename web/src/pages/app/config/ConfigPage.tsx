import { Tabs } from "antd";
import { NoPermission } from "@/crud/table/TableNotice";
import { useDict } from "@/lib/dict";
import { usePermitted } from "@/lib/session";
import { useTabSearch } from "@/lib/tabScope";
import "@/crud/table/resourceTable.css";
import { ConfigForm } from "./ConfigForm";

/** 参数设置: one tab and one form per group; the open group is in the URL. */
export default function ConfigPage() {
  const groups = useDict("config_type");
  const [params, setParams] = useTabSearch();
  const canQuery = usePermitted(["app:config:query"]);
  if (!canQuery) return <NoPermission label="参数" permission="app:config:query" />;
  const active = params.get("type") ?? groups[0]?.dictValue ?? "";
  return (
    <Tabs
      activeKey={active}
      onChange={(type) => {
        const next = new URLSearchParams(params);
        next.set("type", type);
        setParams(next);
      }}
      items={groups.map(({ dictValue, dictLabel }) => ({
        key: dictValue,
        label: dictLabel,
        children: <ConfigForm type={dictValue} />,
      }))}
    />
  );
}
