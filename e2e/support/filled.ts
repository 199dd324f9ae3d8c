import { resources } from "../../web/src/api/resources.gen";
import type { ColumnMeta } from "../../web/src/api/resources";
import type { Api } from "./api";
import { packed, type Payload } from "./payloads";
import { isFull } from "./size";

/** A red square of eight by eight. */
const RED = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGO4oKCAFTEMLQkAvk5EAfjoixEAAAAASUVORK5CYII=",
  "base64",
);

/** Rows of a resource where not all can be shown in a minute. */
const FEW = 10;
/** A text that is no longer than what a dialog still opens with at once. */
const LONGEST = 4_000;
const TEXTS = new Set(["text", "longText", "richText", "tags", "secret"]);

/** A body that is taken, different for every number. */
type Base = (number: number) => Record<string, unknown>;

async function picture(admin: Api, rootPath: string): Promise<string> {
  const file = { name: "a.png", type: "image/png", bytes: new Uint8Array(RED) };
  const { result } = await admin.upload("/api/app/file/up", file, { rootPath });
  return (result as { url: string }).url;
}

/** What each resource needs beside its texts, in an order in which each finds what it refers to. */
export async function bases(admin: Api, customers: readonly number[]): Promise<[string, Base][]> {
  const category = await admin.post<{ id: number }>("/api/app/project/fenlei/add", {
    mingcheng: "现金贷",
  });
  const files = Object.fromEntries(
    await Promise.all(
      ["lunbotu", "resource", "shangpin"].map(async (folder) => [
        folder,
        await picture(admin, folder),
      ]),
    ),
  ) as Record<string, string>;
  const roles = await admin.get<{ id: number }[]>("/api/sys/role/findAllByList");
  const kind = "hostile_kind";
  await admin.post("/api/app/dict/add", { name: "待损字典", type: kind });
  const userId = customers[0];
  const at = "2026-03-01 09:00:00";
  const goods = { type: "XUNI", zhutu: files.shangpin, jifenJiage: 1, kucun: 90_000 };
  const made = await admin.post<{ id: number }>("/api/app/jifen/shangpin/add", {
    ...goods,
    mingcheng: "会员",
  });
  const points = { userId, fangxiang: "SHOURU", jifen: 90_000, biaoti: "活动" };
  await admin.post("/api/app/jifen/add", points);
  return [
    ["sys/role", (n) => ({ name: `角${n}`, code: `r${n}`, dataScope: "BENREN", menuIds: [] })],
    ["sys/user", (n) => ({ loginName: `user${n}`, nickName: `员${n}`, roleIds: [roles[0]?.id] })],
    ["sys/menu", (n) => ({ name: `目录${n}`, type: "MULU", parentId: 0, paixu: 900 + n })],
    ["app/dict", (n) => ({ name: `字典${n}`, type: `kind_${n}` })],
    ["app/dict/data", (n) => ({ dictType: kind, dictLabel: `值${n}`, dictValue: `V${n}` })],
    ["app/gonggao", (n) => ({ biaoti: `公告${n}`, type: "XITONG", neirong: "<p>文</p>" })],
    ["app/tongzhi", (n) => ({ biaoti: `通知${n}`, neirong: "内容", userId, tongdao: "ZHANNEI" })],
    ["app/lunbotu", (n) => ({ biaoti: `图${n}`, weizhi: "SHOUYE", tupian: files.lunbotu })],
    ["app/qa", (n) => ({ wenti: `问${n}`, daan: "<p>答</p>", fenlei: "JIEKUAN" })],
    [
      "app/version",
      (n) => ({ pingtai: "H5", banbenhao: `1.0.${n}`, banbenCode: n, gengxinNeirong: "首个" }),
    ],
    ["app/resource", (n) => ({ mingcheng: `底${n}`, type: "TUPIAN", url: files.resource })],
    ["app/resource/copy1", (n) => ({ mingcheng: `底${n}`, type: "TUPIAN", url: files.resource })],
    ["app/project/fenlei", (n) => ({ mingcheng: `类${n}`, bianma: `F${n}` })],
    [
      "app/project/fenlei/pingbi",
      (n) => ({ projectFenleiId: category.id, phone: `136${String(n).padStart(8, "0")}` }),
    ],
    ["app/qudao", (n) => ({ mingcheng: `渠${n}`, bianma: `Q${n}` })],
    [
      "app/hetong",
      (n) => ({ mingcheng: `合${n}`, bianma: `H${n}`, type: "JIEKUAN", neirong: "<p>合同</p>" }),
    ],
    [
      "app/project",
      (n) => ({
        fenleiId: category.id,
        mingcheng: `产${n}`,
        bianma: `P${n}`,
        zuixiaoJine: 100_000,
        zuidaJine: 500_000,
        qishuList: "3",
        huankuanMoshi: "DENGEBENXI",
        nianlilv: 120_000,
      }),
    ],
    ["app/user", (n) => ({ nickName: `客${n}`, phone: `139${String(n).padStart(8, "0")}` })],
    ["app/user/jibenxinxi", (n) => ({ userId: customers[n % customers.length] })],
    [
      "app/user/shoukuan",
      (n) => ({
        userId: customers[n % customers.length],
        type: "ZHIFUBAO",
        shoukuanzhanghao: "13800138000",
      }),
    ],
    [
      "app/user/tongxunlu",
      (n) => ({ userId, name: `友${n}`, phone: `137${String(n).padStart(8, "0")}` }),
    ],
    [
      "app/user/duanxin",
      (n) => ({
        userId,
        fasonghaoma: `135${String(n).padStart(8, "0")}`,
        content: "短信",
        sendDate: at,
      }),
    ],
    [
      "app/user/genjin",
      () => ({ userId, neirong: "跟进", fangshi: "DIANHUA", jieguo: "YILIANXI" }),
    ],
    ["app/user/fufei", (n) => ({ userId, xiangmu: `项${n}`, jine: 100, shijian: at })],
    ["app/jifen", () => ({ userId, fangxiang: "SHOURU", jifen: 1, biaoti: "活动" })],
    [
      "app/jifen/renwu",
      (n) => ({ mingcheng: `任${n}`, type: "QIANDAO", zhouqi: "MEIRI", jifen: 1 }),
    ],
    ["app/jifen/shangpin", (n) => ({ ...goods, mingcheng: `品${n}` })],
    ["app/jifen/shangpin/dingdan", () => ({ userId, shangpinId: made.id })],
  ];
}

