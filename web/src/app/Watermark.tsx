import { DAY, officeNow } from "@/lib/day";
import { useSession } from "@/lib/session";
import "./watermark.css";

const MARKS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** The name of whoever looks, over every page, where the office wants it. */
export function Watermark() {
  const { isShuiyin, nickName, loginName } = useSession((state) => state.user);
  if (!isShuiyin) return null;
  const text = `${nickName} ${loginName} ${officeNow().format(DAY)}`;
  const safe = text.replace(/[&<>]/g, (mark) => MARKS[mark] ?? "");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="340" height="200"><text x="20" y="150" transform="rotate(-22 20 150)" font-family="sans-serif" font-size="15" fill="#808080" fill-opacity="0.18">${safe}</text></svg>`;
  const backgroundImage = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  return <div className="watermark" aria-hidden style={{ backgroundImage }} />;
}
