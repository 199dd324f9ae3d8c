import { Button } from "antd";
import { useState } from "react";
import { call } from "@/api/client";
import { RichText } from "@/widgets/RichText";
import { Part, State } from "./Part";

/** The editor, and what the server would keep of its text. */
export function Texts() {
  const [html, setHtml] = useState(
    "<p>可以插入表格、图片和 30M 以内的视频，也可以从 Word 粘贴。</p>",
  );
  const [kept, setKept] = useState<string | null>(null);

  async function clean() {
    try {
      const { neirong } = await call("POST /code/zujian/fuwenben", { neirong: html });
      setKept(neirong);
    } catch {
      // The call has said what is wrong.
    }
  }

  return (
    <Part title="富文本" about="字号 8 到 36 pt；服务器保存时清理，显示时再清理一次">
      <State name="编辑">
        <RichText value={html} onChange={setHtml} aria-label="正文" />
      </State>
      <State name="写出的内容">
        <textarea
          className="gallery-html"
          aria-label="写出的内容"
          rows={4}
          value={html}
          onChange={(event) => setHtml(event.target.value)}
        />
        <Button disabled={html === ""} onClick={() => void clean()}>
          看服务器保留什么
        </Button>
      </State>
      {kept === null ? null : (
        <State name="服务器保留的内容">
          <output className="gallery-given">{kept}</output>
        </State>
      )}
    </Part>
  );
}
