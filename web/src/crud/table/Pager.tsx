import { Input, Pagination, Select } from "antd";
import { type Ref, useState } from "react";
import { namedArrow } from "./namedArrow";
import { PAGE_SIZES } from "./tableState";

interface Props {
  ref?: Ref<HTMLDivElement>;
  current: number;
  size: number;
  total: number;
  isTotalExact: boolean;
  /** Nothing could be loaded: how many there are is not known. */
  isUnknown?: boolean;
  onPage: (current: number) => void;
  onSize: (size: number) => void;
}

const SIZES = PAGE_SIZES.map((size) => ({ value: size as number, label: `${size} 条/页` }));

/** Total, sizes, prev, pager, next, jumper: in this order. */
export function Pager(props: Props) {
  const { ref, current, size, total, isTotalExact, isUnknown = false, onPage, onSize } = props;
  const count = isTotalExact ? `共 ${total} 条` : `${total}+ 条`;
  return (
    <div className="pager" ref={ref} role="navigation" aria-label="分页">
      <span className="pager-total">{isUnknown ? "共 — 条" : count}</span>
      <Select
        className="pager-size"
        aria-label="每页条数"
        virtual={false}
        value={size}
        options={SIZES}
        onChange={onSize}
      />
      <Pagination
        current={current}
        pageSize={size}
        // The page that was asked for is the one that is marked, also when nobody knows of the rest.
        total={isUnknown ? Math.max(total, current * size) : total}
        showSizeChanger={false}
        itemRender={namedArrow}
        onChange={onPage}
      />
      <Jumper
        last={isTotalExact ? Math.max(1, Math.ceil(total / size)) : undefined}
        onPage={onPage}
      />
    </div>
  );
}

/** 前往 n 页, there with one page too; a number past the end leads to the last page. */
function Jumper({ last, onPage }: { last?: number; onPage: (current: number) => void }) {
  const [typed, setTyped] = useState("");
  const jump = () => {
    const page = Number.parseInt(typed, 10);
    setTyped("");
    if (page >= 1) onPage(last === undefined ? page : Math.min(page, last));
  };
  return (
    <span className="pager-jumper">
      前往
      <Input
        aria-label="前往页码"
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, "").slice(0, 7))}
        onPressEnter={jump}
        onBlur={jump}
      />
      页
    </span>
  );
}
