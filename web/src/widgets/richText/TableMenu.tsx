import { TableOutlined } from "@ant-design/icons";
import type { Editor } from "@tiptap/core";
import type { Command } from "@tiptap/pm/state";
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
  toggleHeaderRow,
} from "@tiptap/pm/tables";
import { Dropdown } from "antd";
import { insertTable, run } from "./tables";

const SIZE = 3;

const COMMANDS: readonly { label: string; command: Command }[] = [
  { label: "上方插入行", command: addRowBefore },
  { label: "下方插入行", command: addRowAfter },
  { label: "左侧插入列", command: addColumnBefore },
  { label: "右侧插入列", command: addColumnAfter },
  { label: "首行作表头", command: toggleHeaderRow },
  { label: "合并单元格", command: mergeCells },
  { label: "拆分单元格", command: splitCell },
  { label: "删除行", command: deleteRow },
  { label: "删除列", command: deleteColumn },
  { label: "删除表格", command: deleteTable },
];

/** Makes a table, or changes the one the cursor is in. */
export function TableMenu({ editor, isOn }: { editor: Editor; isOn: boolean }) {
  const insert = {
    key: "insert",
    label: `插入表格（${SIZE} 行 ${SIZE} 列）`,
    onClick: () => insertTable(editor, SIZE, SIZE),
  };
  const change = COMMANDS.map(({ label, command }) => ({
    key: label,
    label,
    disabled: !command(editor.state),
    onClick: () => {
      run(editor, command);
      editor.commands.focus();
    },
  }));
  return (
    <Dropdown menu={{ items: isOn ? change : [insert] }} trigger={["click"]}>
      <button
        type="button"
        className="rich-text-tool"
        aria-label="表格"
        title="表格"
        aria-pressed={isOn}
        onMouseDown={(event) => event.preventDefault()}
      >
        <TableOutlined />
      </button>
    </Dropdown>
  );
}
