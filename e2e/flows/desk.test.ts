import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api, makeColleague } from "../support/api";
import { hold, jump, pane, shoot, signIn, tab, useStage, workday } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { addBorrower, addProduct, apply } from "../support/loans";
import { decide, openOrders, sayYes, verb } from "../support/orderScreens";
import { settled } from "../support/pages";

const stage = useStage({
  clock: workday,
  prepare: async (admin) => {
    const product = await addProduct(admin);
    for (const [name, phone] of [
      ["张三", "13800000011"],
      ["李四", "13800000012"],
      ["王五", "13800000013"],
    ] as const)
      await apply(admin, product, await addBorrower(admin, name, phone));
  },
});

/** What has the focus, in a few words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    if (!at || at === document.body) return "nothing";
    if (at.closest("thead")) return "head";
    if (at instanceof HTMLTableRowElement) return `row ${at.dataset.index}`;
    const place = at.closest(".search-form") ? "search " : "";
    return place + (at.getAttribute("aria-label") ?? at.id ?? at.tagName);
  });

it("asks for the first rows with the click, while the page's code is on its way", async () => {
  const page = await stage.open();
  await signIn(page);
  await settled(page);
  const release = await hold(page, "**/assets/OrderPage-*.js");
  const rows = page.waitForRequest((sent) => sent.url().includes("/app/dingdan/findAllByPage"));
  let asked = 0;
  page.on("request", (sent) => {
    if (sent.url().includes("/app/dingdan/findAllByPage")) asked += 1;
  });
  await page.goto("/#/dingdan");
  // The code has not come: nothing of the page is there, and its rows are asked for.
  await rows;
  expect(await pane(page).locator("table").count()).toBe(0);
  release();
  await rowWith(page, "张三").waitFor();
  expect(asked).toBe(1);
});

it("takes whoever works with the keyboard to the rows and back to them", async () => {
  const page = await openOrders(stage);
  await rowWith(page, "张三").waitFor();
  await settled(page);
  // From anywhere to the search, from there to the first row.
  await pane(page).getByRole("button", { name: "刷新" }).focus();
  await page.keyboard.press("/");
  await expect.poll(() => focused(page)).toMatch(/^search /);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("row 0");
  // Or straight down from the field; with Tab alone three stops lie between: the buttons of
  // the search, states and tools, the head.
  await page.keyboard.press("/");
  await expect.poll(() => focused(page)).toMatch(/^search /);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("row 0");
  await pane(page).getByRole("search").locator(".search-field input").last().focus();
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press("Tab");
  await expect.poll(() => focused(page)).toBe("row 0");
  // The head is one stop, arrows move in it.
  await page.keyboard.press("Shift+Tab");
  await expect.poll(() => focused(page)).toBe("head");
  const first = await page.evaluate(() => document.activeElement?.outerHTML);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused(page)).toBe("head");
  await expect.poll(() => page.evaluate(() => document.activeElement?.outerHTML)).not.toBe(first);
  await page.keyboard.press("Tab");
  await expect.poll(() => focused(page)).toBe("row 0");

  // The palette leads to the first useful place of a page.
  await jump(page, "客户列表");
  await expect.poll(() => focused(page)).toMatch(/^search /);

  // A row that left the list hands the focus to the next one.
  await tab(page, "订单列表").click();
  await pane(page)
    .getByRole("group", { name: "按状态查看" })
    .getByRole("button", { name: "待审核" })
    .click();
  await expect.poll(() => pane(page).locator("tbody tr[data-id]").count()).toBe(3);
  const row = pane(page).locator("tbody tr[data-id]").first();
  await row.getByRole("button", { name: "审核" }).click();
  await sayYes(verb(page, "审核"));
  await decide(verb(page, "审核"), "确认通过");
  await expect.poll(() => pane(page).locator("tbody tr[data-id]").count()).toBe(2);
  await expect.poll(() => focused(page)).toBe("row 0");
});

it("begins where something can be done after sign-in", async () => {
  const page = await stage.open();
  await signIn(page);
  await settled(page);
  // The first of the work that waits, not what stands below it.
  const text = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(text).toMatch(/^待审核\d/);
});

it("shows who else looks at an application, and keeps the size of a page", async () => {
  const page = await openOrders(stage);
  const admin = await Api.signedIn(stage.server.url);
  const other = await openOrders(stage, await makeColleague(admin, "shenhe_jia", "审核员"));
  await rowWith(page, "李四").getByRole("button", { name: "审核" }).click();
  await verb(page, "审核").getByRole("region", { name: "申请人" }).waitFor();
  await rowWith(other, "李四").getByRole("button", { name: "审核" }).click();
  await verb(other, "审核").getByText("也在看这笔申请").waitFor();
  await dialog(other)
    .getByRole("button", { name: /^取\s*消$/ })
    .click();

  await pane(other).getByRole("combobox", { name: "每页条数" }).click();
  await other.getByTitle("20 条/页").click();
  await jump(other, "客户列表");
  await pane(other).getByText("20 条/页").waitFor();
  await other.reload();
  await pane(other).getByText("20 条/页").waitFor();
});

it("ends a column where the fixed ones begin", async () => {
  const page = await openOrders(stage);
  await rowWith(page, "李四").waitFor();
  const cut = await pane(page)
    .locator("table")
    .evaluate((table) => {
      const heads = [...table.querySelectorAll("thead th")];
      const edge = heads.find((head) => head.matches(".dt-pin-end"))?.getBoundingClientRect().left;
      return (
        heads
          .filter((head) => !head.matches(".dt-pin"))
          .map((head) => head.getBoundingClientRect())
          // What is kept free at a cell's sides may be in sight, no letter of it.
          .filter(({ left, right }) => left + 12 < (edge ?? 0) && right - 12 > (edge ?? 0)).length
      );
    });
  expect(cut).toBe(0);
});

it("finds customers, orders and products from anywhere", async () => {
  const page = await openOrders(stage);
  const line = await rowWith(page, "李四").innerText();
  const bianhao = /[A-Z]*\d{8,}/.exec(line)?.[0] ?? "";
  const find = async (text: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "搜索", exact: true }).fill(text);
  };
  const found = (name: string | RegExp) => page.getByRole("option", { name });

  await find("王五");
  await found(/^王五 138\*+0013\s*客户$/).click();
  await dialog(page).getByRole("tab", { name: "基础信息" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

  await find(bianhao);
  await found(/李四\s*订单$/).waitFor();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("tab", { name: "账单详情" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

  await find("极速");
  await found(/产品$/).waitFor();

  // A private number is asked for by its page, once it was decided.
  const asked: string[] = [];
  page.on("request", (sent) => asked.push(sent.url()));
  await page.getByRole("combobox", { name: "搜索", exact: true }).fill("0012");
  await found("查找手机号 0012").waitFor();
  expect(asked.filter((url) => url.includes("phone="))).toEqual([]);
  await found("查找手机号 0012").click();
  await rowWith(page, "李四").waitFor();
  await shoot(page, "palette-phone");
});
