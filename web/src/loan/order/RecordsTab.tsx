import { Pagination } from "antd";
import { useState, type ReactNode } from "react";
import { namedArrow } from "@/crud/table/namedArrow";
import { addFen, fenToYuan } from "@/lib/money";
import { DictTag } from "@/widgets/DictTag";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { Loaded } from "@/widgets/Loaded";
import { Money } from "@/widgets/Money";
import { Tag } from "@/widgets/Tag";
import { RECORDS_PER_PAGE, useRecords, useRecordSums } from "./orderQueries";
import type { AppDingdanXingqing, ListSums } from "@/api/types.gen";

/** 还款记录: what really moved, oldest pages last; what was taken back stays, struck through. */
export function RecordsTab({ id }: { id: number }) {
  const [current, setCurrent] = useState(1);
  const records = useRecords(id, current);
  const isMore = (records.data?.total ?? 0) > RECORDS_PER_PAGE;
  const whole = useRecordSums(id, isMore).data;
  return (
    <div className="order-pane">
      <Loaded query={records} rows={6}>
        {(page) => (
          <>
            <Ledger
              label="还款记录"
              columns={summed(page.records, isMore, whole)}
              rows={page.records}
              rowKey={(record) => record.id}
              isVoid={({ isChexiao }) => isChexiao}
              empty="还没有还款记录"
            />
            {page.total > RECORDS_PER_PAGE ? (
              <Pagination
                className="order-pages"
                align="end"
                current={current}
                pageSize={RECORDS_PER_PAGE}
                total={page.total}
                showSizeChanger={false}
                itemRender={namedArrow}
                onChange={setCurrent}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The columns over their sums: of the page, and where there are more pages, of all. */
function summed(
  rows: readonly AppDingdanXingqing[],
  isMore: boolean,
  whole: ListSums | undefined,
): LedgerColumn<AppDingdanXingqing>[] {
  if (rows.length === 0) return columns;
  const inForce = rows.filter(({ isChexiao }) => !isChexiao);
  const all = new Map(whole?.heji.map(({ ziduan, jine }) => [ziduan, jine]));
  const sum = (prop: "yingfujine" | "youhuijine" | "shifujine") => (
    <>
      <Money fen={addFen(...inForce.map((row) => row[prop]))} />
      {isMore ? <br /> : null}
      {isMore ? <Money fen={all.get(prop)} /> : null}
    </>
  );
  const feet: Record<string, ReactNode> = {
    miaoshu: isMore ? (
      <>
        本页合计（收支净额，不含已撤销）
        <br />
        全部合计
      </>
    ) : (
      "合计（收支净额，不含已撤销）"
    ),
    yingfu: sum("yingfujine"),
    youhui: sum("youhuijine"),
    shifu: sum("shifujine"),
  };
  return columns.map((column) => ({ ...column, foot: feet[column.key] }));
}

const columns: LedgerColumn<AppDingdanXingqing>[] = [
  {
    key: "miaoshu",
    label: "描述",
    cell: ({ miaoshu, isChexiao }) => (
      <>
        {miaoshu}
        {isChexiao ? <Tag type="danger">已撤销</Tag> : null}
      </>
    ),
  },
  {
    key: "fangshi",
    label: "支付方式",
    cell: ({ zhifufangshi }) =>
      zhifufangshi ? <DictTag dict="zhifu_fangshi" value={zhifufangshi} /> : "—",
  },
  {
    key: "yingfu",
    label: "应付(元)",
    isNumber: true,
    cell: ({ yingfujine }) => <Money fen={yingfujine} />,
  },
  {
    key: "youhui",
    label: "优惠(元)",
    isNumber: true,
    cell: ({ youhuijine }) => <Money fen={youhuijine} />,
  },
  {
    key: "shifu",
    label: "实付(元)",
    isNumber: true,
    cell: ({ shifujine }) => fenToYuan(shifujine),
  },
  {
    key: "yuqi",
    label: "逾期",
    cell: ({ isYuqi }) =>
      isYuqi ? <Tag type="danger">是</Tag> : <span className="muted">否</span>,
  },
  {
    key: "yinghuan",
    label: "应还时间",
    cell: ({ dangqianHuankuanTime }) => <Moment text={dangqianHuankuanTime} />,
  },
  {
    key: "huankuan",
    label: "实际还款时间",
    cell: ({ huankuanTime }) => <Moment text={huankuanTime} />,
  },
];

/** The day, and the time of day below it where there is room for one. */
function Moment({ text }: { text: string | null }) {
  if (!text) return "—";
  const [day, time] = text.split(" ");
  return (
    <span className="order-date">
      {day}
      {time && time !== "00:00:00" ? <small className="muted">{time}</small> : null}
    </span>
  );
}
