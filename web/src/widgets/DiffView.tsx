import "./diff.css";
import { prettyJson } from "./JsonView";

type Fields = Record<string, unknown>;

interface Props {
  before: unknown;
  after: unknown;
  /** Chinese names of the fields, where known. */
  labels?: Readonly<Record<string, string>>;
  /** What the two sides are called. */
  titles?: readonly [string, string];
}

const TITLES = ["变更前", "变更后"] as const;
const NO_LABELS: Readonly<Record<string, string>> = {};

export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** Fields that differ between two records, in the order they appear. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const old = asFields(before);
  const now = asFields(after);
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((field) => ({ field, before: old[field], after: now[field] }));
}

/** What changed, field by field: the old value struck, the new one beside it. */
export function DiffView({ before, after, labels = NO_LABELS, titles = TITLES }: Props) {
  const changes = changesOf(before, after);
  if (changes.length === 0) return <p className="muted">没有变更的字段</p>;
  return (
    <table className="diff">
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">{titles[0]}</th>
          <th scope="col">{titles[1]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before: old, after: now }) => (
          <tr key={field}>
            <th scope="row">{labels[field] ?? field}</th>
            <td>{isAbsent(old) ? <Nothing /> : <del>{toLine(old)}</del>}</td>
            <td>{isAbsent(now) ? <Nothing /> : <ins>{toLine(now)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Nothing() {
  return <span className="muted">（空）</span>;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function toLine(value: unknown): string {
  return typeof value === "object" ? prettyJson(value) : String(value);
}

function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}
