import type { Project } from "./publish";

/** A common product, to begin with: everything but its name, code and category. */
export interface Template {
  title: string;
  values: Partial<Project>;
}

/** Fen and millionths, as on the wire. All of them lie below the warning line. */
const COMMON: Partial<Project> = {
  jineBuchang: 10_000,
  zhouqiDanwei: "YUE",
  zhouqiChangdu: 1,
  kuanxianTianshu: 1,
  yuqiRilv: 500,
  yuqiJishu: "YINGHUAN",
  yuqiShangxian: 300_000,
  isTiqian: true,
  weiyueFeilv: 0,
  tiqianJixi: "ANRI",
  isYanqi: true,
  yanqiTianshu: 7,
  yanqiFeilv: 3_000,
  yanqiZuidaCishu: 2,
};

export const TEMPLATES: readonly Template[] = [
  {
    title: "等额本息，按月还",
    values: {
      ...COMMON,
      zuixiaoJine: 100_000,
      zuidaJine: 5_000_000,
      qishuList: "3,6,12",
      huankuanMoshi: "DENGEBENXI",
      nianlilv: 180_000,
    },
  },
  {
    title: "先息后本，按月付息",
    values: {
      ...COMMON,
      zuixiaoJine: 1_000_000,
      zuidaJine: 20_000_000,
      jineBuchang: 100_000,
      qishuList: "6,12",
      huankuanMoshi: "XIANXIHOUBEN",
      nianlilv: 150_000,
    },
  },
  {
    title: "30 天到期一次还清",
    values: {
      ...COMMON,
      zuixiaoJine: 50_000,
      zuidaJine: 500_000,
      zhouqiDanwei: "TIAN",
      zhouqiChangdu: 30,
      jixiTianshu: 365,
      qishuList: "1",
      huankuanMoshi: "YICIXING",
      nianlilv: 200_000,
    },
  },
];
