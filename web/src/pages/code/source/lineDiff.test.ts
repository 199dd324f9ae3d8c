import { expect, it } from "vitest";
import { countOf, lineDiff } from "./lineDiff";

const told = (before: string, after: string) =>
  lineDiff(before, after).map(
    ({ kind, text, before: old, after: now }) => `${kind} ${old ?? ""}/${now ?? ""} ${text}`,
  );

it("tells lines that came and went, with their numbers", () => {
  expect(told("a\nb\nc", "a\nx\nc\nd")).toEqual([
    "same 1/1 a",
    "taken 2/ b",
    "added /2 x",
    "same 3/3 c",
    "added /4 d",
  ]);
  expect(countOf(lineDiff("a\nb\nc", "a\nx\nc\nd"))).toEqual({ added: 2, taken: 1 });
});

it("finds what stayed between two changes", () => {
  expect(told("1\na\nb\n2", "3\na\nb\n4").filter((line) => line.startsWith("same"))).toEqual([
    "same 2/2 a",
    "same 3/3 b",
  ]);
});

it("has nothing to tell about the same text", () => {
  expect(countOf(lineDiff("a\nb", "a\nb"))).toEqual({ added: 0, taken: 0 });
});

const long = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at}`).join("\n");

it("does not compare every line with every line of two very long texts", () => {
  expect(countOf(lineDiff(long("a"), long("b")))).toEqual({ added: 3000, taken: 3000 });
});
