import { describe, expect, it } from "vitest";
import { highlight } from "./highlight";

const kinds = (text: string, language: string) =>
  highlight(text, language).map((line) => line.map(({ kind, text: piece }) => `${kind}:${piece}`));

describe("highlight", () => {
  it("keeps every letter, blanks and line ends included", () => {
    const text = 'pub fn a() {\n    // 注释 "x"\n    "b\\"c"\n}\n';
    for (const language of ["rust", "typescript", "sql", "markdown", "diff", "template", "text"]) {
      const lines = highlight(text, language).map((line) =>
        line.map((token) => token.text).join(""),
      );
      expect(lines.join("\n"), language).toBe(text);
    }
  });

  it("knows words, texts, comments and numbers", () => {
    expect(kinds('use a; // b\n"x"', "rust")).toEqual([
      ["word:use", "plain: a; ", "comment:// b"],
      ['text:"x"'],
    ]);
    expect(kinds("create TABLE x (id BIGINT)", "sql")[0]).toEqual([
      "word:create",
      "plain: ",
      "word:TABLE",
      "plain: x (id ",
      "word:BIGINT",
      "plain:)",
    ]);
    expect(kinds("a1 10_000", "rust")[0]).toEqual(["plain:a1 ", "number:10_000"]);
  });

  it("goes on with a comment or a tag in the next line", () => {
    expect(kinds("/* a\nb */ c", "typescript")).toEqual([
      ["comment:/* a"],
      ["comment:b */", "plain: c"],
    ]);
    expect(kinds("{% if\nx %}y", "template")).toEqual([["tag:{% if"], ["tag:x %}", "plain:y"]]);
  });

  it("colours lines of a patch", () => {
    expect(kinds("@@ -1 +1 @@\n-a\n+b\n c", "diff")).toEqual([
      ["tag:@@ -1 +1 @@"],
      ["taken:-a"],
      ["added:+b"],
      ["plain: c"],
    ]);
  });

  it("ends at the end of what was never closed", () => {
    expect(kinds("{{ a", "template")).toEqual([["tag:{{ a"]]);
    expect(highlight("", "rust")).toEqual([[]]);
  });
});
