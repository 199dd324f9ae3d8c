import type { ReactNode } from "react";
import { useExplanation, type Explained } from "@/loan/order/orderQueries";
import { Steps } from "./Steps";
import { WhyFrame } from "./WhyFrame";

interface Props {
  id: number;
  asked: Explained;
  /** The value date the figure is of; today without one. */
  riqi?: string | null | undefined;
  /** The amount beside it tells the same: the pointer finds this one too, Tab does not stop. */
  isSecond?: boolean;
  children: ReactNode;
}

/** An amount of an order that can say why it is this number. */
export function Why({ id, asked, riqi, isSecond = false, children }: Props) {
  return (
    <WhyFrame isSecond={isSecond} steps={<OrderSteps id={id} asked={asked} riqi={riqi} />}>
      {children}
    </WhyFrame>
  );
}

function OrderSteps({ id, asked, riqi }: Pick<Props, "id" | "asked" | "riqi">) {
  return <Steps query={useExplanation(id, asked, riqi)} />;
}
