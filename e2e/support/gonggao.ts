import type { Page } from "playwright-core";
import type { Api } from "./api";
import { pane } from "./browser";

/** Announcements numbered from 1, each a plain draft. */
export async function addNotices(admin: Api, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 1; n <= count; n++) {
    const { id } = await admin.post<{ id: number }>("/api/app/gonggao/add", {
      biaoti: `公告${String(n).padStart(2, "0")}`,
      type: n % 2 ? "XITONG" : "HUODONG",
      neirong: `<p>第 ${n} 条</p>`,
    });
    ids.push(id);
  }
  return ids;
}

/** What one column of the shown table says, from top to bottom. */
export async function columnTexts(page: Page, label: string): Promise<string[]> {
  const table = pane(page).getByRole("table");
  const heads = (await table.locator("thead th").allInnerTexts()).map((text) => text.trim());
  const at = heads.findIndex((text) => text.startsWith(label));
  return (
    await table.locator(`tbody tr:not([aria-hidden]) td:nth-child(${at + 1})`).allInnerTexts()
  ).map((text) => text.trim());
}

/** The table row that shows a text. */
export function rowWith(page: Page, text: string) {
  return pane(page).locator("tbody tr", { hasText: text });
}

export function dialog(page: Page) {
  return page.getByRole("dialog").last();
}
