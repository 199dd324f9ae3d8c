import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { HasRole, Permitted } from "./Permitted";
import { forgetUser, hasPermission, placeholderUser, setUser, useSession } from "./session";

beforeEach(() =>
  setUser({
    ...placeholderUser,
    roleList: ["admin"],
    permissionList: ["sys:user:add", "sys:user:edit"],
  }),
);

describe("permission rule", () => {
  it.each<[string, string[] | null | undefined, boolean]>([
    ["one of the listed", ["sys:role:add", "sys:user:add"], true],
    ["none of the listed", ["sys:role:add"], false],
    ["a mere beginning of a permission", ["sys:user"], false],
    ["an empty list", [], false],
    ["a missing list", undefined, false],
    ["null", null, false],
  ])("%s", (_, any, isKept) => {
    render(<Permitted any={any}>新增</Permitted>);
    expect(screen.queryByText("新增") !== null).toBe(isKept);
    expect(hasPermission(any)).toBe(isKept);
  });

  it("removes the element when the right is taken away", () => {
    render(<Permitted any={["sys:user:add"]}>新增</Permitted>);
    act(() => setUser({ ...placeholderUser }));
    expect(screen.queryByText("新增")).toBeNull();
  });
});

describe("role rule", () => {
  it.each<[string[] | undefined, boolean]>([
    [["boss", "admin"], true],
    [["boss"], false],
    [[], false],
    [undefined, false],
  ])("%j", (any, isKept) => {
    render(<HasRole any={any}>设置</HasRole>);
    expect(screen.queryByText("设置") !== null).toBe(isKept);
  });
});

it("shows the placeholder before sign-in", () => {
  forgetUser();
  expect(useSession.getState().user.nickName).toBe("未登录");
  expect(hasPermission(["sys:user:add"])).toBe(false);
});
