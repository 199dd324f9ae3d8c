import type { Api } from "./api";

interface Made {
  id: number;
}

const terms = {
  zuixiaoJine: 100_000,
  zuidaJine: 5_000_000,
  qishuList: "3,6",
  huankuanMoshi: "DENGEBENXI",
  nianlilv: 180_000,
};

/** A category with one product on offer: 1 000 to 50 000 yuan, 3 or 6 months at 18 %. */
export async function addProduct(admin: Api, name: string, change: object = {}): Promise<number> {
  const category = await admin.post<Made>("/api/app/project/fenlei/add", {
    mingcheng: `${name}分类`,
  });
  const product = await admin.post<Made>("/api/app/project/add", {
    fenleiId: category.id,
    mingcheng: name,
    bianma: `P${category.id}`,
    state: "SHANGJIA",
    ...terms,
    ...change,
  });
  return product.id;
}

export async function addCustomer(admin: Api, nickName: string, phone: string): Promise<number> {
  const { id } = await admin.post<Made>("/api/app/user/add", { nickName, phone, sex: "NAN" });
  return id;
}

export async function addWallet(admin: Api, userId: number): Promise<number> {
  const { id } = await admin.post<Made>("/api/app/user/shoukuan/add", {
    userId,
    type: "ZHIFUBAO",
    shoukuanzhanghao: "13800138000",
  });
  return id;
}

/** An order of 10 000 yuan over 3 months that was approved and paid out today. */
export async function addLoan(admin: Api, nickName: string, phone: string): Promise<number> {
  const projectId = await addProduct(admin, `${nickName}的产品`);
  const userId = await addCustomer(admin, nickName, phone);
  const userShoukuanId = await addWallet(admin, userId);
  const { id } = await admin.post<Made>("/api/app/dingdan/add", {
    userId,
    projectId,
    jiekuanJine: 1_000_000,
    qishu: 3,
    jiekuanYongtu: "RICHANG",
    userShoukuanId,
  });
  await admin.post("/api/app/dingdan/shenhe", { id, jieguo: "TONGGUO", yijian: "资料齐全" });
  await admin.post("/api/app/dingdan/fangkuan", {
    id,
    jieguo: "CHENGGONG",
    fangshi: "YINHANGKA",
    liushuihao: `F${id}`,
  });
  return id;
}

/** Confirms the instalment that is next, in full. */
export async function confirmNext(admin: Api, dingdanId: number, zhifufangshi: string) {
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
