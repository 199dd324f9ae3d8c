import { useQuery } from "@tanstack/react-query";
import { TreeSelect } from "antd";
import { call } from "@/api/client";
import { parentChoices } from "./menuTree";

interface Props {
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
  /** The node being changed; it cannot hang under itself. */
  own: number | null;
}

/** Where a node hangs; what can be chosen is read when the form opens. */
export function ParentField({ own, ...props }: Props) {
  const tree = useQuery({
    queryKey: ["rows", "sys/menu", "parents"],
    queryFn: ({ signal }) => call("GET /sys/menu/findAllByTree", {}, { signal }),
    gcTime: 0,
  });
  const root = { value: 0, title: "顶级", children: parentChoices(tree.data ?? [], own) };
  return (
    <TreeSelect
      {...props}
      showSearch
      loading={tree.isLoading}
      treeNodeFilterProp="title"
      treeDefaultExpandedKeys={[0]}
      treeData={[root]}
    />
  );
}
