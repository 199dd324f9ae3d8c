import type { RowSelectionState } from "@tanstack/react-table";
import { useImperativeHandle, useState, type Ref } from "react";
import type { Row, TableColumn } from "@/crud/column";
import { defaultSettings } from "@/crud/table/columnSettings";
import { DataTable } from "@/crud/table/DataTable";
import { RowActions, type RowAction } from "@/crud/table/RowActions";
import { STATES } from "./data";
import type { Handle } from "./handle";

const actions: RowAction<Row>[] = ["详情", "审核", "放款"].map((label) => ({
  label,
  onClick: () => {},
}));

const columns: TableColumn[] = [
  { prop: "_selection", label: "选择", type: "selection", fixed: "left", isFixture: true },
  { prop: "bianhao", label: "订单号", type: "copy", isSort: true },
  { prop: "userShow", label: "客户", type: "link", href: ({ id }) => `#/user/${id}` },
  { prop: "phone", label: "手机号" },
  { prop: "projectShow", label: "产品" },
  { prop: "qudaoShow", label: "渠道" },
  { prop: "jiekuanJine", label: "借款金额(元)", type: "money", isSort: true },
  { prop: "huankuanJine", label: "应还总额(元)", type: "money" },
  { prop: "qishu", label: "期数", type: "number" },
  { prop: "state", label: "状态", type: "tag", options: STATES, isFilter: true },
  { prop: "isYuqi", label: "逾期", type: "switch", activeValue: true, inactiveValue: false },
  { prop: "genjinrenShow", label: "跟进人" },
  { prop: "beizhu", label: "备注", type: "longText" },
  { prop: "createTime", label: "创建时间", type: "timestamp", isSort: true },
  {
    prop: "_actions",
    label: "操作",
    fixed: "right",
    isFixture: true,
    width: 160,
    render: (row) => <RowActions row={row} actions={actions} />,
  },
];

const settings = defaultSettings(columns.filter(({ isFixture }) => !isFixture));
const ignore = () => {};

export function Ours({ rows, ref }: { rows: Row[]; ref: Ref<Handle> }) {
  const [selection, setSelection] = useState<RowSelectionState>({});
  useImperativeHandle(ref, () => ({
    select: (ids) => setSelection(Object.fromEntries(ids.map((id) => [id, true]))),
  }));
  return (
    <DataTable
      label="订单"
      resource="app/dingdan"
      columns={columns}
      rows={rows}
      settings={settings}
      onWidth={ignore}
      selection={selection}
      onSelection={setSelection}
      maxHeight={600}
    />
  );
}
