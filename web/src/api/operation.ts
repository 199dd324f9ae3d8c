import type { Operations } from "./operations.gen";
import type { Method } from "./client";
import type { Query } from "./request";

/** A call by its method and path below /api: "POST /app/dingdan/querenhuankuan". */
export type Operation = keyof Operations;

type Part<K extends Operation, P extends string> =
  Operations[K] extends Record<P, infer T> ? T : object;

/** Nothing to say. */
type Nothing = Record<string, never>;

/** Everything an operation is told: what stands in its path, its query or its body, in one object. */
export type Ask<K extends Operation> =
  Exclude<keyof Operations[K], "result"> extends never
    ? Nothing
    : Part<K, "path"> & Part<K, "query"> & Part<K, "body">;

export type Result<K extends Operation> = Operations[K]["result"];

export interface Sendable {
  method: Method;
  path: string;
  query?: Query;
  body?: unknown;
}

/** What an operation sends: `{id}` of its path filled in, the rest as its query or its body. */
export function sendable(operation: string, ask: object): Sendable {
  const [method, template = ""] = operation.split(" ") as [Method, string];
  const rest: Record<string, unknown> = { ...ask };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return String(value).split(",").map(encodeURIComponent).join(",");
  });
  const filled = `/api${path}`;
  return method === "POST"
    ? { method, path: filled, body: rest }
    : { method, path: filled, query: rest as Query };
}
