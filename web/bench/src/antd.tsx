import { Button, Space, Switch, Table, Tag, Typography, type TableColumnsType } from "antd";
import { useImperativeHandle, useState, type Key, type Ref } from "react";
import type { Row } from "@/crud/column";
import { fenToYuan } from "@/lib/money";
import { STATES } from "./data";
import type { Handle } from "./handle";

const text = (prop: string, title: string, width: number) => ({ title, dataIndex: prop, width });
const money = (fen: number) => fenToYuan(fen);

const columns: TableColumnsType<Row> = [
  {
    ...text("bianhao", "订单号", 170),
    sorter: true,
    render: (value: string) => <Typography.Text copyable>{value}</Typography.Text>,
  },
  {
    ...text("userShow", "客户", 160),
    render: (value: string, row) => <a href={`#/user/${row.id}`}>{value}</a>,
  },
  text("phone", "手机号", 130),
  text("projectShow", "产品", 130),
  text("qudaoShow", "渠道", 130),
  { ...text("jiekuanJine", "借款金额(元)", 120), align: "right", sorter: true, render: money },
  { ...text("huankuanJine", "应还总额(元)", 120), align: "right", render: money },
  { ...text("qishu", "期数", 100), align: "right" },
  {
    ...text("state", "状态", 100),
    filters: STATES.map(({ value, label }) => ({ value, text: label })),
    render: (value: string) => <Tag>{STATES.find((state) => state.value === value)?.label}</Tag>,
  },
  {
    ...text("isYuqi", "逾期", 84),
    render: (value: boolean) => <Switch size="small" checked={value} />,
  },
  text("genjinrenShow", "跟进人", 130),
  { ...text("beizhu", "备注", 220), ellipsis: true },
  { ...text("createTime", "创建时间", 172), sorter: true },
  {
    title: "操作",
    key: "actions",
    width: 160,
    fixed: "right",
    render: () => (
      <Space>
        {["详情", "审核", "放款"].map((label) => (
          <Button key={label} type="link" size="small">
            {label}
          </Button>
        ))}
      </Space>
    ),
  },
];

export function AntdTable({ rows, ref }: { rows: Row[]; ref: Ref<Handle> }) {
  const [keys, setKeys] = useState<Key[]>([]);
  useImperativeHandle(ref, () => ({ select: setKeys }));
  return (
    <Table<Row>
      rowKey="id"
      size="middle"
      columns={columns}
      dataSource={rows}
      pagination={false}
      scroll={{ x: 1900, y: 600 }}
      rowSelection={{ selectedRowKeys: keys, onChange: setKeys, fixed: true }}
    />
  );
}
