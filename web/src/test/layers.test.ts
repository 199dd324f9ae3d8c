import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const src = resolve(import.meta.dirname, "..");

/** Each layer uses those before it, never one after it. */
const LAYERS = [["theme"], ["api", "lib"], ["widgets"], ["crud"], ["loan"], ["pages"], ["app"]];
const layerOf = (folder: string) => LAYERS.findIndex((layer) => layer.includes(folder));

interface Import {
  file: string;
  from: string;
  to: string;
}

/** Imports across the folders of src, tests and the entry left out. */
function crossings(): Import[] {
  const found: Import[] = [];
  for (const file of readdirSync(src, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file) || /\.test\.|testSupport|^test\//.test(file)) continue;
    const [from = ""] = file.split("/");
    if (layerOf(from) < 0) continue;
    for (const [, to = ""] of readFileSync(join(src, file), "utf8").matchAll(/"@\/(\w+)\//g))
      if (to !== from) found.push({ file, from, to });
  }
  return found;
}

describe("folders of src", () => {
  it("are used in one direction", () => {
    const all = crossings();
    expect(all.length).toBeGreaterThan(200);
    const upwards = all.filter(({ from, to }) => layerOf(to) > layerOf(from));
    expect(upwards.map(({ file, to }) => `${file} → ${to}`)).toEqual([]);
  });
});
