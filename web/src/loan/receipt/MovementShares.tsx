import { useQuery } from "@tanstack/react-query";
import { Popover, Skeleton } from "antd";
import { useState, type ReactNode } from "react";
import { call, quiet } from "@/api/client";
import { Ledger } from "@/widgets/Ledger";
import { Tag } from "@/widgets/Tag";
import type { Share } from "@/api/types.gen";
import { shareColumns } from "./shareColumns";
import "./receipt.css";

interface Props {
  /** The movement. */
  id: number;
  children: ReactNode;
}

/** The amount of a movement, which opens to what it went to. */
export function MovementShares({ id, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      title="还到哪里"
      content={<Shares id={id} />}
    >
      <button type="button" className="movement-amount" aria-expanded={isOpen} title="查看分配明细">
        {children}
      </button>
    </Popover>
  );
}

function Shares({ id }: Pick<Props, "id">) {
  const { data, error } = useQuery({
    queryKey: ["app/zijin/liushui", "fenpei", id],
    queryFn: ({ signal }) =>
      call("GET /app/zijin/liushui/fenpei/{id}", { id }, { ...quiet, signal }),
  });
  if (error) return <p className="movement-shares">没有加载成功：{error.message}</p>;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2, width: 320 }} />;
  return (
    <div className="movement-shares">
      <Ledger
        label="分配明细"
        columns={[...shareColumns(data), { key: "jieguo", label: "结果", cell: outcome }]}
        rows={data}
        rowKey={({ qi }) => qi}
        empty="升级之前的记录，没有分期明细"
      />
    </div>
  );
}

const outcome = ({ isWancheng }: Share) =>
  isWancheng ? <Tag type="success">还清</Tag> : <Tag type="warning">部分还款</Tag>;
