import { Button } from "antd";
import { download } from "@/api/client";
import { SafeHtml } from "@/widgets/SafeHtml";

export interface ImportAnswer {
  /** The server's own words; may contain HTML. */
  text: string;
  zongshu: number;
  chenggong: number;
  shibai: number;
  /** Whether rows were written; an all-or-nothing import with errors writes none. */
  isXieru?: boolean;
  cuowu: { hang: number; lie: string; yuanyin: string }[];
  shibaiUrl?: string | null;
}

/** What an import did, or would do, down to the cell. */
export function ImportReport({ report, isCheck }: { report: ImportAnswer; isCheck: boolean }) {
  const { text, zongshu, chenggong, shibai, cuowu, shibaiUrl } = report;
  // The server's words go on with a line for each fault: where the table has them, once is enough.
  const [summary = ""] = text.split("<br/>");
  const words = cuowu.length > 0 ? summary : text;
  return (
    <section className="import-report" aria-label="导入结果">
      {zongshu > 0 ? (
        <p role="status">
          共 {zongshu} 行，{isCheck ? "可导入" : "已导入"} {chenggong} 行，
          <span className={shibai > 0 ? "import-bad" : undefined}>有误 {shibai} 行</span>
        </p>
      ) : null}
      {words ? <SafeHtml className="import-text" html={words} /> : null}
      {cuowu.length > 0 ? (
        <div className="import-errors">
          <table>
            <thead>
              <tr>
                <th scope="col">行</th>
                <th scope="col">列</th>
                <th scope="col">原因</th>
              </tr>
            </thead>
            <tbody>
              {cuowu.map((error) => (
                <tr key={`${error.hang}:${error.lie}:${error.yuanyin}`}>
                  <td>{error.hang}</td>
                  <td>{error.lie}</td>
                  <td>{error.yuanyin}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {shibaiUrl ? (
        <Button
          type="link"
          size="small"
          onClick={() =>
            void download(shibaiUrl.replace(/^\/server/, ""), undefined, "失败的行.xlsx").catch(
              () => {},
            )
          }
        >
          下载失败的行
        </Button>
      ) : null}
    </section>
  );
}
