import type { ComponentType } from "react";
import type { Rows } from "@/api/operations.gen";
import { resources } from "@/api/resources.gen";

type Load = () => Promise<{ default: ComponentType }>;

/** Pages with something of their own. */
const special: Record<string, Load> = {
  "sys/user": () => import("./sys/user/UserPage"),
  "sys/role": () => import("./sys/role/RolePage"),
  "sys/menu": () => import("./sys/menu/MenuPage"),
  "sys/log": () => import("./sys/log/LogPage"),
  "sys/session": () => import("./sys/session/SessionPage"),
  "app/dict": () => import("./app/dict/DictPage"),
  "app/config": () => import("./app/config/ConfigPage"),
  "app/dingdan": () => import("./app/dingdan/OrderPage"),
  "app/dingdan/xingqing": () => import("./app/dingdan/RecordPage"),
  "app/log": () => import("./app/dingdan/OrderLogPage"),
  "app/fankui": () => import("./app/fankui/FeedbackPage"),
  "app/gonggao": () => import("./app/gonggao/GonggaoPage"),
  "app/hetong": () => import("./app/hetong/ContractPage"),
  "app/jifen": () => import("./app/jifen/PointsPage"),
  "app/jifen/renwu/jilu": () => import("./app/jifen/TaskRecordPage"),
  "app/jifen/shangpin": () => import("./app/jifen/GoodsPage"),
  "app/jifen/shangpin/dingdan": () => import("./app/jifen/GoodsOrderPage"),
  "app/user/fufei": () => import("./app/user/PaymentPage"),
  "app/mingan/jilu": () => import("./app/mingan/RevealLogPage"),
  "app/project": () => import("./app/project/ProjectPage"),
  "app/project/fenlei": () => import("./app/project/FenleiPage"),
  "app/qudao": () => import("./app/qudao/ChannelPage"),
  "app/tongzhi": () => import("./app/tongzhi/NoticePage"),
  "app/user": () => import("./app/user/CustomerPage"),
  "app/user/duanxin": () => import("./app/user/SmsPage"),
  "app/user/shoukuan": () => import("./app/user/AccountPage"),
  "app/user/tongxunlu": () => import("./app/user/ContactPage"),
  "app/zijin/liushui": () => import("./app/zijin/MovementPage"),
  "app/zijin/zongzhang": () => import("./app/zijin/TrialBalancePage"),
  "app/zijin/jiancha": () => import("./app/zijin/CheckPage"),
  "code/gen/table": () => import("./code/gen/GenPage"),
  "code/tmpl": () => import("./code/tmpl/TmplPage"),
  "code/zujian": () => import("./code/zujian/GalleryPage"),
};

/** A resource without a page of its own is shown as its definition says. */
function plain(path: keyof Rows): Load {
  return async () => {
    const { definePage } = await import("@/crud/definePage");
    return { default: definePage(path) };
  };
}

/** Every page a menu item's `component` may name, loaded when it is first opened. */
export const pageLoaders: Readonly<Record<string, Load>> = {
  ...Object.fromEntries(Object.keys(resources).map((path) => [path, plain(path as keyof Rows)])),
  ...special,
};
