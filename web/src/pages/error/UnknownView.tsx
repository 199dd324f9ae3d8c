import { useNavigate } from "react-router";
import { usePermitted } from "@/lib/session";
import { Blank } from "./Blank";

/** The menu names a view that this build does not hold. */
export function UnknownView({ component }: { component: string }) {
  const navigate = useNavigate();
  const canMend = usePermitted(["sys:menu:edit"]);
  return (
    <Blank
      title="此功能尚未开放"
      action={{ text: "回到首页", onClick: () => void navigate("/index") }}
    >
      {canMend
        ? `菜单配置的组件「${component || "未填写"}」不在当前版本中，可在菜单管理中改选已有的组件。`
        : "当前版本还没有这个页面，需要时请联系管理员。"}
    </Blank>
  );
}
