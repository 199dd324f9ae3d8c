import { Pagination, Select } from "antd";
import type { Ref } from "react";
import { PAGE_SIZES } from "./tableState";

interface Props {
  ref?: Ref<HTMLDivElement>;
  current: number;
  size: number;
  total: number;
  isTotalExact: boolean;
  onPage: (current: number) => void;
  onSize: (size: number) => void;
}

const SIZES = PAGE_SIZES.map((size) => ({ value: size as number, label: `${size} 条/页` }));

/** Total, sizes, prev, pager, next, jumper: in this order. */
export function Pager({ ref, current, size, total, isTotalExact, onPage, onSize }: Props) {
  return (
    <div className="pager" ref={ref} role="navigation" aria-label="分页">
      <span className="pager-total">{isTotalExact ? `共 ${total} 条` : `${total}+ 条`}</span>
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
        total={total}
        showSizeChanger={false}
        showQuickJumper
        onChange={onPage}
      />
    </div>
  );
}
