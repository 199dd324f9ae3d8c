import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const src = resolve(import.meta.dirname, "..");

/** The classes that begin a selector: those a file styles on its own account. */
function ownClasses(css: string): Set<string> {
  const selectors = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .split(/\{[^{}]*\}/)
    .flatMap((block) => block.replace(/@[^{]*\{/, "").split(","));
  return new Set(selectors.flatMap((selector) => /^\s*\.([\w-]+)/.exec(selector)?.[1] ?? []));
}

// Style sheets of pages opened before stay in the document: a name used twice styles both places.
it("a class is styled by one file", () => {
  const owners = new Map<string, string[]>();
  for (const file of readdirSync(src, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".css")) continue;
    for (const name of ownClasses(readFileSync(join(src, file), "utf8")))
      owners.set(name, [...(owners.get(name) ?? []), file]);
  }
  expect(owners.size).toBeGreaterThan(100);
  const shared = [...owners].filter(
    ([name, files]) => files.length > 1 && !name.startsWith("ant-"),
  );
  expect(shared).toEqual([]);
});
