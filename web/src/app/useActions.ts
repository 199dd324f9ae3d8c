import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { Rows } from "@/api/operations.gen";
import { resources } from "@/api/resources.gen";
import { matchAt } from "@/lib/matches";
import { useSession } from "@/lib/session";
import { setAppearance, useAppearance } from "@/lib/size";
import { showKeys } from "./KeyboardHelp";
import { useMenu } from "./menu";
import { lockScreen } from "./screenLock";
import { askToLeave } from "./signOut";

/** What is added every day, by its form wherever one is. */
const ADDED = [
  "app/dingdan",
  "app/user",
  "app/user/shoukuan",
  "app/project",
  "app/gonggao",
  "app/tongzhi",
  "app/jifen/shangpin",
  "sys/user",
] satisfies (keyof Rows)[];

/** Something that is done, wherever one is. */
export interface Action {
  title: string;
  trail: string;
  icon?: string | undefined;
  run: () => void;
}

/** What a person may do whose name matches: by text, pinyin or initials. */
export function useActions(text: string): Action[] {
  const routes = useMenu((state) => state.routes);
  const permissions = useSession((state) => state.permissions);
  const mode = useAppearance((state) => state.mode);
  const navigate = useNavigate();
  const all = useMemo((): Action[] => {
    const other = mode === "dark" ? "light" : "dark";
    const adding = ADDED.flatMap((resource) => {
      const meta = resources[resource];
      const page = routes.find(({ component }) => component === resource);
      if (!meta || !page || !permissions.has(`${meta.perm}:add`)) return [];
      const run = () => void navigate(`${page.path}?adding=0`);
      return [{ title: `新增${meta.label}`, trail: "操作", icon: page.icon, run }];
    });
    return [
      ...adding,
      { title: "锁定屏幕", trail: "操作", run: () => void lockScreen() },
      {
        title: other === "dark" ? "切换到深色" : "切换到浅色",
        trail: "操作",
        run: () => setAppearance({ mode: other }),
      },
      { title: "快捷键", trail: "操作", run: showKeys },
      { title: "修改密码", trail: "个人中心", run: () => void navigate("/sysProfile") },
      { title: "退出登录", trail: "操作", run: () => void askToLeave(navigate) },
    ];
  }, [routes, permissions, mode, navigate]);
  const wanted = text.trim();
  return wanted === "" ? [] : all.filter(({ title }) => matchAt(title, wanted) !== null);
}
