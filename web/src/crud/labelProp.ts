import type { ResourceMeta } from "../api/resources";

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
