import type { Api } from "./api";

interface Made {
  id: number;
}

/** 1 000 to 50 000 yuan at 12 % a year by equal instalments, with prepayment and one extension. */
const terms = {
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
};

/** A product on offer, alone in its category. */
export async function addProduct(
  admin: Api,
  mingcheng = "极速贷",
  change: object = {},
): Promise<number> {
  const category = await admin.post<Made>("/api/app/project/fenlei/add", {
    mingcheng: `${mingcheng}分类`,
  });
  const { id } = await admin.post<Made>("/api/app/project/add", {
    fenleiId: category.id,
    mingcheng,
    bianma: `P${category.id}`,
    state: "SHANGJIA",
    ...terms,
    ...change,
  });
  return id;
}

export async function addCustomer(
  admin: Api,
  nickName: string,
  phone: string,
  change: object = {},
): Promise<number> {
  const { id } = await admin.post<Made>("/api/app/user/add", {
    nickName,
    phone,
    sex: "NAN",
    ...change,
  });
  return id;
}

/** A wallet to receive money; a change may make it another kind of account. */
export async function addAccount(admin: Api, userId: number, change: object = {}): Promise<number> {
  const { id } = await admin.post<Made>("/api/app/user/shoukuan/add", {
    userId,
    type: "ZHIFUBAO",
    shoukuanzhanghao: "13800138000",
    ...change,
  });
  return id;
}

export interface Borrower {
  id: number;
  accountId: number;
}

/** A customer with an account to receive money. */
export async function addBorrower(
  admin: Api,
  nickName: string,
  phone: string,
  change: object = {},
): Promise<Borrower> {
  const id = await addCustomer(admin, nickName, phone, change);
  return { id, accountId: await addAccount(admin, id, { isMoren: true }) };
}

export interface Applied {
  id: number;
  bianhao: string;
}

/** 10 000.00 yuan, over twelve months where nothing else is said. */
export function apply(
  admin: Api,
  projectId: number,
  borrower: Borrower,
  qishu = 12,
): Promise<Applied> {
  return admin.post<Applied>("/api/app/dingdan/add", {
    userId: borrower.id,
    projectId,
    jiekuanJine: 1_000_000,
    qishu,
    jiekuanYongtu: "RICHANG",
    userShoukuanId: borrower.accountId,
  });
}

/** An order that has been paid out today. */
export async function lend(
  admin: Api,
  projectId: number,
  borrower: Borrower,
  qishu = 12,
): Promise<Applied> {
  const order = await apply(admin, projectId, borrower, qishu);
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

/** Confirms the instalment that is next, in full. */
export async function repayNext(admin: Api, dingdanId: number, zhifufangshi: string) {
  const { queren } = await admin.get<{ queren: { qi: number; shifujine: number } }>(
    `/api/app/dingdan/huankuanXiangqing/${dingdanId}`,
  );
  await admin.post("/api/app/dingdan/querenhuankuan", {
    dingdanId,
    qi: queren.qi,
    yingfu: queren.shifujine,
    zhifufangshi,
  });
}
