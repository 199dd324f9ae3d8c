import type { ReactNode } from "react";
import type { Explained } from "@/loan/order/orderQueries";
import { Why } from "./Why";

/** Lets an amount of an order's bill say why it is this number. */
export function explained(id: number, asked: Explained, isSecond = false) {
  return function wrap(amount: ReactNode) {
    return (
      <Why id={id} asked={asked} isSecond={isSecond}>
        {amount}
      </Why>
    );
  };
}
