import { TreeSelect } from "antd";
import { parentChoices, type MenuNode } from "./menuTree";

interface Props {
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
  tree: readonly MenuNode[];
  /** The node being changed; it cannot hang under itself. */
  own: number | null;
}

export function ParentField({ tree, own, ...props }: Props) {
  const root = { value: 0, title: "顶级", children: parentChoices(tree, own) };
  return (
    <TreeSelect
      {...props}
      showSearch
      treeNodeFilterProp="title"
      treeDefaultExpandedKeys={[0]}
      treeData={[root]}
    />
  );
}
