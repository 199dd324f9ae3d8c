import { useNavigate } from "react-router";
import { Blank } from "./Blank";

/** No page of the person's menu has this address. */
export function NotFound({ path }: { path: string }) {
  const navigate = useNavigate();
  return (
    <Blank
      title="打不开这个页面"
      action={{ text: "回到首页", onClick: () => void navigate("/index") }}
    >
      地址 {path} 不存在，或你的角色没有这个菜单。需要使用时，请联系管理员分配权限。
    </Blank>
  );
}
