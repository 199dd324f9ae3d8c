import { callPath, type CallOptions, type Query } from "@/api/client";
import type { Page } from "@/api/resources";
import type { ListSums } from "@/api/types.gen";
import type { Values } from "./form/formValues";
import type { Row } from "./column";
import { sendOnce } from "./verb/callOnce";
import type { Key } from "./verb/useOnce";

/*
 * The calls every resource answers, for what serves all of them. The path is known only when it
 * runs, so this is the one place that says what comes back instead of being told.
 */

export const findPage = <R extends Row>(path: string, query: Query, options?: CallOptions) =>
  callPath<Page<R>>("GET", `/api/${path}/findAllByPage`, { ...options, query });

export const findSums = (path: string, query: Query, options?: CallOptions, verb = "heji") =>
  callPath<ListSums>("GET", `/api/${path}/${verb}`, { ...options, query });

export const findRow = (path: string, id: number, options?: CallOptions) =>
  callPath<Row>("GET", `/api/${path}/findById/${id}`, options);

export const saveRow = (
  path: string,
  verb: "add" | "edit",
  body: Values,
  key: Key,
  options?: CallOptions,
) =>
  callPath<{ id: number } & Values>("POST", `/api/${path}/${verb}`, { ...options, ...key, body });

export function removeRows(path: string, rows: readonly Row[]) {
  const asked = `/api/${path}/delByIds/${rows.map(({ id }) => id).join(",")}`;
  return sendOnce(asked, (key) => callPath<null>("DELETE", asked, key));
}

export interface Place {
  id: number;
  paixu: number;
  banbenSuo: unknown;
}

export const reorderRows = (path: string, records: readonly Place[]) =>
  sendOnce([path, records], (key) =>
    callPath<null>("POST", `/api/${path}/paixu`, { ...key, body: { records } }),
  );
