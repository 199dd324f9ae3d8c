import { Radio, type FormRule } from "antd";
import type { PropOf } from "@/crud/column";
import type { FieldGroup, FieldOverrides, Filled } from "@/crud/form/FormFields";
import { MapPolygon } from "@/widgets/MapPolygon";
import { CategoryNote, OverdueBaseNote, UpfrontFeeNote } from "./FieldNotes";
import { PeriodsInput } from "./PeriodsInput";
import type { Project } from "./publish";

export const groups: readonly FieldGroup<Project>[] = [
  { title: "基础信息", props: ["fenleiId", "mingcheng", "bianma", "biaoqian", "logo"] },
  {
    title: "金额与期数",
    props: [
      "zuixiaoJine",
      "zuidaJine",
      "jineBuchang",
      "rixiane",
      "zhouqiDanwei",
      "zhouqiChangdu",
      "qishuList",
    ],
  },
  {
    title: "利率与费用",
    props: [
      "huankuanMoshi",
      "nianlilv",
      "jixiTianshu",
      "zixunfeilv",
      "fuwufeilv",
      "qianzhifeilv",
      "qianzhifeiFangshi",
    ],
  },
  { title: "逾期", props: ["kuanxianTianshu", "yuqiRilv", "yuqiJishu", "yuqiShangxian"] },
  { title: "提前还款", props: ["isTiqian", "weiyueFeilv", "tiqianJixi"] },
  { title: "展期", props: ["isYanqi", "yanqiTianshu", "yanqiFeilv", "yanqiZuidaCishu"] },
  {
    title: "其他",
    props: [
      "nianlingMin",
      "nianlingMax",
      "qudaoIds",
      "hetongIds",
      "quyu",
      "state",
      "isTuijian",
      "paixu",
    ],
  },
];

const noPrepay = ({ isTiqian }: Filled<Project>) => isTiqian !== true;
const noExtension = ({ isYanqi }: Filled<Project>) => isYanqi !== true;
const noOverdueFee = ({ yuqiRilv }: Filled<Project>) => !yuqiRilv;

/** Extension that is allowed but adds no day, or never, is a slip. */
const atLeastOne: FormRule = {
  validator: (_rule, value: unknown) =>
    typeof value === "number" && value >= 1
      ? Promise.resolve()
      : Promise.reject(new Error("允许展期时至少为 1")),
};

/** The larger of a pair is not below the smaller. */
function notBelow(other: PropOf<Project>, message: string): FormRule {
  return ({ getFieldValue }) => ({
    validator: (_rule, value: unknown) => {
      const least: unknown = getFieldValue(other);
      const isBelow = typeof value === "number" && typeof least === "number" && value < least;
      return isBelow ? Promise.reject(new Error(message)) : Promise.resolve();
    },
  });
}

export const fields: FieldOverrides<Project> = {
  fenleiId: { hint: <CategoryNote /> },
  bianma: { hint: "订单和导出用它认产品，不能重复" },
  zuidaJine: { rules: [notBelow("zuixiaoJine", "最大金额不能小于最小金额")] },
  qishuList: {
    isFullWidth: true,
    control: <PeriodsInput />,
    hint: "客户可以选择的期数，1 到 360 的整数",
  },
  huankuanMoshi: { isFullWidth: true },
  jixiTianshu: {
    isDisabled: ({ zhouqiDanwei }) => zhouqiDanwei === "YUE",
    control: (
      <Radio.Group
        options={[
          { value: 365, label: "365 天" },
          { value: 360, label: "360 天" },
        ]}
      />
    ),
    hint: "按天、按周计息时一年的天数；按月不用",
  },
  qianzhifeiFangshi: {
    isFullWidth: true,
    isDisabled: ({ qianzhifeilv }) => !qianzhifeilv,
    hint: <UpfrontFeeNote />,
  },
  kuanxianTianshu: { hint: "应还日之后几天内还款不算逾期" },
  yuqiRilv: { hint: "每逾期一天收取基数的百分之几，0 为不收" },
  yuqiJishu: { isFullWidth: true, isDisabled: noOverdueFee, hint: <OverdueBaseNote /> },
  yuqiShangxian: { isDisabled: noOverdueFee },
  isTiqian: { isFullWidth: true },
  weiyueFeilv: { isDisabled: noPrepay },
  tiqianJixi: { isDisabled: noPrepay, hint: "当期利息收整期，还是按已用天数" },
  isYanqi: { isFullWidth: true },
  yanqiTianshu: { isDisabled: noExtension, rules: [atLeastOne] },
  yanqiFeilv: { isDisabled: noExtension },
  yanqiZuidaCishu: { isDisabled: noExtension, rules: [atLeastOne] },
  nianlingMax: { rules: [notBelow("nianlingMin", "最大年龄不能小于最小年龄")] },
  qudaoIds: { hint: "不选为全部渠道" },
  quyu: {
    isFullWidth: true,
    control: <MapPolygon aria-label="服务区域" />,
    hint: "不画为不限地区；画了以后，带位置的申请须在区域内（边上也算）",
  },
  hetongIds: { hint: "已发布的合同模板；申请时随订单留下当时的版本" },
  isTuijian: { hint: "排在推荐位" },
  // A new one is published by the button that says so.
  state: { hint: "综合年化超过上限的产品不能上架", isEditOnly: true },
};
