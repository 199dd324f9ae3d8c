import { callPath, type CallOptions, type Query } from "@/api/client";
import type { Page } from "@/api/resources";
import type { ListSums } from "@/api/types.gen";
import type { Values } from "./form/formValues";
import type { Row } from "./column";

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

export const saveRow = (path: string, verb: "add" | "edit", body: Values, options?: CallOptions) =>
  callPath<{ id: number } & Values>("POST", `/api/${path}/${verb}`, { ...options, body });

export const removeRows = (path: string, rows: readonly Row[]) =>
  callPath<null>("DELETE", `/api/${path}/delByIds/${rows.map(({ id }) => id).join(",")}`);

export interface Place {
  id: number;
  paixu: number;
  banbenSuo: unknown;
}

export const reorderRows = (path: string, records: readonly Place[]) =>
  callPath<null>("POST", `/api/${path}/paixu`, { body: { records } });
