import { describe, expect, it } from "vitest";
import { violations } from "../support/axe";
import { shoot, signIn, tab, useStage } from "../support/browser";
import { pagesOf, settled } from "../support/pages";

const stage = useStage();

describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
  it("the sign-in page", async () => {
    const page = await stage.open({ colorScheme });
    await page.goto("/");
    await page.getByLabel("账号", { exact: true }).waitFor();
    await settled(page);
    await shoot(page, `${colorScheme}-login`);
    expect(await violations(page)).toEqual([]);
  });

  it("every page of the menu", { timeout: 480_000 }, async () => {
    const page = await stage.open({ colorScheme });
    await signIn(page);
    const pages = [
      { name: "首页", routerUrl: "/index" },
      { name: "个人中心", routerUrl: "/sysProfile" },
      ...(await pagesOf(stage.server.url)),
    ];
    const found: string[] = [];
    for (const { name, routerUrl } of pages) {
      await page.goto(`/#${routerUrl}`);
      await tab(page, name).and(page.locator("[aria-current=page]")).waitFor();
      await settled(page);
      await shoot(page, `${colorScheme}-${routerUrl?.slice(1).replaceAll("/", "-")}`);
      found.push(...(await violations(page)).map((line) => `${name}: ${line}`));
    }
    expect(found).toEqual([]);
  });
});

it("a phone can sign in", async () => {
  const page = await stage.open({ viewport: { width: 390, height: 844 } });
  await page.goto("/");
  await page.getByLabel("账号", { exact: true }).waitFor();
  await shoot(page, "phone-login");
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > window.innerWidth,
  );
  expect(isWide).toBe(false);
});
