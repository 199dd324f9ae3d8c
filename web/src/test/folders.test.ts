import { dirname, join } from "node:path/posix";
import { expect, it } from "vitest";
import { sourceFiles } from "./source";

/** Each may import from those before it. */
const LAYERS = ["lib", "widgets", "crud", "loan", "pages", "app"];

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g;

/** The layer an import leads to; none for packages and for what stands beside the layers. */
function layerOf(path: string): number {
  return LAYERS.indexOf(path.split("/")[0] ?? "");
}

function target(from: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  return specifier.startsWith(".") ? join(dirname(from), specifier) : null;
}

it("imports go one way: lib, widgets, crud, loan, pages, app", () => {
  let count = 0;
  const wrong = sourceFiles().flatMap(({ path, text }) => {
    const layer = layerOf(path);
    if (layer < 0) return [];
    return [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
      count += 1;
      const to = target(path, specifier);
      return to !== null && layerOf(to) > layer ? [`${path} imports ${specifier}`] : [];
    });
  });
  expect(count).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});
