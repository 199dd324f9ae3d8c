import { Dialog } from "@/lib/Dialog";
import "./keySheet.css";

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [["Ctrl", "K"], "查找页面、操作、客户、订单和产品"],
  [["/"], "到列表的查询框"],
  [["↑", "↓", "Home", "End"], "在列表的行之间移动；↓ 也从查询框到列表"],
  [["←", "→"], "在状态、工具栏或表头的按钮之间移动"],
  [["Enter"], "打开所在的行；在最后一个输入框中提交"],
  [["空格"], "勾选所在的行"],
  [["Alt", "↑ ↓"], "移动所在的行（可排序的列表）"],
  [["Ctrl", "Enter"], "保存正在填写的表单"],
  [["Esc"], "关闭对话框，取消勾选"],
  [["?"], "显示这张表"],
];

/** 快捷键: what can be done without the mouse. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="快捷键" width={480} onClose={onClose}>
      <table className="key-table">
        <tbody>
          {KEYS.map(([keys, does]) => (
            <tr key={does}>
              <th scope="row">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
