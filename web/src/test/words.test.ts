import { expect, it } from "vitest";
import { sourceFiles } from "./source";

/** Words of earlier versions; 手机 is a part of 手机号. */
const FORMER =
  /项目|延期|手机(?!号)|银行卡号|持卡人|户名|应付金额|付款方式|还款方式|放款方式|应还日期|借款期数/gu;

/** The texts that the specification gives, letter by letter. */
const SPECIFIED = [["loan/customer/ContactsTab.tsx", "请输入姓名/手机"]];

it("says one word for one thing", () => {
  // What a definition says of its columns is the word of whoever drew it up.
  const files = sourceFiles().filter(({ path }) => !path.endsWith(".gen.ts"));
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap(({ path, text }) => {
    const own = SPECIFIED.filter(([where]) => where === path);
    const rest = own.reduce((left, [, said]) => left.replace(said ?? "", ""), text);
    return [...rest.matchAll(FORMER)].map(([word]) => `${path}: ${word}`);
  });
  expect(found).toEqual([]);
});

it("writes days and moments in one way", () => {
  const elsewhere = sourceFiles().filter(({ path }) => path !== "lib/day.ts");
  const own = elsewhere.filter(({ text }) =>
    /YYYY|toLocale(Date|Time)?String\(\)|slice\(0, 10\)/u.test(text),
  );
  expect(own.map(({ path }) => path)).toEqual([]);
});

it("keeps what is specified", () => {
  const texts = new Map(sourceFiles().map(({ path, text }) => [path, text]));
  for (const [path, said] of SPECIFIED) expect(texts.get(path ?? "")).toContain(said);
});
