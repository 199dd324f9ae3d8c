import type { ResourceMeta } from "@/api/resources";
import type { RowOf } from "@/crud/column";
import { listColumns, type SearchField } from "@/crud/fromMeta";
import { metaOf } from "@/crud/metaOf";
import type { FenSum } from "@/lib/money";
import { struckMoney, struckText } from "@/loan/order/revoked";
import { MovementShares } from "@/loan/receipt/MovementShares";

export type Movement = RowOf<"app/dingdan/xingqing">;

/** The repayment records of all orders, read as one cash book: a receipt over several instalments
 * is one line. */
export const meta: ResourceMeta = {
  ...metaOf("app/dingdan/xingqing"),
  path: "app/zijin/liushui",
  label: "资金流水",
  perm: "app:zijin:liushui",
  actions: ["list", "export"],
};

/** What pays instalments says which. */
const SHARED: ReadonlySet<string> = new Set(["HUANKUAN", "BUFEN", "TIQIAN"]);

function amountCell(row: Movement) {
  const amount = struckMoney(row, row.liushuiJine ?? 0);
  return SHARED.has(row.type) ? <MovementShares id={row.id}>{amount}</MovementShares> : amount;
}

export const columns = listColumns<Movement>(
  meta,
  {
    bianhao: { width: 180 },
    userId: { width: 110 },
    type: { width: 110 },
    miaoshu: false,
    liushuiMiaoshu: {
      label: "描述",
      width: 210,
      render: (row) => struckText(row, row.liushuiMiaoshu),
    },
    liushuiJine: { label: "金额(元)", width: 130, align: "right", render: amountCell },
    // Those of its first record alone.
    yingfujine: false,
    youhuijine: false,
    shifujine: false,
    isYuqi: false,
    dangqianHuankuanTime: false,
    huankuanTime: { label: "到账时间" },
    caozuorenId: { width: 100 },
    createTime: { label: "记账时间" },
  },
  ["bianhao", "userId", "type", "liushuiMiaoshu", "liushuiJine"],
);

/** The last three narrow the rows only; the sums are of days, methods, operators and types. */
export const fields: readonly SearchField[] = [
  { prop: "createTime", label: "记账日期", kind: "dates" },
  { prop: "zhifufangshi", label: "支付方式", kind: "choice", dict: "zhifu_fangshi" },
  { prop: "type", label: "类型", kind: "choice", dict: "liushui_type" },
  { prop: "caozuorenId", label: "操作人", kind: "ref", ref: "sys/user" },
  { prop: "userId", label: "客户", kind: "ref", ref: "app/user" },
  { prop: "bianhao", label: "订单号", kind: "text" },
  { prop: "liushuihao", label: "流水号", kind: "text" },
];

export interface Sum {
  bishu: number;
  ruzhang: FenSum;
  chuzhang: FenSum;
  chongxiao: FenSum;
  jinge: FenSum;
}

export interface GroupKey {
  jian: string;
  mingcheng: string;
}

export interface Sums extends Sum {
  /** The journal's cash movement over the same days; none when more than the days is asked. */
  zhangmian?: FenSum | null;
  isYizhi?: boolean | null;
}

export const groupings = [
  { value: "RI", label: "按日" },
  { value: "FANGSHI", label: "按支付方式" },
  { value: "CAOZUOREN", label: "按操作人" },
] as const;

export type Grouping = (typeof groupings)[number]["value"];

export function readGrouping(text: string | null): Grouping | null {
  return groupings.find(({ value }) => value === text)?.value ?? null;
}

export type Search = Readonly<Record<string, string>>;

const SUMMED = new Set(["createTimeBegin", "createTimeEnd", "zhifufangshi", "caozuorenId", "type"]);

/** The part of a search that the sums follow. */
export function summedSearch(search: Search): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => SUMMED.has(name)));
}

/** True when the rows are narrowed by something the sums do not follow. */
export function isNarrower(search: Search): boolean {
  return Object.keys(search).some((name) => !SUMMED.has(name));
}

/** The search that shows the movements behind one line of a grouping; a day's name is the day. */
export function drillInto(search: Search, by: Grouping, group: GroupKey): Record<string, string> {
  const { jian, mingcheng } = group;
  if (by === "RI") return { ...search, createTimeBegin: mingcheng, createTimeEnd: mingcheng };
  return { ...search, [by === "FANGSHI" ? "zhifufangshi" : "caozuorenId"]: jian };
}
