import { describe, expect, it } from "vitest";
import {
  filterValues,
  readState,
  toPayload,
  withFilter,
  withOrders,
  withSearch,
  withSize,
  writeState,
  type TableNames,
  type TableState,
} from "./tableState";

const names: TableNames = {
  search: new Set(["name", "state", "createTimeBegin", "createTimeEnd"]),
  sortable: new Set(["name", "createTime"]),
};

const state: TableState = {
  current: 3,
  size: 20,
  orders: [{ column: "createTime", asc: false }],
  search: { name: "张 三&四", state: "QIYONG,TINGYONG", createTimeBegin: "2026-03-01 00:00:00" },
};

describe("table state in the URL", () => {
  it("comes back as it was written", () => {
    const written = writeState(new URLSearchParams(), state, names).toString();
    expect(readState(new URLSearchParams(written), names)).toEqual(state);
  });

  it("keeps defaults out and foreign parameters in", () => {
    const empty: TableState = { current: 1, size: 10, orders: [], search: {} };
    const written = writeState(new URLSearchParams("tab=2&name=old&size=50"), empty, names);
    expect(written.toString()).toBe("tab=2");
  });

  it("survives a hand-written URL", () => {
    const params = new URLSearchParams("current=-2&size=33&orders=nothing:asc&password=x&name=");
    expect(readState(params, names)).toEqual({ current: 1, size: 10, orders: [], search: {} });
  });
});

describe("the payload", () => {
  it("is search fields, current, size, total and orders, filters joined by comma", () => {
    expect(toPayload(state, 57)).toEqual({
      name: "张 三&四",
      state: "QIYONG,TINGYONG",
      createTimeBegin: "2026-03-01 00:00:00",
      current: 3,
      size: 20,
      total: 57,
      orders: "createTime:desc",
    });
  });
});

describe("changes", () => {
  it("show the first page after a search, a filter, a sort or another size", () => {
    expect(withSearch(state, {}).current).toBe(1);
    expect(withFilter(state, "state", ["QIYONG"]).current).toBe(1);
    expect(withOrders(state, []).current).toBe(1);
    expect(withSize(state, 50)).toMatchObject({ current: 1, size: 50 });
  });

  it("set and clear one filter without touching the rest", () => {
    const filtered = withFilter(state, "state", ["TINGYONG"]);
    expect(filterValues(filtered, "state")).toEqual(["TINGYONG"]);
    const cleared = withFilter(filtered, "state", []);
    expect(cleared.search).toEqual({
      name: "张 三&四",
      createTimeBegin: "2026-03-01 00:00:00",
    });
  });
});
