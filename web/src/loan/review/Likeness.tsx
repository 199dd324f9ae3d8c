import type { AccountLikeness } from "@/api/types.gen";
import { Fact, Facts } from "@/widgets/Facts";
import "./reviewBasis.css";

/** Whether the money would go to the verified person: said when it would, too. */
export function Likeness({ of }: { of: AccountLikeness }) {
  return (
    <Facts className="basis-facts likeness">
      <Fact label="姓名与实名">
        <Agrees is={of.isXingmingYizhi} isVerified={of.isShiming} />
      </Fact>
      <Fact label="证件号与实名">
        <Agrees is={of.isZhengjianYizhi} isVerified={of.isShiming} />
      </Fact>
    </Facts>
  );
}

function Agrees({ is, isVerified }: { is: boolean | null; isVerified: boolean }) {
  if (is === null) return isVerified ? "账户未填，无法核对" : "未实名，无法核对";
  return is ? <span className="basis-good">一致</span> : <span className="overdue">不一致</span>;
}
