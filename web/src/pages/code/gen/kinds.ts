import type { cells, fieldTypes, folders, masks } from "@/api/tools.gen";

export type FieldType = (typeof fieldTypes)[number];
export type Mask = (typeof masks)[number];
export type CellName = (typeof cells)[number];
export type FolderName = keyof typeof folders;
export type SearchType = "=" | "~" | "[]";

/** What every table has beside its own columns; the program keeps it. */
export const SYSTEM = "system";

export const KIND_LABELS: Record<FieldType, string> = {
  text: "文本",
  longText: "长文本",
  richText: "富文本",
  int: "整数",
  fen: "金额",
  ppm: "利率",
  bool: "开关",
  dict: "字典",
  dicts: "字典多选",
  date: "日期",
  timestamp: "时间",
  image: "图片",
  images: "多张图片",
  file: "文件",
  json: "结构",
  tags: "标签",
  ref: "关联",
  refs: "关联多选",
  secret: "敏感信息",
  system: "系统列",
};

export const MASK_LABELS: Record<Mask, string> = {
  Phone: "手机号",
  IdNumber: "身份证号",
  BankCard: "卡号",
  Name: "姓名",
  Email: "邮箱",
  Phones: "多个手机号",
  Beginning: "只留开头",
  Hidden: "全部隐藏",
};

export const CELL_LABELS: Record<CellName, string> = {
  Avatar: "头像",
  Icon: "图标",
  LongText: "长文本",
  Json: "结构",
  Tag: "标签",
  Copy: "可复制",
  Link: "链接",
  Switch: "开关",
  Fuwenben: "富文本",
};

export const FOLDER_LABELS: Record<FolderName, string> = {
  Avatar: "头像",
  Lunbotu: "轮播图",
  Gonggao: "公告",
  Project: "产品",
  Shangpin: "商品",
  Renwu: "任务",
  Fankui: "反馈",
  Hetong: "合同",
  Resource: "资源库",
  Version: "版本",
  Editor: "正文",
  Config: "参数",
  Renzheng: "认证",
  Xinyong: "信用资料",
  Shoukuan: "收款账户",
  Pingzheng: "凭证",
  Import: "导入",
};

export const SEARCH_LABELS: Record<SearchType, string> = {
  "=": "等于",
  "~": "包含",
  "[]": "范围",
};

const CONTAINED: ReadonlySet<string> = new Set(["text", "longText", "ref"]);
const RANGED: ReadonlySet<string> = new Set(["int", "fen", "ppm", "date", "timestamp"]);
const NEVER_EQUAL: ReadonlySet<string> = new Set([
  "richText",
  "json",
  "dicts",
  "tags",
  "refs",
  "image",
  "images",
  "file",
  SYSTEM,
]);

/** How a column of a kind may be searched; the server holds the same rule. */
export function searchesOf(kind: string): SearchType[] {
  return [
    ...(CONTAINED.has(kind) ? (["~"] as const) : []),
    ...(RANGED.has(kind) ? (["[]"] as const) : []),
    ...(NEVER_EQUAL.has(kind) ? [] : (["="] as const)),
  ];
}

/** What a kind needs to be told beside its name. */
export type Need = "length" | "dict" | "ref" | "folder" | "mask";

const NEEDS: Partial<Record<FieldType, Need>> = {
  text: "length",
  longText: "length",
  image: "folder",
  images: "folder",
  file: "folder",
  dict: "dict",
  dicts: "dict",
  ref: "ref",
  refs: "ref",
  secret: "mask",
};

export function needOf(kind: string): Need | undefined {
  return NEEDS[kind as FieldType];
}
