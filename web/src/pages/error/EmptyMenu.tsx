import { Blank } from "./Blank";

/** Signed in, but no menu has been assigned. */
export function EmptyMenu({ nickName }: { nickName: string }) {
  return (
    <Blank title="还没有可用的菜单">
      {nickName}
      ，你的账号已登录，但还没有分配任何菜单。请联系管理员在「角色管理」中为你的角色勾选菜单，分配后这里会自动出现。
    </Blank>
  );
}
