import { RightOutlined } from "@ant-design/icons";
import { Button, Input, type InputRef } from "antd";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { toast } from "@/lib/feedback";
import type { Row, TableColumn } from "@/crud/column";
import { useStable } from "@/lib/useStable";
import {
  allIds,
  openRows,
  searchTree,
  siblingsOf,
  type Node,
  type Tree,
  type TreeRow,
} from "./tree";
import "./tree.css";
import { withSearch } from "./tableState";
import type { List } from "./useList";
import type { Source } from "./useTableData";

/** What is typed into the search of a tree, as it stands in the URL. */
const TEXT = "sousuo";
const NAMES = [TEXT];

export interface TreeHandle {
  isTree: boolean;
  names?: readonly string[];
  source?: Source<Row, readonly Row[]>;
  shape?: (rows: readonly Row[], list: List) => readonly Row[];
  columns: (columns: TableColumn[]) => TableColumn[];
  toolbar: (list: List) => ReactNode;
  /** The rows among which one may be moved; none when it is dropped among others. */
  siblings: (rows: readonly Row[], row: Row, before: Row | null) => readonly Row[] | null;
}

const FLAT: TreeHandle = {
  isTree: false,
  columns: (columns) => columns,
  toolbar: () => null,
  siblings: (rows) => rows,
};

/** What a list does differently when its rows hang under each other. */
export function useTree(tree: Tree<Row> | undefined): TreeHandle {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = useStable((id: number) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  });
  return useMemo(
    () => (tree ? treeHandle(tree, opened, setOpened, toggle) : FLAT),
    [tree, opened, toggle],
  );
}

function treeHandle(
  tree: Tree<Row>,
  opened: ReadonlySet<number>,
  setOpened: (opened: ReadonlySet<number>) => void,
  toggle: (id: number) => void,
): TreeHandle {
  return {
    isTree: true,
    names: NAMES,
    source: tree.source,
    shape: (rows, { search }) => {
      const text = (search[TEXT] ?? "").trim();
      const found = searchTree(rows as Node[], text, tree.searchBy);
      return openRows(found, text ? new Set(allIds(found)) : opened);
    },
    columns: (columns) => columns.map((column, index) => inTree(column, index === 0, toggle)),
    toolbar: ({ rows, state, setState }) => (
      <>
        <Button onClick={() => setOpened(new Set(allIds(rows as Node[])))}>全部展开</Button>
        <Button onClick={() => setOpened(new Set())}>全部收起</Button>
        <TreeSearch
          label={tree.searchLabel}
          hint={tree.searchHint}
          text={state.search[TEXT] ?? ""}
          onChange={(text) => setState(withSearch(state, text ? { [TEXT]: text } : {}))}
        />
      </>
    ),
    siblings: (rows, row, before) => {
      if (before && before[tree.parent] !== row[tree.parent]) {
        toast.warning("只能在同级之间调整顺序");
        return null;
      }
      return siblingsOf(rows as Node[], row[tree.parent]);
    },
  };
}

interface SearchProps {
  label: string | undefined;
  hint: string | undefined;
  /** As it stands in the URL, which follows what is typed a moment later. */
  text: string;
  onChange: (text: string) => void;
}

function TreeSearch({ label, hint, text, onChange }: SearchProps) {
  const field = useRef<InputRef>(null);
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    if (document.activeElement !== field.current?.input) setTyped(text);
  }, [text]);
  return (
    <Input
      ref={field}
      className="tree-search"
      allowClear
      aria-label={label}
      placeholder={hint}
      value={typed}
      onChange={({ target: { value } }) => {
        setTyped(value);
        onChange(value);
      }}
    />
  );
}

/** A tree has one order; its first column says how deep a row hangs. */
function inTree(column: TableColumn, isFirst: boolean, toggle: (id: number) => void): TableColumn {
  const plain = { ...column, isSort: false, isFilter: false };
  if (!isFirst) return plain;
  return {
    ...plain,
    render: (row) => (
      <TreeCell row={row as TreeRow} text={String(row[column.prop] ?? "")} onToggle={toggle} />
    ),
  };
}

const INDENT = 20;

interface CellProps {
  row: TreeRow;
  text: string;
  onToggle: (id: number) => void;
}

function TreeCell({ row, text, onToggle }: CellProps) {
  return (
    <span className="tree-name" style={{ paddingLeft: row.depth * INDENT }}>
      {row.hasChildren ? (
        <button
          type="button"
          className="icon-button tree-toggle"
          aria-label={`${row.isOpen ? "收起" : "展开"}${text}`}
          aria-expanded={row.isOpen}
          onClick={() => onToggle(row.id)}
        >
          <RightOutlined rotate={row.isOpen ? 90 : 0} />
        </button>
      ) : (
        <span className="tree-toggle" />
      )}
      {text}
    </span>
  );
}
