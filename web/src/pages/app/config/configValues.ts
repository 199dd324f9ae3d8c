import type { FormRule } from "antd";
import { jsonRule } from "@/crud/form/JsonField";
import { ppmToPercent } from "@/lib/money";
import { percentRule } from "@/widgets/PercentInput";

export interface Setting {
  jian: string;
  mingcheng: string;
  zhi?: string | null;
  /** TEXT, NUMBER, SWITCH, JSON, RICH, IMAGE or SECRET. */
  zhiType: string;
  isXitong?: boolean;
  beizhu?: string | null;
}

/** How a setting is shown where its value type alone would not do; the wire stays as it is. */
interface Shape {
  /** Kept in parts per million, typed and shown in per cent. */
  isRate?: boolean;
  /** Stands behind the number. */
  unit?: string;
  /** The only values the server takes. */
  choices?: readonly { value: string; label: string }[];
  hint?: string;
}

const CEILING = "lilvShangxian";
const WARNING = "lilvYujing";

const SHAPES: Readonly<Record<string, Shape>> = {
  [CEILING]: { isRate: true, hint: "超过的产品不能上架；不低于预警" },
  [WARNING]: { isRate: true, hint: "超过时提示" },
  huihuaKongxian: { unit: "秒", hint: "60 到 86400 秒，1800 秒为半小时" },
  huihuaZuichang: { unit: "秒", hint: "300 到 2592000 秒，43200 秒为十二小时" },
  suopingFenzhong: { unit: "分钟", hint: "0 到 720 分钟；0 为不锁屏" },
  rizhiBaoliuTianshu: { unit: "天" },
  chakanXiane: { unit: "次" },
  mimaCelue: {
    choices: [
      { value: "dengbao", label: "等保：至少 8 位，含三类字符" },
      { value: "asvs", label: "ASVS：至少 12 位" },
    ],
    hint: "对之后设置的密码起作用",
  },
};

export function shapeOf({ jian }: Setting): Shape {
  return SHAPES[jian] ?? {};
}

/** The unit stands behind the number, not in its name. */
export function labelOf(setting: Setting): string {
  const { unit } = shapeOf(setting);
  return unit ? setting.mingcheng.replace(`(${unit})`, "") : setting.mingcheng;
}

export function hintOf(setting: Setting): string | null | undefined {
  return shapeOf(setting).hint ?? setting.beizhu;
}

/** Settings travel as text; each control has its own idea of a value. */
export function toControl(setting: Setting): unknown {
  const { zhi, zhiType } = setting;
  if (shapeOf(setting).isRate) return zhi ? Number(zhi) : null;
  if (zhiType === "SWITCH") return zhi === "true";
  // A secret is never sent to us: the field starts empty, and empty means unchanged.
  if (zhiType === "SECRET") return "";
  return zhi ?? "";
}

export function toWire({ zhiType }: Setting, value: unknown): string {
  if (zhiType === "JSON" && typeof value === "object" && value !== null)
    return JSON.stringify(value);
  return value === null || value === undefined ? "" : String(value);
}

/** A ceiling below the warning would warn of nothing. */
const aboveWarning: FormRule = ({ getFieldValue }) => ({
  validator: (_rule, ceiling: unknown) => {
    const warning: unknown = getFieldValue(WARNING);
    const isBelow = typeof ceiling === "number" && typeof warning === "number" && ceiling < warning;
    return isBelow
      ? Promise.reject(new Error(`上限不能低于预警 ${ppmToPercent(warning)}%`))
      : Promise.resolve();
  },
});

export function ruleOf(setting: Setting): FormRule[] {
  const { zhiType, jian } = setting;
  if (shapeOf(setting).isRate)
    return jian === CEILING ? [percentRule, aboveWarning] : [percentRule];
  if (zhiType === "NUMBER") return [{ pattern: /^-?\d+(\.\d+)?$/, message: "请输入数字" }];
  return zhiType === "JSON" ? [jsonRule] : [];
}

/** The fields whose change makes this one be looked at again. */
export function dependenciesOf({ jian }: Setting): string[] {
  return jian === CEILING ? [WARNING] : [];
}
