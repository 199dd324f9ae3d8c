import { Button } from "antd";
import { addFen, fenToYuan } from "@/lib/money";
import { useSession } from "@/lib/session";
import { Fact } from "@/widgets/Facts";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { Loaded } from "@/widgets/Loaded";
import { Money } from "@/widgets/Money";
import { billActions, type BillAction } from "./billActions";
import { ItemState } from "./ItemState";
import { PaidInPart } from "@/loan/receipt/PaidInPart";
import type { Bill, BillLine, OrderDetail } from "@/api/types.gen";
import { previewNote } from "./preview";
import { Sums } from "./Sums";
import type { Verb } from "@/loan/verbs/verb";
import { explained } from "@/loan/why/explained";
import { Why } from "@/loan/why/Why";

interface Props {
  order: OrderDetail;
  bill: { data: Bill | undefined; error: Error | null; refetch: () => unknown };
  onAct: (verb: Verb) => void;
}

/** 账单详情: what is owed instalment by instalment, and everything that can be done about it. */
export function BillTab({ order, bill, onAct }: Props) {
  const permissions = useSession((state) => state.permissions);
  return (
    <div className="order-pane">
      <Loaded query={bill} rows={8}>
        {(data) => {
          const offered = billActions(order, data, permissions);
          return (
            <>
              {data.isYulan ? (
                <p className="order-note">{previewNote(data.state)}</p>
              ) : (
                <div className="order-bar">
                  <Sums
                    sums={[
                      {
                        label: "应还总额",
                        fen: data.zonghuankuan,
                        wrap: explained(data.dingdanId, { xiang: "ZONGJI" }),
                      },
                      { label: "当前优惠", fen: data.youhuiDangqian },
                      { label: "累计优惠", fen: data.youhuiZongjine },
                    ]}
                  >
                    {data.yanqiCishu > 0 ? (
                      <Fact label="已展期" title={data.yanqiShijian ?? undefined}>
                        {data.yanqiCishu} 次
                      </Fact>
                    ) : null}
                  </Sums>
                  <BarActions offered={offered} onAct={onAct} />
                </div>
              )}
              {data.qianzhifei > 0 && !data.isYulan ? (
                <p className="order-note">
                  应还总额含前置费{" "}
                  <Why id={data.dingdanId} asked={{ xiang: "QIANZHIFEI" }}>
                    {fenToYuan(data.qianzhifei)}
                  </Why>{" "}
                  元，已在放款时收取，不在下面各期之内。
                </p>
              ) : null}
              <Ledger
                label="账单"
                columns={columnsOf(data, offered, onAct)}
                rows={data.huankuanJihuaList}
                rowKey={({ qi }) => qi}
              />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

interface ActionsProps {
  offered: ReadonlySet<BillAction>;
  onAct: (verb: Verb) => void;
}

/** Beside the steps of the strip, what belongs to the bill itself. */
function BarActions({ offered, onAct }: ActionsProps) {
  return (
    <div className="order-actions">
      {offered.has("youhui") ? <Button onClick={() => onAct("youhui")}>设置优惠</Button> : null}
      {offered.has("tiqian") ? (
        <Button type="link" onClick={() => onAct("tiqian")}>
          提前结清
        </Button>
      ) : null}
    </div>
  );
}

function columnsOf(
  { dingdanId: id, isYulan, huankuanJihuaList: items }: Bill,
  offered: ReadonlySet<BillAction>,
  onAct: (verb: Verb) => void,
): LedgerColumn<BillLine>[] {
  const sum = (key: "yinghuan" | "yuqiZongjine" | "zongyouhui") => (
    <Money fen={addFen(...items.map((item) => item[key]))} />
  );
  const canAct = offered.has("querenhuankuan") || offered.has("yanqi");
  return [
    { key: "qi", label: "期次", cell: ({ qiShow }) => qiShow, foot: "合计" },
    {
      key: "riqi",
      label: "应还日",
      cell: ({ riqi }) => <span className="order-date">{riqi}</span>,
      foot: `${items.length} 期`,
    },
    {
      key: "yinghuan",
      label: "应还(元)",
      isNumber: true,
      cell: ({ qi, yinghuan }) => (
        <Why id={id} asked={{ xiang: "QI", qi }}>
          {fenToYuan(yinghuan)}
        </Why>
      ),
      foot: sum("yinghuan"),
    },
    {
      key: "yuqi",
      label: "逾期费(元)",
      isNumber: true,
      cell: ({ qi, yuqiZongjine }) =>
        yuqiZongjine === 0 ? (
          <Money fen={0} />
        ) : (
          <Why id={id} asked={{ xiang: "QI", qi }} isSecond>
            {fenToYuan(yuqiZongjine)}
          </Why>
        ),
      foot: sum("yuqiZongjine"),
    },
    {
      key: "youhui",
      label: "优惠(元)",
      isNumber: true,
      cell: ({ zongyouhui }) => <Money fen={zongyouhui} />,
      foot: sum("zongyouhui"),
    },
    {
      key: "state",
      label: "状态",
      // What was never paid out is not in repayment, whatever its plan would say.
      cell: (item) =>
        isYulan ? (
          <span className="muted">预览</span>
        ) : (
          <>
            <ItemState item={item} />
            <PaidInPart item={item} />
          </>
        ),
    },
    ...(canAct
      ? [
          {
            key: "actions",
            label: "操作",
            cell: (item: BillLine) => <ItemActions item={item} offered={offered} onAct={onAct} />,
          },
        ]
      : []),
  ];
}

function ItemActions({ item, offered, onAct }: Omit<ActionsProps, "order"> & { item: BillLine }) {
  const canConfirm = item.isHuankuan && offered.has("querenhuankuan");
  // An overdue instalment is not extended, whatever the flag says.
  const canExtend = item.isYanqi && !item.isYuqi && offered.has("yanqi");
  return (
    <span className="row-actions">
      {canConfirm ? (
        <button type="button" className="dt-link" onClick={() => onAct("querenhuankuan")}>
          确认还款
        </button>
      ) : null}
      {canExtend ? (
        <button type="button" className="dt-link" onClick={() => onAct("yanqi")}>
          展期
        </button>
      ) : null}
    </span>
  );
}
