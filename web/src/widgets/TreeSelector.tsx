import { Checkbox, Input, Tree } from "antd";
import { useMemo, useState, type Key } from "react";
import "./treeSelector.css";

export interface TreeNode {
  id: number;
  name: string;
  children?: TreeNode[] | null;
}

interface Props {
  id?: string;
  nodes: readonly TreeNode[];
  value?: readonly number[] | null;
  onChange?: (ids: number[]) => void;
  /** True: a parent and its children are ticked together. */
  isLinked?: boolean;
  width?: number | string;
  height?: number;
  "aria-label"?: string;
}

/** Ticks nodes of a tree. What is given back are exactly the ticked ids, half-ticked parents included when linked. */
export function TreeSelector(props: Props) {
  const { nodes, value, onChange, isLinked = true, width = 350, height = 250 } = props;
  const [search, setSearch] = useState("");
  const shown = useMemo(() => filterTree(nodes, search.trim()), [nodes, search]);
  const allIds = useMemo(() => idsOf(nodes), [nodes]);
  const [expanded, setExpanded] = useState<Key[] | null>(null);
  const chosen = value ?? [];
  // What is ticked may lie outside this tree: pages that this version does not have.
  const inTree = useMemo(() => new Set(allIds), [allIds]);
  const count = chosen.filter((id) => inTree.has(id)).length;
  const checked = isLinked ? leavesOnly(nodes, new Set(chosen)) : [...chosen];

  function check(keys: Key[], halfChecked: Key[]) {
    // Nodes the search hides keep their tick.
    const visible = new Set(idsOf(shown));
    const hidden = chosen.filter((id) => !visible.has(id));
    onChange?.([...new Set([...hidden, ...keys, ...halfChecked].map(Number))]);
  }

  return (
    <div className="tree-selector" id={props.id} style={{ width }}>
      <div className="tree-selector-head">
        <Input
          allowClear
          aria-label="搜索"
          placeholder="搜索"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Checkbox
          checked={count > 0 && count === allIds.length}
          indeterminate={count > 0 && count < allIds.length}
          onChange={(event) => onChange?.(event.target.checked ? allIds : [])}
        >
          全选
        </Checkbox>
      </div>
      <div className="tree-selector-body" style={{ height }} aria-label={props["aria-label"]}>
        <Tree
          checkable
          selectable={false}
          checkStrictly={!isLinked}
          treeData={toTreeData(shown)}
          checkedKeys={checked}
          expandedKeys={search ? idsOf(shown) : (expanded ?? nodes.map(({ id }) => id))}
          onExpand={setExpanded}
          onCheck={(keys, { halfCheckedKeys = [] }) =>
            Array.isArray(keys) ? check(keys, halfCheckedKeys) : check(keys.checked, [])
          }
        />
      </div>
    </div>
  );
}

interface TreeData {
  key: number;
  title: string;
  children: TreeData[];
}

function toTreeData(nodes: readonly TreeNode[]): TreeData[] {
  return nodes.map(({ id, name, children }) => ({
    key: id,
    title: name,
    children: toTreeData(children ?? []),
  }));
}

function idsOf(nodes: readonly TreeNode[]): number[] {
  return nodes.flatMap(({ id, children }) => [id, ...idsOf(children ?? [])]);
}

/** A linked tree computes its parents itself: it is told the leaves alone. */
function leavesOnly(nodes: readonly TreeNode[], chosen: ReadonlySet<number>): number[] {
  return nodes.flatMap(({ id, children }) =>
    children?.length ? leavesOnly(children, chosen) : chosen.has(id) ? [id] : [],
  );
}

/** Nodes whose name matches, with the way down to them. */
export function filterTree(nodes: readonly TreeNode[], search: string): TreeNode[] {
  if (search === "") return [...nodes];
  return nodes.flatMap((node) => {
    const children = filterTree(node.children ?? [], search);
    if (node.name.includes(search)) return [node];
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