export interface Filled {
  /** Columns that took payloads, and those that take none of them. */
  taken: string[];
  strict: string[];
  rows: number;
  /** The numbers of the payloads that were sent to a column that took them. */
  sent: Set<number>;
}

function textColumns(path: string): ColumnMeta[] {
  const columns = resources[path]?.columns ?? [];
  return columns.filter(({ kind, isReadOnly }) => TEXTS.has(kind) && !isReadOnly);
}

/** What some texts do not take: the rest of the payload goes in nevertheless. */
const REFUSED = [
  { words: "含有不允许的字符", letters: /\\u00[01].|\\[nt]/g, instead: " " },
  { words: "不能含有*", letters: /\*/g, instead: "＊" },
];

/** Puts payloads into every text of a resource that takes them. */
export async function fill(
  admin: Api,
  [path, base]: [string, Base],
  payloads: readonly Payload[],
  filled: Filled,
  most = Number.POSITIVE_INFINITY,
) {
  const send = (body: unknown) => admin.post(`/api/${path}/add`, body);
  const add = async (body: object): Promise<unknown> => {
    let text = JSON.stringify(body);
    for (;;) {
      try {
        return await send(JSON.parse(text));
      } catch (error) {
        const refused = REFUSED.find(
          ({ words, letters }) => String(error).includes(words) && text.search(letters) >= 0,
        );
        if (!refused) throw error;
        text = text.replaceAll(refused.letters, refused.instead);
      }
    }
  };
  const columns: { prop: string; isTags: boolean; values: string[] }[] = [];
  let number = 1;
  await add(base(number++));
  for (const { prop, kind, max } of textColumns(path)) {
    const isTags = kind === "tags";
    // Some are shorter than their column, where a call of its own writes them.
    for (const longest of [Math.min(max ?? LONGEST, LONGEST), 30]) {
      const [probe, ...values] = packed(payloads, isTags ? 20 : longest);
      if (probe === undefined) continue;
      const body = { ...base(number++), [prop]: isTags ? [probe] : probe };
      const isTaken = await add(body).then(
        () => true,
        () => false,
      );
      if (!isTaken) continue;
      columns.push({ prop, isTags, values });
      break;
    }
    const isTaken = columns.some((column) => column.prop === prop);
    (isTaken ? filled.taken : filled.strict).push(`${path} ${prop}`);
  }
  const rows = Math.min(
    isFull ? Number.POSITIVE_INFINITY : FEW,
    most,
    Math.max(0, ...columns.map(({ values }) => values.length)),
  );
  const row = (at: number) => {
    const texts = columns.flatMap(({ prop, isTags, values }) => {
      const text = values[at];
      return text === undefined ? [] : [[prop, isTags ? [text] : text]];
    });
    return { ...base(number + at), ...Object.fromEntries(texts) };
  };
  const all = Array.from({ length: rows }, (_, at) => row(at));
  for (const body of all) await add(body);
  filled.rows += rows + filled.taken.filter((one) => one.startsWith(`${path} `)).length;
  const kept = JSON.stringify(all);
  for (const { number: sent, text } of payloads)
    if (kept.includes(JSON.stringify(text).slice(1, -1))) filled.sent.add(sent);
}
