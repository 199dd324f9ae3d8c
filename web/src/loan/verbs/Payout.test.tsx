import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import { Payout } from "./Payout";

const order = {
  id: 5,
  banbenSuo: 2,
  bianhao: "D1",
  state: "DAIFANGKUAN",
  userShow: "张三",
  jiekuanXiangqingData: {},
  shoukuanData: {
    id: 9,
    ziyuan: "app/dingdan/shoukuan",
    type: "YINHANGKA",
    zhanghao: "621226*********1496",
    yhkXingming: "王*",
  },
  shoukuanHedui: { isShiming: true, isXingmingYizhi: true, isZhengjianYizhi: true },
  shoukuanJinggao: null,
  weishenJinggao: null,
};

async function open(told: object) {
  answer("/api/app/dingdan/weapp/findById/5", { ...order, ...told });
  answer("/api/app/dingdan/huankuanXiangqing/5", {
    dingdanId: 5,
    qianzhifei: 0,
    yingfangJine: 100_000,
    huankuanJihuaList: [],
  });
  showPage(<Payout id={5} onClose={() => {}} />, ["app:dingdan:query"]);
  return screen.findByRole("region", { name: "收款账户" });
}

it("is calm about an account that was reviewed and is the person's", async () => {
  expect(await open({})).toHaveTextContent(/姓名与实名：?一致/);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("warns of an account that nobody reviewed, and of a person who is not verified", async () => {
  const weishenJinggao = "这不是审核过的收款账户：审核的是“尾号3446 张*”";
  const account = await open({
    weishenJinggao,
    shoukuanHedui: { isShiming: false, isXingmingYizhi: null, isZhengjianYizhi: null },
  });
  const said = screen.getAllByRole("alert").map((alert) => alert.textContent);
  expect(said).toEqual([weishenJinggao, "客户未实名，无法核对收款账户是不是本人的"]);
  expect(account).toHaveTextContent(/姓名与实名：?未实名，无法核对/);
});
