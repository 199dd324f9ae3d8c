import { describe, expect, it } from "vitest";
import { clickArrow, formatOrders, parseOrders, type Order } from "./orders";

const asc = (column: string): Order => ({ column, asc: true });
const desc = (column: string): Order => ({ column, asc: false });

describe("clickArrow", () => {
  it("takes the direction of the arrow, and clears it on the second click", () => {
    const once = clickArrow([], "name", true);
    expect(once).toEqual([asc("name")]);
    expect(clickArrow(once, "name", true)).toEqual([]);
  });

  it("turns round when the other arrow is clicked", () => {
    expect(clickArrow([asc("name")], "name", false)).toEqual([desc("name")]);
  });

  it("sorts by several columns in the order they were clicked", () => {
    const two = clickArrow([desc("createTime")], "name", true);
    expect(two).toEqual([desc("createTime"), asc("name")]);
    expect(clickArrow(two, "createTime", true)).toEqual([asc("createTime"), asc("name")]);
    expect(clickArrow(two, "createTime", false)).toEqual([asc("name")]);
  });
});

it("never sorts by more columns than the server does", () => {
  const five = ["a", "b", "c", "d", "e"].map(asc);
  expect(clickArrow(five, "f", true).map(({ column }) => column)).toEqual([..."bcdef"]);
});

describe("the orders payload", () => {
  it("is a comma-joined list of column:asc|desc", () => {
    expect(formatOrders([desc("createTime"), asc("name")])).toBe("createTime:desc,name:asc");
  });

  it("reads asc, desc, true and false, and drops what cannot be sorted", () => {
    const sortable = new Set(["a", "b", "c", "d"]);
    expect(parseOrders("a:asc,b:desc,c:true,d:false,x:asc,a:desc", sortable)).toEqual([
      asc("a"),
      desc("b"),
      asc("c"),
      desc("d"),
    ]);
  });
});
