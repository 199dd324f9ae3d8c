/** A folder or a file, as deep as it stands. */
export interface FileNode {
  path: string;
  name: string;
  depth: number;
}

/** Folders and files in order, each under its folder; folders that hold one thing alone share a line. */
export function fileTree(paths: readonly string[]): FileNode[] {
  return nodes(
    paths.map((path) => ({ path, parts: path.split("/") })),
    "",
    0,
  );
}

interface Entry {
  path: string;
  parts: readonly string[];
}

function nodes(entries: readonly Entry[], above: string, depth: number): FileNode[] {
  const folders = new Map<string, Entry[]>();
  const files: FileNode[] = [];
  for (const { path, parts } of entries) {
    const [first = "", ...rest] = parts;
    if (rest.length === 0) files.push({ path, name: first, depth });
    else folders.set(first, [...(folders.get(first) ?? []), { path, parts: rest }]);
  }
  const shown = [...folders].flatMap(([name, inside]) => folder(name, inside, above, depth));
  return [...shown, ...files];
}

function folder(name: string, inside: readonly Entry[], above: string, depth: number): FileNode[] {
  const heads = new Set(inside.map(({ parts }) => parts[0] ?? ""));
  const [only] = heads;
  const isChain = heads.size === 1 && inside.every(({ parts }) => parts.length > 1);
  if (isChain && only !== undefined)
    return folder(
      `${name}/${only}`,
      inside.map(({ path, parts }) => ({ path, parts: parts.slice(1) })),
      above,
      depth,
    );
  const path = `${above}${name}/`;
  return [{ path, name, depth }, ...nodes(inside, path, depth + 1)];
}
