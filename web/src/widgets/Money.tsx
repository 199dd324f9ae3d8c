import { fenToYuan, type FenSum } from "@/lib/money";

/** An amount in yuan; zero steps back. */
export function Money({ fen }: { fen: FenSum | null | undefined }) {
  if (fen === null || fen === undefined) return <span className="muted">—</span>;
  return <span className={String(fen) === "0" ? "muted" : undefined}>{fenToYuan(fen)}</span>;
}
