import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "@/api/client";
import type { OrderDetail, ReviewBasis as Basis } from "@/api/types.gen";
import { RowName } from "@/crud/detail/RowName";
import { dayOf } from "@/lib/day";
import { annualRate, fenToYuan } from "@/lib/money";
import { useOwn } from "@/lib/useOwn";
import { useSettled } from "@/lib/useSettled";
import { Fact, Facts } from "@/widgets/Facts";
import { DictTag } from "@/widgets/DictTag";
import { Loaded } from "@/widgets/Loaded";
import { MaskedValue } from "@/widgets/MaskedValue";
import { Money } from "@/widgets/Money";
import { AccountFacts } from "@/loan/accounts/AccountTab";
import { OrderLink } from "@/loan/order/OrderLink";
import { ordersKey } from "@/loan/order/orderQueries";
import { TrialSchedule } from "@/loan/trial/TrialSchedule";
import { Likeness } from "./Likeness";
import "./reviewBasis.css";

const WAIT_MS = 400;

/** What a review rests on, as if this much were approved; asked for once the person pauses. */
export function useBasis(id: number, pifuJine: number | null) {
  const amount = useSettled(pifuJine, WAIT_MS);
  const asked = useQuery({
    queryKey: [...ordersKey, id, "basis", amount],
    queryFn: ({ signal }) =>
      call(
        "GET /app/dingdan/shenheInit",
        { dingdanId: id, pifuJine: amount },
        { signal, silent: true },
      ),
    placeholderData: keepPreviousData,
  });
  return useOwn(asked);
}

interface Props {
  order: OrderDetail | undefined;
  basis: ReturnType<typeof useBasis>;
}

