import { useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { ChannelFunnel, OverdueBucket, ProductRank, TrendDay } from "@/api/types.gen";
import { fenToYuan } from "@/lib/money";
import { useShortcuts } from "@/lib/shortcuts";
import { Chart } from "@/widgets/chart/Chart";
import type { Series } from "@/widgets/chart/Drawing";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { Money } from "@/widgets/Money";

interface Props {
  qushi: readonly TrendDay[];
  yuqi: readonly OverdueBucket[];
  loudou: readonly ChannelFunnel[];
  paihang: readonly ProductRank[];
}

/** 图表: what was lent and paid back, what is late, where customers come from, what they take. */
export function HomeCharts({ qushi, yuqi, loudou, paihang }: Props) {
  if ([qushi, yuqi, loudou, paihang].every((list) => list.length === 0)) return null;
  return (
    <section className="home-group" aria-label="图表">
      <h2>图表</h2>
      <div className="home-charts">
        {qushi.length > 0 && <Trend days={qushi} />}
        {yuqi.length > 0 && <Late buckets={yuqi} />}
        {loudou.length > 0 && <Funnel channels={loudou} />}
        {paihang.length > 0 && <Products products={paihang} />}
      </div>
    </section>
  );
}

const yuan = (fen: number | string) => Number(fen) / 100;
const inYuan = (value: number) => `${fenToYuan(Math.round(value * 100))} 元`;
const inPieces = (value: number) => String(value);

/** The page of movements of money. */
const MOVEMENTS = "app/zijin/liushui";
const SPANS = [7, 30, 90];

const DAYS: LedgerColumn<TrendDay>[] = [
  { key: "day", label: "日期", cell: ({ riqi }) => riqi },
  { key: "out", label: "放款(元)", isNumber: true, cell: (day) => <Money fen={day.fangkuan} /> },
  { key: "in", label: "回款(元)", isNumber: true, cell: (day) => <Money fen={day.huankuan} /> },
];

function Trend({ days }: { days: readonly TrendDay[] }) {
  const [span, setSpan] = useState(30);
  const navigate = useNavigate();
  const page = useShortcuts((state) => state.list.find(({ component }) => component === MOVEMENTS));
  const shown = useMemo(() => days.slice(-span), [days, span]);
  const [names, series] = useMemo(
    (): [string[], Series[]] => [
      shown.map(({ riqi }) => riqi.slice(5)),
      [
        {
          name: "放款",
          kind: "line",
          tone: "brand",
          values: shown.map(({ fangkuan }) => yuan(fangkuan)),
        },
        {
          name: "回款",
          kind: "line",
          tone: "jade",
          isDashed: true,
          values: shown.map(({ huankuan }) => yuan(huankuan)),
        },
      ],
    ],
    [shown],
  );
  return (
    <Chart
      label="放款与回款（元）"
      names={names}
      series={series}
      inWords={inYuan}
      onPick={(at) => {
        const day = shown[at]?.riqi;
        if (day && page) void navigate(`${page.to}?createTimeBegin=${day}&createTimeEnd=${day}`);
      }}
      choice={
        <span role="group" aria-label="天数" className="home-spans">
          {SPANS.map((value) => (
            <button
              key={value}
              type="button"
              className="dt-link"
              aria-pressed={value === span}
              onClick={() => setSpan(value)}
            >
              {value} 天
            </button>
          ))}
        </span>
      }
      table={
        <Ledger
          label="放款与回款"
          rows={shown.toReversed()}
          rowKey={({ riqi }) => riqi}
          columns={DAYS}
        />
      }
    />
  );
}

/** The name of a line, which leads to the rows behind it: the same as a click on the chart. */
const named = ({ mingcheng, routerUrl }: { mingcheng: string; routerUrl: string | null }) =>
  routerUrl ? <Link to={routerUrl}>{mingcheng}</Link> : mingcheng;

function useWay(rows: readonly { routerUrl: string | null }[]) {
  const navigate = useNavigate();
  return (at: number) => {
    const to = rows[at]?.routerUrl;
    if (to) void navigate(to);
  };
}

const BUCKETS: LedgerColumn<OverdueBucket>[] = [
  { key: "days", label: "逾期", cell: named },
  { key: "count", label: "期数", isNumber: true, cell: ({ qishu }) => qishu },
  { key: "sum", label: "未还(元)", isNumber: true, cell: ({ jine }) => <Money fen={jine} /> },
];

function Late({ buckets }: { buckets: readonly OverdueBucket[] }) {
  const [names, series] = useMemo(
    (): [string[], Series[]] => [
      buckets.map(({ mingcheng }) => mingcheng.replace("逾期 ", "")),
      [
        {
          name: "逾期未还",
          kind: "bar",
          tone: "seal",
          values: buckets.map(({ jine }) => yuan(jine)),
        },
      ],
    ],
    [buckets],
  );
  return (
    <Chart
      label="逾期未还（元）"
      names={names}
      series={series}
      inWords={inYuan}
      onPick={useWay(buckets)}
      table={
        <Ledger label="逾期未还" rows={buckets} rowKey={({ jian }) => jian} columns={BUCKETS} />
      }
    />
  );
}

const STEPS = [
  ["liulanshu", "访问"],
  ["zhuceshu", "注册"],
  ["shenqingshu", "申请"],
  ["fangkuanshu", "放款"],
] as const;

const CHANNELS: LedgerColumn<ChannelFunnel>[] = [
  { key: "name", label: "渠道", cell: named },
  ...STEPS.map(([key, label]) => ({
    key,
    label,
    isNumber: true,
    cell: (channel: ChannelFunnel) => channel[key],
  })),
];

function Funnel({ channels }: { channels: readonly ChannelFunnel[] }) {
  const [names, series] = useMemo(
    (): [string[], Series[]] => [
      channels.map(({ mingcheng }) => mingcheng),
      STEPS.map(([key, name], step) => ({
        name,
        kind: "bar",
        tone: "brand",
        strength: 0.3 + step * 0.23,
        values: channels.map((channel) => channel[key]),
      })),
    ],
    [channels],
  );
  return (
    <Chart
      label="渠道转化"
      names={names}
      series={series}
      inWords={inPieces}
      onPick={useWay(channels)}
      table={
        <Ledger
          label="渠道转化"
          rows={channels}
          rowKey={({ qudaoId }) => qudaoId}
          columns={CHANNELS}
        />
      }
    />
  );
}

const PRODUCTS: LedgerColumn<ProductRank>[] = [
  { key: "name", label: "产品", cell: named },
  { key: "asked", label: "申请", isNumber: true, cell: ({ shenqingshu }) => shenqingshu },
  { key: "paid", label: "放款", isNumber: true, cell: ({ fangkuanshu }) => fangkuanshu },
];

function Products({ products }: { products: readonly ProductRank[] }) {
  const [names, series] = useMemo(
    (): [string[], Series[]] => [
      products.map(({ mingcheng }) => mingcheng),
      [
        {
          name: "申请",
          kind: "bar",
          tone: "brand",
          strength: 0.5,
          values: products.map(({ shenqingshu }) => shenqingshu),
        },
        {
          name: "放款",
          kind: "bar",
          tone: "brand",
          values: products.map(({ fangkuanshu }) => fangkuanshu),
        },
      ],
    ],
    [products],
  );
  return (
    <Chart
      label="产品"
      names={names}
      series={series}
      inWords={inPieces}
      onPick={useWay(products)}
      table={
        <Ledger
          label="产品"
          rows={products}
          rowKey={({ projectId }) => projectId}
          columns={PRODUCTS}
        />
      }
    />
  );
}
