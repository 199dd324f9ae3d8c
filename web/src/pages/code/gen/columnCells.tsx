import { Checkbox, Input, InputNumber, Select } from "antd";
import { resources } from "@/api/resources.gen";
import { fieldTypes, folders, masks, seedDicts } from "@/api/tools.gen";
import type { GenColumn } from "@/api/types.gen";
import type { TableColumn } from "@/crud/column";
import "@/crud/table/rowActions.css";
import { Tag } from "@/widgets/Tag";
import { GONE, NEW, UNWANTED, type EditedColumn } from "./columns";
import {
  FOLDER_LABELS,
  KIND_LABELS,
  MASK_LABELS,
  needOf,
  SEARCH_LABELS,
  searchesOf,
  SYSTEM,
  type FolderName,
} from "./kinds";

export interface Doing {
  change: (id: number, part: Partial<GenColumn>) => void;
  remove: (id: number) => void;
  more: (id: number) => void;
}

type Column = TableColumn<EditedColumn>;
type Flag = "isMust" | "isList" | "isForm" | "isSort" | "isFilter" | "isExcel";

const FLAGS: readonly [Flag, string][] = [
  ["isMust", "必填"],
  ["isList", "列表"],
  ["isForm", "表单"],
  ["isSort", "排序"],
  ["isFilter", "筛选"],
  ["isExcel", "Excel"],
];

const option = ([value, label]: [string, string]) => ({ value, label });
const KINDS = fieldTypes
  .filter((kind) => kind !== SYSTEM)
  .map((kind) => ({ value: kind as string, label: KIND_LABELS[kind] }));
const DICTS = Object.entries(seedDicts).map(([value, label]) => ({
  value,
  label: `${label}（${value}）`,
}));
const RESOURCES = Object.values(resources)
  // A picker lists what it offers.
  .filter(({ actions }) => actions.includes("list"))
  .map(({ path, label }) => ({ value: path, label: `${label}（${path}）` }));
const FOLDERS = Object.keys(folders).map((name) => ({
  value: name,
  label: FOLDER_LABELS[name as FolderName],
}));
const MASKS = masks.map((mask) => ({ value: mask as string, label: MASK_LABELS[mask] }));

/** Wide enough for its words, whatever the select's own width is. */
const POPUP = { popupMatchSelectWidth: false, virtual: false } as const;

const nameOf = ({ columnName }: EditedColumn) => columnName || "新字段";

/** The columns of the table in which columns are set. */
export function columnsOfEditor(doing: Doing): Column[] {
  const { change } = doing;
  return [
    { prop: "_drag", label: "移动", type: "drag", fixed: "left", isFixture: true, width: 52 },
    {
      prop: "columnName",
      label: "列名",
      width: 160,
      fixed: "left",
      render: (row) =>
        row.columnType ? (
          <KnownName row={row} />
        ) : (
          <Input
            size="small"
            aria-label="列名"
            placeholder="如 mingcheng"
            maxLength={40}
            value={row.columnName}
            onChange={(event) => change(row.id, { columnName: event.target.value })}
          />
        ),
    },
    {
      prop: "label",
      label: "标签",
      width: 136,
      render: (row) => (
        <Input
          size="small"
          aria-label={`${nameOf(row)}的标签`}
          maxLength={30}
          value={row.label}
          onChange={(event) => change(row.id, { label: event.target.value })}
        />
      ),
    },
    {
      prop: "fieldType",
      label: "类型",
      width: 116,
      render: (row) => (
        <Select
          {...POPUP}
          size="small"
          className="gen-cell"
          aria-label={`${nameOf(row)}的类型`}
          value={row.fieldType}
          options={KINDS}
          onChange={(fieldType) => change(row.id, { fieldType })}
        />
      ),
    },
    {
      prop: "_need",
      label: "字典、长度等",
      width: 164,
      render: (row) => <NeedCell row={row} name={nameOf(row)} change={change} />,
    },
    ...FLAGS.map((flag) => flagColumn(flag, change)),
    {
      prop: "searchType",
      label: "查询",
      width: 100,
      render: (row) => <SearchCell row={row} name={nameOf(row)} change={change} />,
    },
    actionsColumn(doing),
  ];
}

