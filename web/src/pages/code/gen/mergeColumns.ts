import type { GenColumn } from "@/api/types.gen";
import { isEqual, type Clash, type MergedField } from "@/crud/form/formValues";
import { readColumns } from "./columns";

type Setting = keyof GenColumn;

/** The settings whose clash a person would look at, as the editor calls them. */
const WORDS: Readonly<Partial<Record<Setting, string>>> = {
  label: "标签",
  fieldType: "类型",
  isMust: "必填",
  isList: "列表",
  isForm: "表单",
  isSort: "排序",
  isFilter: "筛选",
  isExcel: "Excel",
  searchType: "查询",
  dictType: "字典",
  guanlian: "关联资源",
  mulu: "上传目录",
  tuomin: "脱敏方式",
  danyuange: "列表显示",
  maxLength: "最大长度",
  min: "最小值",
  max: "最大值",
  moren: "默认值",
  tishi: "提示",
  bianhua: "是否生成",
};

/**
 * Two people changed the columns of one table: column by column and setting by setting, whoever
 * changed one has it. Where both did, one's own stays and is told.
 */
export function mergeColumns(mine: unknown, opened: unknown, latest: unknown): MergedField {
  const [own, base, theirs] = [mine, opened, latest].map(byName) as [Columns, Columns, Columns];
  const clashes: Clash[] = [];
  const isMoved = !isEqual([...own.keys()], [...base.keys()]);
  const order = isMoved ? [...own.keys(), ...theirs.keys()] : [...theirs.keys(), ...own.keys()];
  const merged = [...new Set(order)].flatMap((name) => {
    const [a, b, before] = [own.get(name), theirs.get(name), base.get(name)];
    if (a && b) return [before ? bothOf(a, b, before, clashes) : a];
    const left = a ?? b;
    // Taken out by one side: gone, unless the other changed it or made it.
    return left && !(before && isEqual(left, { ...before, paixu: left.paixu })) ? [left] : [];
  });
  return { value: merged.map((column, paixu) => ({ ...column, paixu })), clashes };
}

type Columns = ReadonlyMap<string, GenColumn>;

function byName(value: unknown): Columns {
  return new Map(readColumns(value).map((column) => [column.columnName, column]));
}

function bothOf(mine: GenColumn, theirs: GenColumn, base: GenColumn, clashes: Clash[]): GenColumn {
  const settings = Object.keys(mine) as Setting[];
  const chosen = settings.map((setting) => {
    const [a, b, before] = [mine[setting], theirs[setting], base[setting]];
    if (isEqual(a, before)) return [setting, b] as const;
    const word = WORDS[setting];
    if (word && !isEqual(b, before) && !isEqual(a, b))
      clashes.push({ prop: `${mine.columnName} ${word}`, mine: said(a), theirs: said(b) });
    return [setting, a] as const;
  });
  return { ...mine, ...Object.fromEntries(chosen) };
}

function said(value: GenColumn[Setting]): unknown {
  return typeof value === "boolean" ? (value ? "是" : "否") : value;
}
