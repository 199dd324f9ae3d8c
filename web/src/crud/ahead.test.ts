import { http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { at, envelope, server } from "@/test/server";
import { askAhead, takeAhead } from "./ahead";

const FIRST = { current: 1, size: 10, total: 0 };

let asked: string[];

beforeEach(() => {
  asked = [];
  server.use(
    http.get(at("/api/app/gonggao/findAllByPage"), ({ request }) => {
      asked.push(new URL(request.url).search);
      return envelope({ records: [{ id: 7 }], total: 1 });
    }),
  );
});

it("asks what the page will ask, and hands the answer over once", async () => {
  askAhead("app/gonggao", "");
  const answer = takeAhead("app/gonggao", FIRST);
  expect(await answer).toMatchObject({ records: [{ id: 7 }] });
  expect(asked).toHaveLength(1);
  expect(takeAhead("app/gonggao", FIRST)).toBeUndefined();
});

it("reads the address as the list does", async () => {
  askAhead("app/gonggao", "type=HUODONG&orders=biaoti:asc&shown=3&unknown=1");
  const payload = { type: "HUODONG", orders: "biaoti:asc", ...FIRST };
  expect(await takeAhead("app/gonggao", payload)).toBeDefined();
});

it("keeps nothing for another question", () => {
  askAhead("app/gonggao", "");
  expect(takeAhead("app/gonggao", { ...FIRST, current: 2 })).toBeUndefined();
  expect(takeAhead("app/qa", FIRST)).toBeUndefined();
});

it("asks nothing for a page that does not begin with a list", () => {
  askAhead("sys/menu", "");
  askAhead("index", "");
  expect(asked).toHaveLength(0);
});
