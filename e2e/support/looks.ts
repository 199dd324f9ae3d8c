import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { violations } from "./axe";
import { pictureOf, shoot } from "./browser";
import { faultsOf } from "./faults";
import { settled } from "./pages";
import { isFull } from "./size";

/** Dark is where colours go wrong; the dialogs are seen in light too in the long tests. */
export const schemes = isFull ? (["light", "dark"] as const) : (["dark"] as const);

/** Collects what is wrong with everything that is looked at, and keeps a picture of each. */
export function looker(page: Page, prefix: string) {
  const found: string[] = [];
  const seen: string[] = [];
  const look = async (what: string) => {
    await settled(page);
    const name = `${prefix}-${what.replaceAll(/[/\s]+/g, "-")}`;
    await shoot(page, name);
    seen.push(name);
    const faults = [...(await faultsOf(page)), ...(await violations(page))];
    found.push(...faults.map((fault) => `${what}: ${fault}`));
  };
  /** What a button opens; Esc closes it. */
  const lookInto = async (button: Locator, what: string) => {
    const dialogs = page.getByRole("dialog");
    const before = await dialogs.count();
    await button.click();
    await expect.poll(() => dialogs.count()).toBe(before + 1);
    await isOpen(dialogs.last());
    await look(what);
    await page.keyboard.press("Escape");
    await expect.poll(() => dialogs.count()).toBe(before);
  };
  const lookAtTabs = async (opened: Locator, what: string) => {
    for (const title of await opened.getByRole("tab").allInnerTexts()) {
      await opened.getByRole("tab", { name: title, exact: true }).click();
      await look(`${what} ${title}`);
    }
  };
  /** All that was seen in one picture. */
  const contactSheet = async () => {
    const sheet = await page.context().newPage();
    await sheet.setViewportSize({ width: 1940, height: 1000 });
    await sheet.setContent(
      `<style>body{margin:8px;background:#fff;color:#000;display:grid;grid-template-columns:repeat(4,1fr);gap:8px;font:14px sans-serif}figure{margin:0}img{width:100%}</style>${seen
        .map((name) => `<figure><img src="${pictureOf(name)}">${name}</figure>`)
        .join("")}`,
    );
    await shoot(sheet, `contact-${prefix}`, { fullPage: true });
    await sheet.close();
  };
  return { found, look, lookInto, lookAtTabs, contactSheet };
}

/** A dialog that has its contents and stands still. */
async function isOpen(opened: Locator) {
  await expect.poll(async () => (await opened.boundingBox())?.height ?? 0).toBeGreaterThan(60);
  await opened.getByRole("button").first().waitFor();
  await (await opened.elementHandle())?.waitForElementState("stable");
}
