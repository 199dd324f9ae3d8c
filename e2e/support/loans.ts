import type { Api } from "./api";

interface Made {
  id: number;
}

/** A published product: 12 % a year, by equal instalments, with prepayment and extension. */
export async function addProduct(admin: Api, mingcheng = "极速贷"): Promise<number> {
  const fenlei = await admin.post<Made>("/api/app/project/fenlei/add", {
    mingcheng: "信用贷",
    state: "QIYONG",
  });
  const { id } = await admin.post<Made>("/api/app/project/add", {
    fenleiId: fenlei.id,
    mingcheng,
    bianma: "jisu",
    zuixiaoJine: 100_000,
    zuidaJine: 5_000_000,
    jineBuchang: 10_000,
    qishuList: "3,6,12",
    zhouqiDanwei: "YUE",
    zhouqiChangdu: 1,
    huankuanMoshi: "DENGEBENXI",
    nianlilv: 120_000,
    yuqiRilv: 500,
    isTiqian: true,
    weiyueFeilv: 5_000,
    isYanqi: true,
    yanqiTianshu: 7,
    yanqiFeilv: 3_000,
    yanqiZuidaCishu: 1,
    state: "SHANGJIA",
  });
  return id;
}

export interface Customer {
  id: number;
  accountId: number;
}

/** A customer with an account to receive money. */
export async function addCustomer(admin: Api, nickName: string, phone: string): Promise<Customer> {
  const { id } = await admin.post<Made>("/api/app/user/add", { nickName, phone, sex: "NAN" });
  const account = await admin.post<Made>("/api/app/user/shoukuan/add", {
    userId: id,
    type: "ZHIFUBAO",
    shoukuanzhanghao: phone,
    isMoren: true,
  });
  return { id, accountId: account.id };
}

export interface Applied {
  id: number;
  bianhao: string;
}

/** 10 000.00 yuan over twelve months. */
export function apply(admin: Api, projectId: number, customer: Customer): Promise<Applied> {
  return admin.post<Applied>("/api/app/dingdan/add", {
    userId: customer.id,
    projectId,
    jiekuanJine: 1_000_000,
    qishu: 12,
    jiekuanYongtu: "RICHANG",
    userShoukuanId: customer.accountId,
  });
}

/** An order that has been paid out today. */
export async function lend(admin: Api, projectId: number, customer: Customer): Promise<Applied> {
  const order = await apply(admin, projectId, customer);
  await admin.post("/api/app/dingdan/shenhe", {
    id: order.id,
    jieguo: "TONGGUO",
    yijian: "同意",
  });
  await admin.post("/api/app/dingdan/fangkuan", {
    id: order.id,
    jieguo: "CHENGGONG",
    fangshi: "YINHANGKA",
    liushuihao: `F${order.id}`,
  });
  return order;
}
