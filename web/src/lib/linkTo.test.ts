import { renderHook } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { useLinkTo } from "./linkTo";
import { useShortcuts } from "./shortcuts";

const page = (to: string, component: string) => ({ to, component, title: to, folder: "" });

beforeEach(() => useShortcuts.setState({ list: [] }));

const linkTo = () => renderHook(() => useLinkTo()).result.current;

it("leads to the page that shows the resource, wherever the menu has hung it", () => {
  useShortcuts.setState({
    list: [page("/daishenhe?state=DAISHENHE", "app/dingdan"), page("/loans", "app/dingdan")],
  });
  expect(linkTo()("app/dingdan", { userId: 7 })).toBe("#/loans?userId=7");
  expect(linkTo()("app/dingdan", { shown: 5 })).toBe("#/loans?shown=5");
});

it("leaves out what a page of a part is narrowed to", () => {
  useShortcuts.setState({ list: [page("/daishenhe?state=DAISHENHE", "app/dingdan")] });
  expect(linkTo()("app/dingdan", { userId: 7 })).toBe("#/daishenhe?userId=7");
});

it("leads nowhere for whom there is no such page", () => {
  expect(linkTo()("app/dingdan", { userId: 7 })).toBeUndefined();
});

/** Never run: each line that is marked must not compile. */
export function wrongLinks(go: ReturnType<typeof useLinkTo>) {
  // @ts-expect-error no such resource
  go("app/dingdna", {});
  // @ts-expect-error a filter by a column the resource does not have
  go("app/dingdan", { userID: 7 });
}
