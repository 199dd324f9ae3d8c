import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "rolldown/utils";

/** A node of a parsed file, as far as tests of the source look at it. */
export interface Node {
  type: string;
  [field: string]: unknown;
}

export interface SourceFile {
  /** From `src`, with slashes. */
  path: string;
  text: string;
}

const src = resolve(import.meta.dirname, "..");

/** Every file of the application itself, for rules that no compiler checks. */
export function sourceFiles(): SourceFile[] {
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^test\/|testSupport/.test(path))
    .map((path) => ({ path, text: readFileSync(join(src, path), "utf8") }));
}

export function parse({ path, text }: SourceFile): Node {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return program as unknown as Node;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

export function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

/** An identifier as it is written; nothing for any other node. */
export function nameOf(node: unknown): string {
  const { type, name } = (node ?? {}) as Node;
  const isName = type === "Identifier" || type === "JSXIdentifier";
  return isName && typeof name === "string" ? name : "";
}
