import type { Api } from "./api";
import { addNotices } from "./gonggao";
import { addBorrower, addProduct, apply, lend, repayNext } from "./loans";

/** Something on every list, and an order for every decision: their numbers by state. */
export async function doBusiness(admin: Api): Promise<Record<string, string>> {
  await addNotices(admin, 1);
  const product = await addProduct(admin, "极速贷", { huankuanMoshi: "YICIXING", qishuList: "1" });
  const instalments = await addProduct(admin, "装修分期");
  const borrower = await addBorrower(admin, "张三", "13800000001");
  const applied = await apply(admin, product, borrower, 1);
  const failed = await apply(admin, instalments, borrower);
  const review = { id: failed.id, jieguo: "TONGGUO", yijian: "同意" };
  await admin.post("/api/app/dingdan/shenhe", review);
  const sentBack = { id: failed.id, jieguo: "SHIBAI", shibaiYuanyin: "银行退回" };
  await admin.post("/api/app/dingdan/fangkuan", sentBack);
  const waiting = await apply(admin, instalments, borrower);
  await admin.post("/api/app/dingdan/shenhe", { ...review, id: waiting.id });
  const paid = await lend(admin, instalments, borrower);
  await repayNext(admin, paid.id, "WEIXIN");
  return {
    待审核: applied.bianhao,
    放款失败: failed.bianhao,
    待放款: waiting.bianhao,
    待还款: paid.bianhao,
  };
}
