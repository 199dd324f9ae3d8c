import { Blank } from "./Blank";

/** The menu names a view that this build does not hold. */
export function UnknownView({ component }: { component: string }) {
  return (
    <Blank title="页面组件不存在">
      菜单配置的组件「{component || "未填写"}」不在当前版本中。请在菜单管理中改选已有的组件。
    </Blank>
  );
}
