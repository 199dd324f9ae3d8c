/** Lets the measurement select rows without the cost of an event. */
export interface Handle {
  select: (ids: number[]) => void;
}
