import { useRevalidator, useRouteError } from "react-router";
import { messageOf } from "@/api/error";
import { Blank } from "./Blank";

/** The shell itself could not start. */
export default function LoadFailed() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  return (
    <Blank title="没有加载成功" action={{ text: "重试", onClick: () => void revalidate() }}>
      {messageOf(error)}。请检查网络后重试；如果仍不成功，请联系管理员。
    </Blank>
  );
}
