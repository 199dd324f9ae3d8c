import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { noteVersion } from "@/api/version";
import { useDictStore } from "@/lib/dict";
import { placeholderUser, useSession } from "@/lib/session";
import { answer, at, envelope, server } from "@/test/server";
import { loadAccess, refreshAccess } from "./access";
import { forgetMenu, useMenu } from "./menu";

const asked = vi.fn();

beforeEach(() => {
  asked.mockReset();
  forgetMenu();
  noteVersion(null);
  answer("/api/sys/user/findProfile", {
    ...placeholderUser,
    nickName: "张三",
    permissionList: ["a:b:c"],
  });
  answer("/api/app/dict/init", [
    { type: "sex", dataList: [{ dictLabel: "男", dictValue: "NAN" }] },
  ]);
  answer("/api/sys/user/pianhao", {});
  answer("/api/app/config/findByType/JICHU", []);
  server.use(
    http.get(at("/api/sys/menu/findUserMenuByTree"), () => {
      asked();
      return envelope([]);
    }),
  );
});

it("loads profile, menu and dictionaries once for many askers, and an empty menu counts", async () => {
  await Promise.all([loadAccess(), loadAccess(), loadAccess()]);
  expect(asked).toHaveBeenCalledOnce();
  expect(useMenu.getState()).toMatchObject({ isLoaded: true, tree: [] });
  expect(useSession.getState().user.nickName).toBe("张三");
  expect(useDictStore.getState().byType.sex).toHaveLength(1);
});

it("takes changed rights in silence, and only after sign-in", async () => {
  await refreshAccess();
  expect(asked).not.toHaveBeenCalled();
  await loadAccess();
  answer("/api/sys/user/findProfile", { ...placeholderUser, permissionList: [] });
  await refreshAccess();
  expect(useSession.getState().permissions.size).toBe(0);
});

it("can be tried again after a failure", async () => {
  answer("/api/sys/user/findProfile", null, 500, "坏了");
  await expect(loadAccess()).rejects.toThrow("坏了");
  expect(useMenu.getState().isLoaded).toBe(false);
  answer("/api/sys/user/findProfile", placeholderUser);
  await loadAccess();
  expect(useMenu.getState().isLoaded).toBe(true);
});
