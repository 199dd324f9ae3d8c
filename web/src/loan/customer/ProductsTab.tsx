import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { call, quiet } from "@/api/client";
import type { CustomerProduct } from "@/api/types.gen";
import { callOnce } from "@/crud/verb/callOnce";
import { useRefresh } from "@/crud/verb/useRefresh";
import { confirm, refusing } from "@/lib/feedback";
import { usePermitted } from "@/lib/session";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { Loaded } from "@/widgets/Loaded";
import { Tag } from "@/widgets/Tag";
import { TOUCHED, useProducts, type Customer } from "./customerQueries";

/** 产品: what this customer may borrow, and what is blocked for them. */
export function ProductsTab({ customer }: { customer: Customer }) {
  const products = useProducts(customer.id);
  const mayBlock = usePermitted(["app:project:fenlei:pingbi:add"]) && customer.isMy;
  const mayFree = usePermitted(["app:project:fenlei:pingbi:del"]) && customer.isMy;
  const refresh = useRefresh();
  const after = () => refresh([...TOUCHED, "app/project/fenlei/pingbi"]);

  async function free(ids: number, name: string) {
    if (!(await confirm({ content: `确认移除对“${name}”的屏蔽吗?`, okText: "移除" }))) return;
    await callOnce("DELETE /app/project/fenlei/pingbi/delByIds/{ids}", { ids });
    await after();
  }

  return (
    <div className="customer-pane">
      {mayBlock ? <Picker customer={customer} onDone={after} /> : null}
      <Loaded query={products} rows={5}>
        {(rows) => (
          <Ledger
            label="客户的产品"
            rows={rows}
            rowKey={({ projectFenleiId, projectName }) => `${projectFenleiId}-${projectName ?? ""}`}
            empty="没有产品"
            columns={columnsOf(mayFree ? free : undefined)}
          />
        )}
      </Loaded>
    </div>
  );
}

/** Choosing a product blocks its category, for the phone that is seen masked. */
function Picker({ customer, onDone }: { customer: Customer; onDone: () => Promise<void> }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const projects = useQuery({
    queryKey: ["choices", "app/project", "customer"],
    queryFn: ({ signal }) => call("GET /app/project/findAllByList", {}, { ...quiet, signal }),
  });

  async function add() {
    const project = projects.data?.find(({ id }) => id === chosen);
    if (!project) return;
    const together = projects.data?.filter(({ fenleiId }) => fenleiId === project.fenleiId) ?? [];
    const names = together.map(({ mingcheng }) => mingcheng).join("、");
    const content = `屏蔽按分类生效：${customer.nickName} 将不能申请“${project.fenleiShow}”下的全部产品（${names}），确认屏蔽吗?`;
    if (!(await confirm({ content, okText: "屏蔽" }))) return;
    await callOnce("POST /app/project/fenlei/pingbi/add", {
      projectFenleiId: project.fenleiId,
      userId: customer.id,
    });
    setChosen(null);
    await onDone();
  }

  return (
    <div className="customer-bar customer-pick">
      <Select<number | null>
        style={{ width: 320 }}
        aria-label="选择产品"
        placeholder="选择要屏蔽的产品"
        showSearch={{ optionFilterProp: "label" }}
        allowClear
        value={chosen}
        onChange={(id) => setChosen(id ?? null)}
        options={projects.data?.map(({ id, selectNameShow }) => ({
          value: id,
          label: selectNameShow,
        }))}
      />
      <Button
        type="primary"
        {...refusing(chosen === null ? "请先选择要屏蔽的产品" : undefined, () => {
          void add().catch(() => {});
        })}
      >
        新增
      </Button>
    </div>
  );
}

type Free = (id: number, name: string) => Promise<void>;

/** 移除 stands at what is blocked, for those who may free it. */
function columnsOf(free: Free | undefined): LedgerColumn<CustomerProduct>[] {
  return [
    {
      key: "category",
      label: "分类",
      cell: ({ projectFenleiName }) => projectFenleiName,
    },
    { key: "name", label: "产品", cell: ({ projectName }) => projectName ?? "—" },
    {
      key: "type",
      label: "状态",
      cell: ({ type }) => (type === "屏蔽" ? <Tag type="danger">屏蔽</Tag> : <span>{type}</span>),
    },
    {
      key: "act",
      label: "操作",
      cell: ({ pingbiId, projectFenleiName }) =>
        pingbiId && free ? (
          <button
            type="button"
            className="dt-link"
            onClick={() => void free(pingbiId, projectFenleiName).catch(() => {})}
          >
            移除
          </button>
        ) : null,
    },
  ];
}
