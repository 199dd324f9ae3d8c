import type { Api } from "./api";
import { addBorrower, addProduct, apply, lend, repayNext } from "./loans";
import { packed, type Payload } from "./payloads";
import { isFull } from "./size";

/** Payloads in one contract, beyond which its format is too tangled to be kept. */
const A_CONTRACT = 40;
/** Contracts that are signed with an order. */
const SIGNED = 3;

/** What people write while they work: none of it is a form of a resource. */
export async function fillWork(admin: Api, payloads: readonly Payload[]): Promise<string> {
  // oxlint-disable-next-line no-control-regex -- decisions take none of these
  const clean = payloads.filter(({ text }) => !/[\0-\x1f]/.test(text));
  const short = packed(clean, 30);
  const long = packed(clean, 500).slice(0, isFull ? undefined : 3);
  const label = short[0] ?? "";
  await admin.post("/api/app/dict/data/add", {
    dictType: "mendian",
    dictLabel: packed(clean, 50)[0],
    dictValue: "HOSTILE",
  });
  const hetongIds: number[] = [];
  for (let from = 0; from < clean.length; from += A_CONTRACT) {
    const some = clean.slice(from, from + A_CONTRACT).map(({ text }) => text.replaceAll("{{", ""));
    const { id } = await admin.post<{ id: number }>("/api/app/hetong/add", {
      mingcheng: packed(clean, 50)[0],
      bianma: `HOSTILE${from}`,
      type: "JIEKUAN",
      neirong: `<p>{{xingming}}</p>${some.map((text) => `<p>${text}</p>`).join("")}`,
      state: "YIFABU",
    });
    hetongIds.push(id);
  }
  const signed = { hetongIds: hetongIds.slice(0, SIGNED) };
  const product = await addProduct(admin, packed(clean, 28)[0], signed);
  const borrower = await addBorrower(admin, label, "13800009999", { beizhu: long[0] });
  const post = (verb: string, body: object) => admin.post(`/api/app/dingdan/${verb}`, body);
  for (const [at, text] of long.entries()) {
    const { id } = await apply(admin, product, borrower);
    if (at % 3 === 0) await post("quxiao", { dingdanId: id, yuanyin: text });
    else if (at % 3 === 1) await post("shenhe", { id, jieguo: "JUJUE", yijian: text });
    else {
      await post("shenhe", { id, jieguo: "TONGGUO", yijian: text });
      await post("fangkuan", { id, jieguo: "SHIBAI", shibaiYuanyin: text });
      await post("chongqian", { id, beizhu: text });
    }
  }
  const { id, bianhao } = await lend(admin, product, borrower, 12);
  await repayNext(admin, id, "WEIXIN");
  // Receipts whose numbers are payloads, each taken back for a reason that is one.
  for (const [at, liushuihao] of packed(clean, 64)
    .slice(0, isFull ? 60 : 3)
    .entries()) {
    await post("daozhang", { dingdanId: id, jine: 1_00, zhifufangshi: "WEIXIN", liushuihao });
    const [newest] = (
      await admin.get<{ records: { shijianId: number }[] }>(
        `/api/app/dingdan/xingqing/findAllByPage?dingdanId=${id}&size=10`,
      )
    ).records;
    const undo = { dingdanId: id, shijianId: newest?.shijianId, yuanyin: long[at % long.length] };
    if (at % 2 === 0) await post("chexiao", undo);
  }
  const notice = { biaoti: packed(clean, 50)[1], neirong: long[1], tongdao: "ZHANNEI" };
  await admin.post("/api/app/user/tongzhi", { userIds: [borrower.id], ...notice });
  const info = { beizhu: long[1], mendian: "HOSTILE" };
  await admin.post("/api/app/user/admin/editInfo", { userId: borrower.id, ...info });
  await admin.post("/api/app/mingan/chakan", {
    ziyuan: "app/user",
    id: borrower.id,
    ziduan: "phone",
    yuanyin: packed(clean, 200)[0],
  });
  const settings = { gongsiMingcheng: packed(clean, 50)[2], kefuDianhua: short[2] };
  for (const [jian, zhi] of Object.entries(settings))
    await admin.post("/api/app/config/edit", { type: "JICHU", data: { [jian]: zhi } });
  const nickName = packed(clean, 20)[0];
  if (nickName) await admin.post("/api/sys/user/edit/profile", { nickName });
  return bianhao;
}
