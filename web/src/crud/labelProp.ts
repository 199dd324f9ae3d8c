import type { ResourceMeta } from "@/api/resources";
import type { Row } from "./column";

/** Which column names a row to a person, and which one the server can search it by, if any. */
export function labelProp(meta: ResourceMeta | undefined): { show: string; search?: string } {
  const columns = meta?.columns ?? [];
  const found = columns.find(({ search }) => search === "like")?.prop;
  const props = new Set(columns.map(({ prop }) => prop));
  // A text made for choosing says more than the name alone.
  const show = props.has("selectNameShow") ? "selectNameShow" : (meta?.show ?? "id");
  const search = columns.find(({ prop }) => prop === show)?.search === "like" ? show : found;
  return search ? { show, search } : { show };
}

const NAMED = 3;

/** What a person calls these rows, for a question about them; empty where rows have no names. */
export function namesOf<R extends Row>(
  meta: ResourceMeta | undefined,
  rows: readonly R[],
  nameOf?: (row: R) => string,
): string {
  const { show } = labelProp(meta);
  if (show === "id" && !nameOf) return "";
  const names = rows
    .map((row) => (nameOf ? nameOf(row) : row[show]))
    .filter((name) => typeof name === "string" && name);
  const first = names.slice(0, NAMED).join("、");
  return names.length > NAMED ? `${first} 等 ${names.length} 项` : first;
}
