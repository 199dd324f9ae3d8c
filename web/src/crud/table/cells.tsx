import { EyeOutlined, FileOutlined, HolderOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { resources } from "@/api/resources.gen";
import type { LinkTo } from "@/lib/linkTo";
import { fenToYuan, ppmToPercent } from "@/lib/money";
import { CopyButton } from "@/widgets/CopyButton";
import { ElementIcon } from "@/widgets/ElementIcon";
import { fileName, isImageUrl, splitUrls } from "@/widgets/fileUrls";
import { MaskedValue } from "@/widgets/MaskedValue";
import { Tag, tagType } from "@/widgets/Tag";
import type { Shown } from "./CellViewer";
import type { CellType, Row, TableColumn } from "@/crud/column";
import type { Openers } from "@/crud/detail/openers";
import { labelProp, namesOf } from "@/crud/labelProp";
import { safeHref } from "./safeHref";
import { SwitchCell } from "./SwitchCell";

export type Cell = (row: Row) => ReactNode;

/** What cells reach outside of their row. */
export interface CellEnv {
  /** Path of the resource, for values that are revealed one at a time. */
  resource: string;
  view: (shown: Shown) => void;
  onSwitch: (row: Row, column: TableColumn, value: unknown) => Promise<void>;
  /** Where a name leads to; without it names are plain text. */
  linkTo?: LinkTo;
  /** What opens the row that a name is of. */
  openers?: Openers;
}

const EMPTY = <span className="dt-empty">—</span>;

const DRAG_HANDLE = (
  <span className="dt-drag" draggable title="拖动排序，或按 Alt 加上下方向键">
    <HolderOutlined />
  </span>
);

/** One function per column: cells are plain elements, only switches and masked values hold state. */
export function cellFor(column: TableColumn, env: CellEnv): Cell {
  const { render } = column;
  if (render) return render;
  if (column.type === "drag") return () => DRAG_HANDLE;
  const draw = column.type && DRAWERS[column.type];
  const { show, ref, names } = column;
  if (names && column.type === "copy") return namedCell(column, names, env);
  const named = whoseName(column);
  const by = ref && labelProp(resources[ref]).search;
  return (row) => {
    const value = row[column.prop];
    const open = named && env.openers?.[named.ref];
    const whose = named && row[named.id];
    if (open && typeof whose === "number" && !isBlank(row[named.text]))
      return (
        <button type="button" className="dt-link dt-cut" onClick={() => open(whose)}>
          {toText(row[named.text])}
        </button>
      );
    if (draw && !isBlank(value)) return draw(value, row, column, env);
    const text = show ? row[show] : value;
    if (isBlank(text)) return blankCell(column.blank?.(row));
    // A name leads to where it is from; an id alone names nobody.
    const href = by && text !== value ? env.linkTo?.(ref, { [by]: toText(text) }) : undefined;
    return href ? (
      <a className="row-link" href={href}>
        {toText(text)}
      </a>
    ) : (
      toText(text)
    );
  };
}

function blankCell(word: string | undefined) {
  return word ? <span className="dt-empty">{word}</span> : EMPTY;
}

/** Where the name and the id of another row stand: beside a reference, or as it was written down. */
function whoseName({ prop, show, ref, names }: TableColumn) {
  if (names) return { text: prop, id: names.id, ref: names.ref };
  return ref && show ? { text: show, id: prop, ref } : undefined;
}

type Names = NonNullable<TableColumn["names"]>;

/** The number of another row, such as an order, leads to it; it is copied, too. */
function namedCell(column: TableColumn, { ref, id: prop }: Names, env: CellEnv): Cell {
  return (row) => {
    const name = toText(row[column.prop]);
    const id = row[prop];
    if (!name) return EMPTY;
    const href = typeof id === "number" ? env.linkTo?.(ref, { shown: id }) : undefined;
    return (
      <span className="dt-copy">
        {href ? (
          <a className="row-link row-name dt-cut" href={href}>
            {name}
          </a>
        ) : (
          <span className="dt-cut">{name}</span>
        )}
        <CopyButton text={name} />
      </span>
    );
  };
}

type Draw = (value: unknown, row: Row, column: TableColumn, env: CellEnv) => ReactNode;

const DRAWERS: Partial<Record<CellType, Draw>> = {
  avatar: (value, _row, column, env) => (
    <ImageButton urls={[toText(value)]} label={column.label} view={env.view} isRound />
  ),
  icon: (value) => <ElementIcon name={toText(value)} />,
  longText: (value, row, column, env) => {
    const text = shownText(value, row, column);
    return (
      <button
        type="button"
        className="dt-long"
        onClick={() => env.view({ kind: "text", title: column.label, text })}
      >
        {text}
      </button>
    );
  },
  json: (value, _row, column, env) => (
    <ViewButton
      label={column.label}
      onClick={() => env.view({ kind: "json", title: column.label, value })}
    />
  ),
  fuwenben: (value, _row, column, env) => (
    <ViewButton
      label={column.label}
      onClick={() => env.view({ kind: "html", title: column.label, html: toText(value) })}
    />
  ),
  tag: tags,
  copy: (value) => (
    <span className="dt-copy">
      <span className="dt-cut">{toText(value)}</span>
      <CopyButton text={toText(value)} />
    </span>
  ),
  link: (value, row, column) => {
    const text = shownText(value, row, column);
    const href = safeHref(column.href ? column.href(row) : toText(value));
    if (!href) return text;
    return href.startsWith("#") ? (
      <a href={href}>{text}</a>
    ) : (
      <a href={href} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  },
  image: images,
  images,
  file: images,
  switch: (value, row, column, env) => (
    <SwitchCell
      value={value}
      activeValue={column.activeValue ?? true}
      inactiveValue={column.inactiveValue ?? false}
      label={column.label}
      name={namesOf(resources[env.resource], [row])}
      onChange={(next) => env.onSwitch(row, column, next)}
    />
  ),
  money: (value) => (
    <span className={value === 0 ? "muted" : undefined}>{fenToYuan(Number(value))}</span>
  ),
  rate: (value) => `${ppmToPercent(Number(value))}%`,
  number: (value) => Number(value).toLocaleString("zh-CN"),
  bool: yesNo,
  masked: (value, row, column, env) => (
    <MaskedValue
      resource={env.resource}
      id={row.id}
      field={column.prop}
      label={column.label}
      masked={toText(value)}
    />
  ),
};

/** The display text of a reference where the row has one; a bare id says nothing. */
function shownText(value: unknown, row: Row, column: TableColumn): string {
  return toText((column.show && row[column.show]) || value);
}

function tags(value: unknown, row: Row, column: TableColumn): ReactNode {
  if (typeof value === "boolean") return yesNo(value);
  const values = Array.isArray(value) ? value.map(toText) : toText(value).split(",");
  // An entry that was disabled since is not in the dictionary, but the server still names it.
  const shown = column.show ? toText(row[column.show]) : "";
  return values.filter(Boolean).map((one) => {
    const option = column.options?.find((entry) => entry.value === one);
    return (
      <Tag key={one} type={tagType(option?.tagType)}>
        {option?.label ?? (shown || one)}
      </Tag>
    );
  });
}

function yesNo(value: unknown): ReactNode {
  return value ? "是" : <span className="muted">否</span>;
}

function images(value: unknown, _row: Row, column: TableColumn, env: CellEnv): ReactNode {
  const urls = splitUrls(value);
  const pictures = urls.filter(isImageUrl);
  const files = urls.filter((url) => !isImageUrl(url));
  return (
    <span className="dt-files">
      {pictures.length > 0 ? (
        <ImageButton urls={pictures} label={column.label} view={env.view} />
      ) : null}
      {files.map((url) => (
        <a key={url} href={safeHref(url)} target="_blank" rel="noreferrer" className="dt-cut">
          <FileOutlined /> {fileName(url)}
        </a>
      ))}
    </span>
  );
}

interface ImageButtonProps {
  urls: string[];
  label: string;
  view: CellEnv["view"];
  isRound?: boolean;
}

function ImageButton({ urls, label, view, isRound }: ImageButtonProps) {
  return (
    <button
      type="button"
      className={isRound ? "dt-image dt-round" : "dt-image"}
      aria-label={`预览${label}`}
      onClick={() => view({ kind: "images", urls })}
    >
      <img src={safeHref(urls[0] ?? "")} alt="" loading="lazy" />
      {urls.length > 1 ? <span className="dt-image-count">{urls.length}</span> : null}
    </button>
  );
}

function ViewButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="dt-link" aria-label={`查看${label}`} onClick={onClick}>
      <EyeOutlined /> 查看
    </button>
  );
}

function isBlank(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

export function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(toText).join("、");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
