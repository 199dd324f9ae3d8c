import { lazyPart } from "@/lib/lazyPart";
import type { CustomerWhyProps } from "./CustomerWhy";

const plain = ({ children }: CustomerWhyProps) => children;

/** An amount of a customer; until its explanation can be given, and where it cannot, the amount alone. */
export const CustomerWhy = lazyPart<CustomerWhyProps>(
  async () => (await import("./CustomerWhy")).CustomerWhy,
  { waiting: plain, failed: plain },
);
