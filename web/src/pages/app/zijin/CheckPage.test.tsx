import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { answer, at, envelope, server } from "@/test/server";
import CheckPage from "./CheckPage";

const check = {
  bianhao: 1,
  mingcheng: "每笔分录借贷相等",
  isTongguo: true,
  cuowushu: 0,
  cuowu: [],
};
const broken = {
  bianhao: 2,
  mingcheng: "资金与流水一致",
  isTongguo: false,
  cuowushu: 30,
  cuowu: ["订单 D1：相差 1.00", "订单 D2：相差 2.00"],
};

it("runs when asked, and lists what does not hold", async () => {
  answer("/api/app/zijin/jiancha", {
    isTongguo: false,
    jianchaTime: "2026-03-01 12:00:00",
    dingdanShu: 1234,
    fengcun: ["锚文件 /mnt/anchor.log 无法写入"],
    xiang: [check, broken],
  });
  showPage(<CheckPage />, ["app:zijin:jiancha"]);
  expect(screen.queryByRole("list")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "开始检查" }));
  expect(await screen.findByText("1 项没有通过")).toBeInTheDocument();
  expect(screen.getByText(/共核对 1,234 个订单/)).toBeInTheDocument();
  expect(screen.getByText("订单 D2：相差 2.00")).toBeInTheDocument();
  expect(screen.getByText("另有 28 处未列出")).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent("锚文件 /mnt/anchor.log 无法写入");
});

it("says so when everything holds", async () => {
  answer("/api/app/zijin/jiancha", {
    isTongguo: true,
    jianchaTime: "2026-03-01 12:00:00",
    dingdanShu: 0,
    fengcun: [],
    xiang: [check],
  });
  showPage(<CheckPage />, ["app:zijin:jiancha"]);
  await userEvent.click(screen.getByRole("button", { name: "开始检查" }));
  expect(await screen.findByText("全部通过")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("asks again while the server is still at it, and says how far it is", async () => {
  let end!: () => void;
  const atIt = new Promise<void>((resolve) => (end = resolve));
  server.use(
    http.get(at("/api/app/zijin/jiancha"), async ({ request }) => {
      if (new URL(request.url).searchParams.get("jianchaId") === "0")
        return envelope({ isJinxing: true, jianchaId: 7, dingdanShu: 1500, baifenbi: 40 });
      await atIt;
      return envelope({
        isTongguo: true,
        jianchaTime: "2026-03-01 12:00:00",
        dingdanShu: 3000,
        shengjiShu: 12,
        xiang: [check],
        fengcun: [],
      });
    }),
  );
  showPage(<CheckPage />, ["app:zijin:jiancha"]);
  await userEvent.click(screen.getByRole("button", { name: "开始检查" }));
  expect(await screen.findByText(/已核对 1,500 个订单，约 40%/)).toBeInTheDocument();
  end();
  expect(await screen.findByText("全部通过")).toBeInTheDocument();
  expect(screen.getByText(/其中 12 个在升级之前已有/)).toBeInTheDocument();
});

it("is closed to whoever may not", () => {
  showPage(<CheckPage />, []);
  expect(screen.getByText(/没有查看账实检查的权限/)).toBeInTheDocument();
});
