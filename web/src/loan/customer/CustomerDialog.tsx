import { Button } from "antd";
import { useState } from "react";
import { DetailDialog, type DetailTab } from "@/crud/detail/DetailDialog";
import type { Shown } from "@/crud/detail/useShown";
import { removeRows } from "@/crud/rows";
import { useRefresh } from "@/crud/verb/useRefresh";
import { confirmDelete } from "@/lib/feedback";
import { useSession } from "@/lib/session";
import { CopyDialog } from "@/loan/lazyDialogs";
import { CustomerWhy } from "@/loan/why/CustomerWhy";
import { Fact, Facts } from "@/widgets/Facts";
import { Money } from "@/widgets/Money";
import { Owed } from "@/widgets/Owed";
import { AccountsTab } from "./AccountsTab";
import { BasicTab } from "./BasicTab";
import { ContactsTab, MessagesTab } from "./ContactsTab";
import { CreditTab } from "./CreditTab";
import { CustomerForm } from "./CustomerForm";
import { TOUCHED, useBasic, useCustomer, useDue, type Customer } from "./customerQueries";
import "./customerDialog.css";
import { OrdersTab } from "./OrdersTab";
import { ProductsTab } from "./ProductsTab";
import { RealNameTab } from "./RealNameTab";
import { TimelineTab } from "./TimelineTab";

interface Props {
  id: number;
  shown: Pick<Shown, "tab" | "turn" | "close">;
  /** For the sentence in its place when its code does not come. */
  onClose: () => void;
}

/** One customer with everything about them. */
export function CustomerDialog({ id, shown }: Props) {
  const customer = useCustomer(id);
  const may = useSession((state) => state.permissions);
  return (
    <DetailDialog
      query={customer}
      shown={shown}
      label="客户详情"
      title={({ nickName, sexShow, phone }) => [nickName, sexShow, phone].filter(Boolean).join(" ")}
      isOld={false}
      hasNoFooter
      renderFacts={(data) => (
        <Head
          customer={data}
          mayBasic={may.has("app:user:jibenxinxi:query")}
          onGone={shown.close}
        />
      )}
      renderTabs={(data) => tabsOf(data, may)}
    />
  );
}

function tabsOf(customer: Customer, may: ReadonlySet<string>): DetailTab[] {
  const { id } = customer;
  const tabs: [string, string, string, React.ReactNode][] = [
    ["basic", "基础信息", "app:user:query", <BasicTab key="t" customer={customer} />],
    ["real", "实名信息", "app:user:renzheng:query", <RealNameTab key="t" customer={customer} />],
    ["bank", "银行信息", "app:user:shoukuan:list", <AccountsTab key="t" customer={customer} />],
    ["contacts", "通讯录", "app:user:tongxunlu:list", <ContactsTab key="t" customer={customer} />],
    ["sms", "短信", "app:user:duanxin:list", <MessagesTab key="t" customer={customer} />],
    ["credit", "信用", "app:user:query", <CreditTab key="t" customer={customer} />],
    ["products", "产品", "app:user:chanpin", <ProductsTab key="t" customer={customer} />],
    ["orders", "订单", "app:dingdan:list", <OrdersTab key="t" id={id} />],
    ["timeline", "时间线", "app:user:query", <TimelineTab key="t" id={id} />],
  ];
  return tabs.flatMap(([key, label, permission, children]) =>
    may.has(permission) ? [{ key, label, children }] : [],
  );
}

interface HeadProps {
  customer: Customer;
  mayBasic: boolean;
  onGone: () => void;
}

/** What decides: what has to come today, how much of it is late, and what comes after. */
function Head({ customer, mayBasic, onGone }: HeadProps) {
  const basic = useBasic(customer.id, mayBasic);
  const score =
    basic.data && "zhimaxinyongfen" in basic.data ? basic.data.zhimaxinyongfen : undefined;
  return (
    <div className="customer-head">
      <Facts className="customer-facts">
        <OwedToday customer={customer} />
        <Fact label="剩余本金（元）">
          <Money fen={customer.daihuanJine} />
        </Fact>
        <Fact label="订单">{customer.dingdanCount} 笔</Fact>
        {mayBasic ? <Fact label="芝麻信用分">{score ?? "—"}</Fact> : null}
        <Fact label="归属人">{customer.genjinrenShow ?? "未分配"}</Fact>
      </Facts>
      <Actions customer={customer} onGone={onGone} />
    </div>
  );
}

function OwedToday({ customer }: { customer: Customer }) {
  const { jinriYingshou, yuqiJine, yuqiCount } = customer;
  const next = useDue(customer.id).data;
  const isLate = yuqiCount > 0;
  return (
    <>
      <Fact label="今日应收（元）">
        <span className="customer-amount">
          <CustomerWhy id={customer.id} xiang="YINGSHOU">
            <Owed fen={jinriYingshou} isLate={isLate} />
          </CustomerWhy>
        </span>
      </Fact>
      <Fact label={isLate ? `逾期合计（元） ${yuqiCount} 笔` : "逾期合计（元）"}>
        <span className="customer-amount">
          {isLate ? (
            <CustomerWhy id={customer.id} xiang="YUQI">
              <Owed fen={yuqiJine} isLate />
            </CustomerWhy>
          ) : (
            <Owed fen={yuqiJine} isLate />
          )}
        </span>
      </Fact>
      <Fact label={next?.xiaqiRiqi ? `下期应还（元） ${next.xiaqiRiqi}` : "下期应还（元）"}>
        <Money fen={next?.xiaqiYinghuan} />
      </Fact>
    </>
  );
}

type Open = "edit" | "genjin" | "fufei" | "copy" | null;

/** 修改, 跟进, 付费 and 删除, for whoever looks after the customer; 副本 for who may give one. */
function Actions({ customer, onGone }: { customer: Customer; onGone: () => void }) {
  const permissions = useSession((state) => state.permissions);
  const [open, setOpen] = useState<Open>(null);
  const refresh = useRefresh();
  const mayOwn = (permission: string) => customer.isMy && permissions.has(permission);

  async function remove() {
    if (!(await confirmDelete("确认要删除吗?", customer.nickName))) return;
    await removeRows("app/user", [customer]);
    onGone();
    void refresh(TOUCHED);
  }

  return (
    <div className="customer-actions">
      {mayOwn("app:user:edit") ? <Button onClick={() => setOpen("edit")}>修改</Button> : null}
      {mayOwn("app:user:genjin:add") ? (
        <Button onClick={() => setOpen("genjin")}>跟进</Button>
      ) : null}
      {mayOwn("app:user:fufei:add") ? <Button onClick={() => setOpen("fufei")}>付费</Button> : null}
      {permissions.has("app:user:fuben") ? (
        <Button title="提供资料副本" onClick={() => setOpen("copy")}>
          副本
        </Button>
      ) : null}
      {mayOwn("app:user:del") ? (
        <Button onClick={() => void remove().catch(() => {})}>删除</Button>
      ) : null}
      {open === "copy" ? <CopyDialog customer={customer} onClose={() => setOpen(null)} /> : null}
      {open && open !== "copy" ? (
        <CustomerForm of={open} customer={customer} onClose={() => setOpen(null)} />
      ) : null}
    </div>
  );
}
