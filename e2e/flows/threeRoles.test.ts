import { expect, it } from "vitest";
import { Api, makeColleague } from "../support/api";
import { pane, shoot, useStage, workday } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addBorrower, addProduct, apply } from "../support/loans";
import {
  decide,
  openOrders,
  payOut,
  readyTo,
  sayPaid,
  sayYes,
  verb,
} from "../support/orderScreens";

const stage = useStage({ clock: workday });

it(
  "a reviewer decides one after the other, finance pays out and takes the money in",
  { timeout: 120_000 },
  async () => {
    const admin = await Api.signedIn(stage.server.url);
    const product = await addProduct(admin);
    const borrower = await addBorrower(admin, "张三", "13800000011");
    const first = await apply(admin, product, borrower);
    const second = await apply(admin, product, await addBorrower(admin, "李四", "13800000012"));

    const reviewer = await makeColleague(admin, "shenhe_jia", "审核员");
    const desk = await openOrders(stage, reviewer);
    await pane(desk).getByRole("button", { name: "逐笔审核" }).click();
    const review = verb(desk, "审核");
    await review.getByText(first.bianhao).waitFor();
    await review.getByRole("region", { name: "敞口" }).getByText("10,000.00").first().waitFor();
    expect(await review.getByRole("radio", { checked: true }).count()).toBe(0);
    await shoot(desk, "review-basis");
    await sayYes(review);
    await review.getByRole("button", { name: "确认通过" }).click();
    // The next one opens by itself.
    await review.getByText(second.bianhao).waitFor();
    await review.getByRole("radio", { name: "拒绝" }).check();
    await review.getByRole("button", { name: "负债过高" }).click();
    await decide(review, "确认拒绝");
    await rowWith(desk, second.bianhao).getByText("已拒绝").waitFor();

    const finance = await makeColleague(admin, "caiwu_jia", "财务");
    const till = await openOrders(stage, finance);
    const row = rowWith(till, first.bianhao);
    await row.getByRole("button", { name: "放款" }).click();
    const payout = verb(till, "放款");
    await payout.getByText("向下面的账户付出").waitFor();
    await shoot(till, "payout-destination");
    await payout.getByRole("button", { name: /^取\s*消$/ }).click();
    await payOut(till, row, "F-1");
    await row.getByRole("button", { name: "确认还款" }).click();
    const confirm = verb(till, "确认还款");
    await readyTo(confirm, "确认到账");
    await sayPaid(till, confirm);
    await decide(confirm, "确认到账");
    await row.getByText("2/12").waitFor();
  },
);
