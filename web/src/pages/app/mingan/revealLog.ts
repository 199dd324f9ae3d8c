import { resources } from "@/api/resources.gen";
import type { Option } from "@/crud/column";

/** A record somebody looked into. */
export interface Target {
  resource: string;
  id: number;
}

/** 客户 for "app/user"; what this version does not know keeps its path. */
export function resourceName(resource: string): string {
  return resources[resource]?.label ?? resource;
}

/** What stands in place of a field: everything of a customer was looked at. */
const EVERYTHING: Readonly<Record<string, string>> = { "*": "整份", fuben: "资料副本" };

/** Whether a line is about a customer, whatever it names as its resource. */
export function isOfCustomer(resource: string, field: string): boolean {
  return resource === "app/user" || field in EVERYTHING;
}

/** 手机号 for the field "phone" of a resource. */
export function fieldName(resource: string, field: string): string {
  return (
    resources[resource]?.columns.find(({ prop }) => prop === field)?.label ??
    EVERYTHING[field] ??
    field
  );
}

/** The permission that opens a record; none for a resource that cannot be asked for one. */
export function permissionToOpen(resource: string): string | undefined {
  const meta = resources[resource];
  return meta?.actions.includes("query") ? `${meta.perm}:query` : undefined;
}

/** The resources that hold something to reveal, to search by. */
export const revealable: Option[] = Object.values(resources)
  .filter(({ columns }) => columns.some(({ kind }) => kind === "secret"))
  .map(({ path, label }) => ({ value: path, label }));