function flagColumn([prop, label]: (typeof FLAGS)[number], change: Doing["change"]): Column {
  return {
    prop,
    label,
    width: 56,
    align: "center",
    render: (row) => (
      <Checkbox
        aria-label={`${nameOf(row)}：${label}`}
        checked={row[prop]}
        onChange={(event) => change(row.id, { [prop]: event.target.checked })}
      />
    ),
  };
}

function actionsColumn({ change, more, remove }: Doing): Column {
  return {
    prop: "_actions",
    label: "操作",
    fixed: "right",
    isFixture: true,
    width: 104,
    render: (row) => (
      <span className="row-actions">
        <button
          type="button"
          className="dt-link"
          aria-label={`${nameOf(row)}的更多设置`}
          onClick={() => more(row.id)}
        >
          更多
        </button>
        {row.bianhua === UNWANTED ? (
          <button
            type="button"
            className="dt-link"
            aria-label={`恢复${nameOf(row)}`}
            onClick={() => change(row.id, { bianhua: "" })}
          >
            恢复
          </button>
        ) : (
          <button
            type="button"
            className="dt-link"
            aria-label={`移除${nameOf(row)}`}
            onClick={() => remove(row.id)}
          >
            移除
          </button>
        )}
      </span>
    ),
  };
}

function KnownName({ row }: { row: EditedColumn }) {
  return (
    <span className="gen-name" title={[row.columnType, row.columnComment].join(" ").trim()}>
      <span className="dt-cut">{row.columnName}</span>
      {row.bianhua === GONE ? <Tag type="danger">已消失</Tag> : null}
      {row.bianhua === UNWANTED ? <Tag type="default">不生成</Tag> : null}
      {row.bianhua === NEW ? <Tag type="primary">新</Tag> : null}
    </span>
  );
}

interface CellProps extends Pick<Doing, "change"> {
  row: EditedColumn;
  name: string;
}

/** What a column's kind needs to be told. */
function NeedCell({ row, name, change }: CellProps) {
  const choose = (
    label: string,
    prop: "dictType" | "guanlian" | "mulu" | "tuomin",
    options: { value: string; label: string }[],
  ) => (
    <Select
      {...POPUP}
      size="small"
      className="gen-cell"
      showSearch
      optionFilterProp="label"
      aria-label={`${name}的${label}`}
      placeholder={`选择${label}`}
      status={row[prop] === "" ? "warning" : ""}
      value={row[prop] || null}
      options={options}
      onChange={(value: string) => change(row.id, { [prop]: value })}
    />
  );
  switch (needOf(row.fieldType)) {
    case "length":
      return (
        <InputNumber
          size="small"
          className="gen-cell"
          aria-label={`${name}的最大长度`}
          prefix="最长"
          precision={0}
          min={1}
          max={100_000}
          value={row.maxLength}
          onChange={(maxLength) => change(row.id, { maxLength })}
        />
      );
    case "dict":
      return choose("字典", "dictType", DICTS);
    case "ref":
      return choose("关联资源", "guanlian", RESOURCES);
    case "folder":
      return choose("上传目录", "mulu", FOLDERS);
    case "mask":
      return choose("脱敏方式", "tuomin", MASKS);
    default:
      return <span className="dt-empty">—</span>;
  }
}

function SearchCell({ row, name, change }: CellProps) {
  const ways = searchesOf(row.fieldType);
  if (ways.length === 0) return <span className="dt-empty">—</span>;
  const none = option(["", "不查询"]);
  return (
    <Select
      {...POPUP}
      size="small"
      className="gen-cell"
      aria-label={`${name}的查询方式`}
      value={row.isSearch ? row.searchType : ""}
      options={[none, ...ways.map((way) => option([way, SEARCH_LABELS[way]]))]}
      onChange={(searchType) => change(row.id, { searchType, isSearch: searchType !== "" })}
    />
  );
}
