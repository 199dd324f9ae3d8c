import { useRouteError } from "react-router";
import { messageOf } from "../../api/error";
import { Blank } from "./Blank";

/** The shell itself could not start. */
export default function LoadFailed() {
  const error = useRouteError();
  return (
    <Blank title="没有加载成功" action={{ text: "重新加载", onClick: () => location.reload() }}>
      {messageOf(error)}。请检查网络后重新加载；如果仍不成功，请联系管理员。
    </Blank>
  );
}