/** What a decision rests on: the person, what they did with earlier loans, and what this one means. */
export function ReviewBasis({ order, basis }: Props) {
  return (
    <Loaded query={basis} rows={10}>
      {(data) => (
        <>
          <Person basis={data} userId={order?.userId} />
          <History basis={data} />
          <Exposure basis={data} />
          {order?.shoukuanData ? (
            <Part title="收款账户">
              <AccountFacts account={order.shoukuanData} />
              <Likeness of={data.shoukuan} />
              <p className="verb-note">通过后按此账户放款，此后修改账户不影响本订单。</p>
            </Part>
          ) : null}
          <Origin basis={data} />
          <section className="basis-part">
            <h3>试算</h3>
            <TrialSchedule
              trial={data.shisuan}
              isLoading={basis.isPlaceholderData}
              hint="这笔借款算不出还款计划"
            />
          </section>
        </>
      )}
    </Loaded>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="basis-part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Person({ basis: { ren }, userId }: { basis: Basis; userId: number | undefined }) {
  return (
    <Part title="申请人">
      <Facts className="basis-facts">
        <Fact label="客户">
          <RowName resource="app/user" id={userId}>
            {ren.nickName}
          </RowName>
        </Fact>
        <Fact label="真实姓名">
          {ren.zhenshixingming ? (
            <MaskedValue
              resource="app/user"
              id={ren.userId}
              field="zhenshixingming"
              label="真实姓名"
              masked={ren.zhenshixingming}
            />
          ) : (
            "未登记"
          )}
        </Fact>
        <Fact label="实名状态">
          <DictTag dict="renzheng_state" value={ren.shimingState} />
        </Fact>
        <Fact label={ren.shimingState === "YIRENZHENG" ? "年龄" : "年龄（按收款账户证件号）"}>
          {ren.nianling === null ? "未知" : `${ren.nianling} 岁`}
        </Fact>
        <Fact label="同手机号的其他客户">
          <Alarm is={ren.tonghaoRenshu > 0}>{ren.tonghaoRenshu} 人</Alarm>
        </Fact>
        {ren.lianxirenShu === null ? null : <Fact label="通讯录">{ren.lianxirenShu} 人</Fact>}
        <Fact label="紧急联系人">{ren.isJinjiLianxiren ? "已登记" : "未登记"}</Fact>
        <Fact label="锁定">
          <Alarm is={ren.isSuoding}>{ren.isSuoding ? "已锁定" : "否"}</Alarm>
        </Fact>
      </Facts>
    </Part>
  );
}

function History({ basis: { lishi } }: { basis: Basis }) {
  return (
    <Part title="借款历史">
      {lishi.dingdanShu === 0 ? (
        <p className="verb-note">第一次申请，没有历史订单。</p>
      ) : (
        <Facts className="basis-facts">
          <Fact label="历史订单">{lishi.dingdanShu} 笔</Fact>
          <Fact label="已结清">{lishi.jieqingShu} 笔</Fact>
          <Fact label="按时还款">{lishi.anshiQishu} 期</Fact>
          <Fact label="逾期">
            <Alarm is={lishi.yuqiQishu > 0}>{lishi.yuqiQishu} 期</Alarm>
          </Fact>
          <Fact label="最长逾期">
            <Alarm is={lishi.zuichangYuqi > 0}>{lishi.zuichangYuqi} 天</Alarm>
          </Fact>
          {lishi.hexiaoShu > 0 ? (
            <Fact label="已核销">
              <Alarm is>{lishi.hexiaoShu} 笔</Alarm>
            </Fact>
          ) : null}
          <Fact label="曾被拒绝">
            <Alarm is={lishi.jujueShu > 0}>{lishi.jujueShu} 次</Alarm>
          </Fact>
        </Facts>
      )}
      {lishi.jujue.length > 0 ? (
        <ul className="basis-refusals">
          {lishi.jujue.map(({ bianhao, shenheTime, yuanyin }) => (
            <li key={bianhao}>
              {shenheTime ? dayOf(shenheTime) : null} <OrderLink bianhao={bianhao} />：
              {yuanyin ?? "未写原因"}
            </li>
          ))}
        </ul>
      ) : null}
    </Part>
  );
}

function Exposure({ basis: { changkou } }: { basis: Basis }) {
  return (
    <Part title="敞口">
      <Facts className="basis-facts">
        <Fact label="剩余本金（元）">
          <Money fen={changkou.zaidaiBenjin} />
        </Fact>
        <Fact label="本次借款（元）">
          <Money fen={changkou.benciJine} />
        </Fact>
        <Fact label="放款后合计（元）">
          <strong>{fenToYuan(changkou.zhihouBenjin)}</strong>
        </Fact>
        <Fact label="今日应收（元）">
          <Money fen={changkou.jinriYingshou} />
        </Fact>
        <Fact label="逾期金额（元）">
          <Alarm is={changkou.yuqiJine > 0}>
            <Money fen={changkou.yuqiJine} />
          </Alarm>
        </Fact>
        <Fact label="其他待办申请">
          {changkou.daibanBishu} 笔
          {changkou.daibanBishu > 0 ? ` ${fenToYuan(changkou.daibanJine)} 元` : ""}
        </Fact>
      </Facts>
    </Part>
  );
}

function Origin({ basis: { qudao, pingbi } }: { basis: Basis }) {
  return (
    <Part title="渠道与屏蔽">
      <Facts className="basis-facts">
        <Fact label="渠道">{qudao?.mingcheng ?? "无渠道"}</Fact>
        {qudao ? (
          <Fact label="渠道逾期率">
            {qudao.yuqilv === null
              ? "尚无在贷"
              : `${annualRate(qudao.yuqilv)}（${qudao.yuqiBishu}/${qudao.zaidaiBishu} 笔）`}
          </Fact>
        ) : null}
        <Fact label="屏蔽的产品分类">
          <Alarm is={pingbi.length > 0}>{pingbi.length > 0 ? pingbi.join("、") : "无"}</Alarm>
        </Fact>
      </Facts>
    </Part>
  );
}

/** Something a reviewer must not overlook. */
function Alarm({ is, children }: { is: boolean; children: ReactNode }) {
  return <span className={is ? "overdue" : undefined}>{children}</span>;
}
