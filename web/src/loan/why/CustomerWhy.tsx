import type { ReactNode } from "react";
import { useCustomerExplanation, type CustomerFigure } from "@/loan/customer/customerQueries";
import { Steps } from "./Steps";
import { WhyFrame } from "./WhyFrame";

export interface CustomerWhyProps {
  id: number;
  xiang: CustomerFigure;
  /** The amount beside it tells the same: the pointer finds this one too, Tab does not stop. */
  isSecond?: boolean;
  children: ReactNode;
}

/** An amount of a customer that can say which of their orders it comes from. */
export function CustomerWhy({ id, xiang, isSecond = false, children }: CustomerWhyProps) {
  return (
    <WhyFrame isSecond={isSecond} steps={<CustomerSteps id={id} xiang={xiang} />}>
      {children}
    </WhyFrame>
  );
}

function CustomerSteps({ id, xiang }: Pick<CustomerWhyProps, "id" | "xiang">) {
  return <Steps query={useCustomerExplanation(id, xiang)} />;
}
