import { useMemo, useState } from "react";
import type { AppMinganJilu } from "@/api/types.gen";
import type { Row } from "@/crud/column";
import { searchFields, type ColumnOverrides, type SearchField } from "@/crud/fromMeta";
import { metaOf } from "@/crud/metaOf";
import { ResourcePage } from "@/crud/ResourcePage";
import { useSession } from "@/lib/session";
import { useOrderDialogs } from "@/loan/order/useOrderDialogs";
import { RecordDialog } from "./RecordDialog";
import { fieldName, permissionToOpen, resourceName, revealable, type Target } from "./revealLog";

type Reveal = Row & AppMinganJilu;

const ORDERS = "app/dingdan";
const firstColumns = [
  "createTime",
  "createBy",
  "leixing",
  "ziyuan",
  "mubiaoId",
  "ziduan",
  "yuanyin",
];

/** Who looked decides first; that column is no search field of the definition. */
const search: SearchField[] = [
  { prop: "createBy", label: "查看人", kind: "ref", ref: "sys/user" },
  ...searchFields(metaOf("app/mingan/jilu"), ["createTime"]).map((field): SearchField => {
    if (field.prop === "createTime") return { ...field, label: "查看时间" };
    return field.prop === "ziyuan" ? { ...field, kind: "pick", options: revealable } : field;
  }),
];

/** 敏感信息查看记录: who looked at or searched for whose personal data, and why. */
export default function RevealLogPage() {
  const [other, setOther] = useState<Target | null>(null);
  const { show, dialogs } = useOrderDialogs();
  const permissions = useSession((state) => state.permissions);
  const columns = useMemo(() => {
    const open = (target: Target) =>
      target.resource === ORDERS ? show(target.id) : setOther(target);
    return columnsFor(permissions, open);
  }, [permissions, show]);
  const fields = useMemo(
    () => search.filter(({ ref }) => !ref || permissions.has(`${metaOf(ref).perm}:list`)),
    [permissions],
  );
  return (
    <>
      <ResourcePage<Reveal>
        resource="app/mingan/jilu"
        columns={columns}
        firstColumns={firstColumns}
        search={fields}
      />
      {dialogs}
      {other ? <RecordDialog {...other} onClose={() => setOther(null)} /> : null}
    </>
  );
}

function columnsFor(
  permissions: ReadonlySet<string>,
  open: (target: Target) => void,
): ColumnOverrides<Reveal> {
  return {
    createTime: { label: "查看时间", fixed: "left" },
    createBy: { label: "查看人", width: 110 },
    ziyuan: { render: ({ ziyuan }) => resourceName(ziyuan) },
    ziduan: { width: 120, render: ({ ziyuan, ziduan }) => fieldName(ziyuan, ziduan) },
    leixing: { width: 80 },
    mubiaoId: {
      label: "记录",
      align: "left",
      width: 110,
      render: ({ ziyuan, mubiaoId }) => {
        // A search is for a number, not for a record.
        if (mubiaoId === 0) return <span className="dt-empty">—</span>;
        const needed = permissionToOpen(ziyuan);
        if (!needed || !permissions.has(needed)) return mubiaoId;
        return (
          <button
            type="button"
            className="dt-link"
            aria-label={`打开${resourceName(ziyuan)} ${mubiaoId}`}
            onClick={() => open({ resource: ziyuan, id: mubiaoId })}
          >
            {mubiaoId}
          </button>
        );
      },
    },
    yuanyin: { width: 280 },
  };
}
