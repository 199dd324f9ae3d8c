import { fenToYuan } from "@/lib/money";
import { Money } from "./Money";

/** What somebody has to bring: red once it is late. */
export function Owed({ fen, isLate }: { fen: number | null; isLate: boolean }) {
  return fen !== null && fen > 0 && isLate ? (
    <span className="overdue">{fenToYuan(fen)}</span>
  ) : (
    <Money fen={fen} />
  );
}
