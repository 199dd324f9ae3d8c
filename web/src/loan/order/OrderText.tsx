import { OrderLink } from "./OrderLink";

/** The number of a loan's order, wherever it stands in a sentence. */
const NUMBER = /(?<![0-9A-Za-z])(D\d{15})(?!\d)/;

/** A sentence in which the numbers of orders lead to them. */
export function OrderText({ text }: { text: string }) {
  // What was split off by the group stands at every second place.
  return text.split(NUMBER).map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of a sentence have no other name
    at % 2 === 1 ? <OrderLink key={at} bianhao={part} /> : part,
  );
}
