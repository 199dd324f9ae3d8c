import type { FenSum } from "@/lib/money";

/** A share in millionths, as it is read: two decimals are enough for a glance. */
export const percent = (ppm: FenSum): string => `${(Number(ppm) / 10_000).toFixed(2)}%`;
