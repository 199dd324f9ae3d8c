import { Form } from "antd";
import { useLinkTo } from "@/lib/linkTo";
import "./project.css";

/** Keeping the fee back is the one choice on this form that the law has a sentence about. */
export function UpfrontFeeNote() {
  const way: unknown = Form.useWatch("qianzhifeiFangshi");
  if (way !== "KOUCHU") return "放款之外另行收取，客户收到全部本金";
  return (
    <span className="field-warning" role="status">
      《民法典》第六百七十条：借款的利息不得预先在本金中扣除。利息预先在本金中扣除的，应当按照实际借款数额返还借款并计算利息。须先在参数设置中开启“允许前置费从放款中扣除”。
    </span>
  );
}

export function OverdueBaseNote() {
  const base: unknown = Form.useWatch("yuqiJishu");
  const mode: unknown = Form.useWatch("huankuanMoshi");
  if (base !== "BENJIN") return "按当期应还总额（本金、利息和费用）计收";
  if (mode !== "XIANXIHOUBEN") return "只按当期本金计收";
  return (
    <span className="field-warning" role="status">
      先息后本的前几期没有本金，按本金计收时这些期逾期不产生逾期费。
    </span>
  );
}

/** A new office has no category yet: the way to one, which keeps what is typed here. */
export function CategoryNote() {
  const to = useLinkTo()("app/project/fenlei", { adding: 0 });
  return to ? <a href={to}>没有合适的分类？去新增，这里填的会留着</a> : null;
}
