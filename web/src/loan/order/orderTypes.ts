import type { Result } from "@/api/client";
import type { AppDingdan, AppDingdanXingqing, AppUserShoukuan } from "@/api/types.gen";
import type { RowOf } from "@/crud/column";
import type { PlanItem } from "@/loan/trial/PlanTable";

/** Amounts are fen, rates parts per million, as everywhere on the wire. */
export type Order = RowOf<"app/dingdan">;
export type Account = AppUserShoukuan;
export type RepaymentRecord = AppDingdanXingqing;

export type OrderState =
  | "DAISHENHE"
  | "YIJUJUE"
  | "DAIFANGKUAN"
  | "FANGKUANSHIBAI"
  | "DAIHUANKUAN"
  | "YIJIEQING"
  | "YIQUXIAO"
  | "YIHEXIAO";

/** The event an undo would take back. */
export interface Undoable {
  shijianId: number;
  type: string;
  miaoshu: string;
  /** What moved; null where no money did. */
  jine: number | null;
  /** Its business date. */
  riqi: string;
}

export type AccountData = Pick<
  Account,
  | "id"
  | "type"
  | "zhanghao"
  | "yhkKaihuhang"
  | "yhkYuliushouji"
  | "yhkXingming"
  | "yhkShenfenzhenghao"
  | "shoukuanzhanghao"
  | "shoukuanma"
  | "zhaiyao"
  | "banbenSuo"
> & {
  /** The resource it is a row of: an account, or from the review on the order's copy of it. */
  ziyuan: string;
};

/** The terms as they were copied into the order. */
export type Terms = Readonly<Record<string, string | number | boolean | null>>;

export interface OrderDetail extends AppDingdan {
  shoukuanData: AccountData | null;
  jiekuanXiangqingData: Terms;
  nianhuaDanli: number | null;
  nianhuaFuli: number | null;
  kechexiao: Undoable | null;
}

export interface BillItem extends PlanItem {
  riqiNian: string;
  riqiYueri: string;
  state: string;
  isYuqi: boolean;
  yuqiTianshu: number;
  yuqiZongjine: number;
  zongyouhui: number;
  shifu: number;
  huankuanTime: string | null;
  isHuankuan: boolean;
  isYanqi: boolean;
}

/** What confirming means on the asked value date. */
export interface Due {
  qi: number;
  yingfujine: number;
  youhuijine: number;
  shifujine: number;
}

export interface Bill {
  dingdanId: number;
  state: string;
  /** Before payout the plan is a preview from today. */
  isYulan: boolean;
  isTiqian: boolean;
  zonghuankuan: number;
  zongbenjin: number;
  zongxifei: number;
  zonglixi: number;
  qianzhifei: number;
  zixunfei: number;
  fuwufei: number;
  yuqifei: number;
  weiyuejin: number;
  yanqifei: number;
  zongqishu: number;
  youhuiDangqian: number;
  /** The most that a discount may be; null where none can be set. */
  youhuiShangxian: number | null;
  youhuiZongjine: number;
  yanqiShijian: string | null;
  yanqiCishu: number;
  yanqiFeiyong: number | null;
  yanqiTianshu: number;
  shengyubenjin: number;
  queren: Due | null;
  /** Why nothing can be confirmed. */
  querenShuoming: string | null;
  huankuanJihuaList: BillItem[];
}

export type Prepayment = Result<"GET /app/dingdan/tiqianhuankuanInit">;

export type Product = Result<"GET /app/dingdan/chanpin">[number];

export interface StateCount {
  state: string;
  shuliang: number;
  isZhunque: boolean;
}
