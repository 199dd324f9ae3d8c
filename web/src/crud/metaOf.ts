import type { ResourceMeta } from "@/api/resources";
import { resources } from "@/api/resources.gen";

/** The definition of a resource a page is written for; a missing one is a mistake of ours. */
export function metaOf(path: string): ResourceMeta {
  const meta = resources[path];
  if (!meta) throw new Error(`no such resource: ${path}`);
  return meta;
}
