import { useQuery } from "@tanstack/react-query";
import { Button, Form, Skeleton } from "antd";
import { call } from "@/api/client";
import { TreeSelector } from "@/widgets/TreeSelector";

interface Props {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
}

/** The menu tree with its buttons; 父子联动 decides whether parents and children move together. */
export function MenuTreeField({ id, value, onChange }: Props) {
  const isLinked = Form.useWatch<boolean | undefined>("isLiandong") ?? true;
  const tree = useQuery({
    queryKey: ["menuTree"],
    queryFn: ({ signal }) => call("GET /sys/menu/findSelectByTree", { isAll: true }, { signal }),
  });
  if (tree.error)
    return <Button onClick={() => void tree.refetch()}>菜单没有加载成功，点击重试</Button>;
  if (!tree.data) return <Skeleton active />;
  return (
    <TreeSelector
      {...(id ? { id } : {})}
      {...(value ? { value } : {})}
      {...(onChange ? { onChange } : {})}
      nodes={tree.data}
      isLinked={isLinked}
      width="100%"
      aria-label="菜单权限"
    />
  );
}
