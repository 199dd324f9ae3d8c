import { expect, it } from "vitest";
import { fileTree } from "./fileTree";

const drawn = (...paths: string[]) =>
  fileTree(paths).map(({ name, depth }) => `${"  ".repeat(depth)}${name}`);

it("puts files under their folders, and folders with one thing in them on one line", () => {
  expect(
    drawn(
      "crates/schema/src/a.rs",
      "crates/server/tests/http/a.rs",
      "e2e/flows/a.test.ts",
      "说明.md",
    ),
  ).toEqual([
    "crates",
    "  schema/src",
    "    a.rs",
    "  server/tests/http",
    "    a.rs",
    "e2e/flows",
    "  a.test.ts",
    "说明.md",
  ]);
});

it("knows each node by a path of its own", () => {
  const paths = fileTree(["a/b/x", "a/c/x"]).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});
