import { Extension, Node, type Editor } from "@tiptap/core";
import type { Command } from "@tiptap/pm/state";
import { goToNextCell, tableEditing } from "@tiptap/pm/tables";

/** What each node is to the library that edits tables. */
const ROLES: Readonly<Record<string, string>> = {
  table: "table",
  tableRow: "row",
  tableCell: "cell",
  tableHeader: "header_cell",
};

const span = (name: "colspan" | "rowspan") => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Number(element.getAttribute(name)) || 1,
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] },
});

/** The library asks for a width; we keep none. */
const cellAttributes = () => ({
  colspan: span("colspan"),
  rowspan: span("rowspan"),
  colwidth: { default: null, rendered: false },
});

const Table = Node.create({
  name: "table",
  content: "tableRow+",
  group: "block",
  isolating: true,
  parseHTML: () => [{ tag: "table" }],
  // The border travels with the text: who shows it elsewhere has no style sheet of ours.
  renderHTML: () => ["table", { border: "1" }, ["tbody", 0]],
});

const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)*",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

const TableCell = Node.create({
  name: "tableCell",
  content: "block+",
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: "td" }],
  renderHTML: ({ HTMLAttributes }) => ["td", HTMLAttributes, 0],
});

const TableHeader = Node.create({
  name: "tableHeader",
  content: "block+",
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: "th" }],
  renderHTML: ({ HTMLAttributes }) => ["th", HTMLAttributes, 0],
});

const TableEditing = Extension.create({
  name: "tableEditing",
  extendNodeSchema: ({ name }) => (ROLES[name] ? { tableRole: ROLES[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    return {
      Tab: () => run(this.editor, goToNextCell(1)),
      "Shift-Tab": () => run(this.editor, goToNextCell(-1)),
    };
  },
});

export const tables = [Table, TableRow, TableCell, TableHeader, TableEditing];

/** Does what the library of tables calls a command; says whether it could. */
export function run(editor: Editor, command: Command): boolean {
  return command(editor.state, editor.view.dispatch, editor.view);
}

const repeat = (count: number, node: object) => Array.from({ length: count }, () => node);

/** Puts an empty table where the cursor is. */
export function insertTable(editor: Editor, rows: number, columns: number): void {
  const cell = { type: "tableCell", content: [{ type: "paragraph" }] };
  const row = { type: "tableRow", content: repeat(columns, cell) };
  editor
    .chain()
    .focus()
    .insertContent({ type: "table", content: repeat(rows, row) })
    .run();
}
