import { Button } from "antd";
import { useState } from "react";
import { CellViewer, ImportDialog } from "@/crud/lazyDialogs";
import { metaOf } from "@/crud/metaOf";
import type { Shown } from "@/crud/table/CellViewer";
import { Dialog } from "@/lib/Dialog";
import { confirm, confirmDelete, notice, toast, type DialogKind } from "@/lib/feedback";
import { Part, State } from "./Part";

const KINDS: readonly [DialogKind, string][] = [
  ["info", "信息提示"],
  ["success", "成功提示"],
  ["warning", "警告提示"],
  ["danger", "危险提示"],
];

const HTML =
  '<h2>预览</h2><p onclick="alert(1)">脚本和事件都不会执行。</p><script>alert(1)</script><table border="1"><tr><td>一</td><td>二</td></tr></table>';

/** What opens over the page: dialogs of both widths, questions, previews, the import. */
export function Dialogs() {
  const [isPlain, setPlain] = useState(false);
  const [isImport, setImport] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  return (
    <>
      <Part title="通用对话框" about="默认宽 500 像素；只看一段文字时宽 30%">
        <State name="打开">
          <Button onClick={() => setPlain(true)}>500 像素</Button>
          <Button onClick={() => setShown({ kind: "text", title: "备注", text: "一段文字" })}>
            30%
          </Button>
        </State>
        <State name="提示与确认">
          {KINDS.map(([kind, name]) => (
            <Button key={kind} onClick={() => void notice({ kind, content: `这是${name}` })}>
              {name}
            </Button>
          ))}
          <Button onClick={() => void confirm({ content: "确定更改状态?", title: "提示" })}>
            确认
          </Button>
          <Button onClick={() => void confirmDelete()}>删除确认</Button>
        </State>
        <State name="轻提示">
          <Button onClick={() => toast.info("信息")}>信息</Button>
          <Button onClick={() => toast.success("操作成功")}>成功</Button>
          <Button onClick={() => toast.warning("警告")}>警告</Button>
          <Button onClick={() => toast.error("错误")}>错误</Button>
        </State>
      </Part>
      <Part title="HTML 预览" about="在不能执行脚本的框架中显示">
        <State name="打开">
          <Button onClick={() => setShown({ kind: "html", title: "预览", html: HTML })}>
            预览 HTML
          </Button>
        </State>
      </Part>
      <Part title="导入对话框" about="宽 400 像素，一个 xls 或 xlsx 文件，先检查再导入">
        <State name="打开">
          <Button onClick={() => setImport(true)}>导入常见问题</Button>
        </State>
      </Part>
      {isPlain ? (
        <Dialog
          title="通用对话框"
          ok={{ text: "确定", onClick: () => setPlain(false) }}
          onClose={() => setPlain(false)}
        >
          对话框的内容
        </Dialog>
      ) : null}
      {isImport ? (
        <ImportDialog
          meta={metaOf("app/qa")}
          onClose={() => setImport(false)}
          onImported={() => {}}
        />
      ) : null}
      {shown ? <CellViewer shown={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}
