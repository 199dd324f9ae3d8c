import type { Page } from "playwright-core";
import { Api, flatten, type MenuNode } from "./api";
import { quiet } from "./network";

/** Every page that the administrator's menu leads to. */
export async function pagesOf(url: string): Promise<MenuNode[]> {
  const admin = await Api.signedIn(url);
  const tree = await admin.get<MenuNode[]>("/api/sys/menu/findUserMenuByTree");
  return flatten(tree).filter((node) => node.type === "ZICAIDAN");
}

/** Still: no transition runs and nothing is loading. */
export async function settled(page: Page) {
  await page.locator(".pane:visible, .login").waitFor();
  await quiet(page);
  await page
    .locator(".loading-overlay, .pane:visible [aria-busy=true], [role=dialog] [aria-busy=true]")
    .first()
    .waitFor({ state: "detached" });
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((one) => one.finished)),
  );
}
