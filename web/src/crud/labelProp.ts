import type { ResourceMeta } from "../api/resources";
import type { Row } from "./column";

const SHOWN = ["selectNameShow", "name", "mingcheng", "nickName", "biaoti", "dictLabel"];

/** Which column names a row to a person, and which one the server can search it by, if any. */
export function labelProp(meta: ResourceMeta | undefined): { show: string; search?: string } {
  const columns = meta?.columns ?? [];
  const found = columns.find(({ search }) => search === "like")?.prop;
  const props = new Set(columns.map(({ prop }) => prop));
  const show = SHOWN.find((name) => props.has(name)) ?? found ?? "id";
  const search = columns.find(({ prop }) => prop === show)?.search === "like" ? show : found;
  return search ? { show, search } : { show };
}

const NAMED = 3;

/** What a person calls these rows, for a question about them; empty where rows have no names. */
export function namesOf(meta: ResourceMeta | undefined, rows: readonly Row[]): string {
  const { show } = labelProp(meta);
  if (show === "id") return "";
  const names = rows.map((row) => row[show]).filter((name) => typeof name === "string" && name);
  const first = names.slice(0, NAMED).join("、");
  return names.length > NAMED ? `${first} 等 ${names.length} 项` : first;
}
