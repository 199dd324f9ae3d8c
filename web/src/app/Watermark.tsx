import { DAY, officeNow } from "@/lib/day";
import { useSession } from "@/lib/session";
import "./watermark.css";

const MARKS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** What no picture may hold: with one of them nothing would be drawn at all. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const UNDRAWN = /[\p{C}\p{Z}\uFFFE\uFFFF]+/gu;

/** The name of whoever looks, over every page, where the office wants it. */
export function Watermark() {
  const { isShuiyin, nickName, loginName } = useSession((state) => state.user);
  if (!isShuiyin) return null;
  // A person names themselves: what tells them apart comes first.
  const text = `${loginName} ${officeNow().format(DAY)} ${nickName}`.replace(UNDRAWN, " ");
  const safe = text.replace(/[&<>]/g, (mark) => MARKS[mark] ?? "");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="340" height="200"><text x="20" y="150" transform="rotate(-22 20 150)" font-family="sans-serif" font-size="15" fill="#808080" fill-opacity="0.18">${safe}</text></svg>`;
  const backgroundImage = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  return <div className="watermark" aria-hidden style={{ backgroundImage }} />;
}
