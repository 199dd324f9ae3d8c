import { useCallback, useState } from "react";
import type { Row } from "@/crud/column";
import { searchFields, type ColumnOverrides } from "@/crud/fromMeta";
import { metaOf } from "@/crud/metaOf";
import { ResourcePage } from "@/crud/ResourcePage";
import type { RowAction } from "@/crud/table/RowActions";
import { LogDetail } from "./LogDetail";

const columns: ColumnOverrides<Row> = {
  createTime: { fixed: "left" },
  state: { width: 90 },
  didian: { isShow: false },
  method: { isShow: false, width: 96 },
  traceId: { isShow: false },
};

/** Whether it went well stands beside when it was. */
const firstColumns = ["createTime", "state", "mokuai", "type", "miaoshu"];

/** Nothing of the audit log is deleted: lines past their time leave the list. */
const removal = {
  verb: "归档",
  question: "确认要归档吗？",
  nameOf: ({ createTime, miaoshu }: Row) => `${String(createTime)} ${String(miaoshu)}`,
};

const search = searchFields(metaOf("sys/log"), ["loginName", "mokuai", "createTime"]);

/** 操作日志: who did what, with what was there before and after. */
export default function LogPage() {
  const [shown, setShown] = useState<Row | null>(null);
  const actions = useCallback(
    (): RowAction<Row>[] => [{ label: "详情", perm: "sys:log:query", onClick: setShown }],
    [],
  );
  return (
    <>
      <ResourcePage
        resource="sys/log"
        columns={columns}
        firstColumns={firstColumns}
        removal={removal}
        search={search}
        actions={actions}
        offers={OFFERS}
        onOpen={setShown}
      />
      {shown ? <LogDetail id={shown.id} onClose={() => setShown(null)} /> : null}
    </>
  );
}

/** The audit log is read, exported and archived; adding and changing are refused by the server. */
const OFFERS = ["list", "query", "export", "del"] as const;
