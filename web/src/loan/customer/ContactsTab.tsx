import { SearchOutlined } from "@ant-design/icons";
import { Button, Input, Pagination } from "antd";
import { useState, type ReactNode } from "react";
import { namedArrow } from "@/crud/table/namedArrow";
import type { RowOf } from "@/crud/column";
import { ImportDialog } from "@/crud/lazyDialogs";
import { metaOf } from "@/crud/metaOf";
import { useRefresh } from "@/crud/verb/useRefresh";
import { usePermitted } from "@/lib/session";
import { DictTag } from "@/widgets/DictTag";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { Loaded } from "@/widgets/Loaded";
import { MaskedValue } from "@/widgets/MaskedValue";
import { PER_PAGE, TOUCHED, useContacts, useMessages, type Customer } from "./customerQueries";

const CONTACTS = "app/user/tongxunlu";
const MESSAGES = "app/user/duanxin";

/** 通讯录: whom the customer's phone knew. Each look is written down. */
export function ContactsTab({ customer }: { customer: Customer }) {
  const [search, setSearch] = useState("");
  const [current, setCurrent] = useState(1);
  const contacts = useContacts(customer.id, search, current);
  return (
    <Pane
      path={CONTACTS}
      customer={customer}
      placeholder="请输入姓名/手机"
      onSearch={(text) => {
        setSearch(text);
        setCurrent(1);
      }}
    >
      <Loaded query={contacts} rows={6}>
        {({ records, total }) => (
          <>
            <Ledger
              label="通讯录"
              rows={records}
              rowKey={({ id }) => id}
              empty={search ? "没有找到" : "没有通讯录"}
              columns={contactColumns}
            />
            <Pages current={current} total={total} onChange={setCurrent} />
          </>
        )}
      </Loaded>
    </Pane>
  );
}

/** 短信: what the customer's phone received and sent. Each look is written down. */
export function MessagesTab({ customer }: { customer: Customer }) {
  const [search, setSearch] = useState("");
  const [current, setCurrent] = useState(1);
  const messages = useMessages(customer.id, search, current);
  return (
    <Pane
      path={MESSAGES}
      customer={customer}
      placeholder="请输入号码/内容"
      onSearch={(text) => {
        setSearch(text);
        setCurrent(1);
      }}
    >
      <Loaded query={messages} rows={6}>
        {({ records, total }) => (
          <>
            <Ledger
              label="短信"
              rows={records}
              rowKey={({ id }) => id}
              empty={search ? "没有找到" : "没有短信"}
              columns={messageColumns}
            />
            <Pages current={current} total={total} onChange={setCurrent} />
          </>
        )}
      </Loaded>
    </Pane>
  );
}

interface PaneProps {
  path: typeof CONTACTS | typeof MESSAGES;
  customer: Customer;
  placeholder: string;
  onSearch: (text: string) => void;
  children: ReactNode;
}

function Pane({ path, customer, placeholder, onSearch, children }: PaneProps) {
  const meta = metaOf(path);
  const mayImport = usePermitted([`${meta.perm}:import`]) && customer.isMy;
  const [isImporting, setImporting] = useState(false);
  const refresh = useRefresh();
  return (
    <div className="customer-pane">
      <div className="customer-bar">
        <Input.Search
          allowClear
          placeholder={placeholder}
          aria-label={placeholder}
          enterButton={<Button icon={<SearchOutlined />} aria-label="搜索" />}
          onSearch={(text) => onSearch(text.trim())}
        />
        {mayImport ? <Button onClick={() => setImporting(true)}>导入</Button> : null}
      </div>
      {children}
      {isImporting ? (
        <ImportDialog
          meta={meta}
          userId={customer.id}
          onClose={() => setImporting(false)}
          onImported={() => void refresh([...TOUCHED, path])}
        />
      ) : null}
    </div>
  );
}

interface PagesProps {
  current: number;
  total: number;
  onChange: (page: number) => void;
}

function Pages({ current, total, onChange }: PagesProps) {
  if (total <= PER_PAGE) return null;
  return (
    <Pagination
      className="customer-pages"
      align="end"
      current={current}
      pageSize={PER_PAGE}
      total={total}
      showSizeChanger={false}
      itemRender={namedArrow}
      onChange={onChange}
    />
  );
}

const contactColumns: LedgerColumn<RowOf<typeof CONTACTS>>[] = [
  {
    key: "name",
    label: "姓名",
    cell: ({ id, name }) => (
      <MaskedValue resource={CONTACTS} id={id} field="name" label="姓名" masked={name} />
    ),
  },
  {
    key: "phone",
    label: "手机号",
    cell: ({ id, phone }) => (
      <MaskedValue resource={CONTACTS} id={id} field="phone" label="手机号" masked={phone} />
    ),
  },
  { key: "place", label: "归属地", cell: ({ guishudi }) => guishudi ?? "—" },
  { key: "near", label: "紧急联系人", cell: ({ isJinji }) => (isJinji ? "是" : "—") },
  { key: "time", label: "同步时间", cell: ({ tongbuTime }) => tongbuTime ?? "—" },
];

const messageColumns: LedgerColumn<RowOf<typeof MESSAGES>>[] = [
  { key: "time", label: "时间", cell: ({ sendDate }) => sendDate },
  {
    key: "type",
    label: "收发",
    cell: ({ type }) => <DictTag dict="duanxin_type" value={type} />,
  },
  {
    key: "sender",
    label: "发送人",
    cell: ({ id, fasongren }) =>
      fasongren ? (
        <MaskedValue
          resource={MESSAGES}
          id={id}
          field="fasongren"
          label="发送人"
          masked={fasongren}
        />
      ) : (
        "—"
      ),
  },
  {
    key: "number",
    label: "号码",
    cell: ({ id, fasonghaoma }) => (
      <MaskedValue
        resource={MESSAGES}
        id={id}
        field="fasonghaoma"
        label="号码"
        masked={fasonghaoma}
      />
    ),
  },
  {
    key: "content",
    label: "内容",
    cell: ({ id, content }) => (
      <MaskedValue resource={MESSAGES} id={id} field="content" label="内容" masked={content} />
    ),
  },
];
