import { nameOf, nodesOf, parse, type Node, type SourceFile } from "./source";

/** What sends: a call of a known operation, or of a path that is put together. */
const SENDERS = new Set(["call", "callPath"]);

/** What a key is called where it is passed on. */
const KEYS = new Set(["idempotencyKey", "key"]);

export interface Write {
  path: string;
  /** As it stands in the source; a method alone for a path that is put together. */
  operation: string;
}

/** Calls that change something and carry no idempotency key: a lost answer would do them twice. */
export function writesWithoutKey(files: readonly SourceFile[]): Write[] {
  return files.flatMap((file) =>
    [...nodesOf(parse(file))].flatMap((node) => {
      if (node.type !== "CallExpression" || !SENDERS.has(nameOf(node.callee))) return [];
      const [operation, , options] = node.arguments as Node[];
      const said = typeof operation?.value === "string" ? operation.value : "?";
      const isKeyed = options !== undefined && [...nodesOf(options)].some(isKey);
      return said.startsWith("GET") || isKeyed ? [] : [{ path: file.path, operation: said }];
    }),
  );
}

const isKey = (node: Node) => KEYS.has(nameOf(node));
