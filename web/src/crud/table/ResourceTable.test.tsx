import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { setDicts } from "@/lib/dict";
import { at, envelope, server } from "@/test/server";
import { listColumns } from "@/crud/fromMeta";
import { ResourceTable } from "./ResourceTable";
import { every, fruit, showPage } from "@/crud/testSupport";

const asked: URLSearchParams[] = [];
const columns = listColumns(fruit);

/** 25 pieces of fruit; the name is what was searched for, to tell answers apart. */
function serve(held: (query: URLSearchParams) => Promise<void> | undefined = () => undefined) {
  asked.length = 0;
  server.use(
    http.get(at("/api/app/fruit/findAllByPage"), async ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      await held(query);
      const [current, size] = [Number(query.get("current")), Number(query.get("size"))];
      const ids = Array.from({ length: Math.min(size, 25 - (current - 1) * size) }, (_, i) => i);
      const records = ids.map((i) => ({
        id: (current - 1) * size + i + 1,
        name: `${query.get("name") ?? "苹果"}${(current - 1) * size + i + 1}`,
        state: i % 2 ? "QIYONG" : "ZUOFEI",
        jine: 123456,
      }));
      return envelope({ records, total: 25 });
    }),
  );
}

beforeEach(() => {
  setDicts([
    {
      type: "state",
      dataList: [
        { dictLabel: "启用", dictValue: "QIYONG", tagType: "success" },
        { dictLabel: "停用", dictValue: "TINGYONG", tagType: "danger" },
      ],
    },
  ]);
});

const show = (search = "") =>
  showPage(
    <ResourceTable
      meta={fruit}
      columns={columns}
      renderBatch={({ selected }) => <span>{selected.map(({ id }) => id).join("+")}</span>}
    />,
    every,
    search,
  );

describe("the table", () => {
  it("shows amounts in yuan, labels of known values and unknown values raw", async () => {
    serve();
    show();
    expect(await screen.findByText("苹果1")).toBeInTheDocument();
    expect(screen.getAllByText("1,234.56")).toHaveLength(10);
    expect(screen.getAllByText("启用")).toHaveLength(5);
    expect(screen.getAllByText("ZUOFEI")).toHaveLength(5);
    expect(screen.getByText("共 25 条")).toBeInTheDocument();
    expect(screen.getByRole("columnheader", { name: /价格\(元\)/ })).toBeInTheDocument();
  });

  it("starts from the URL and sends it as the payload", async () => {
    serve();
    show("current=2&size=20&orders=jine:desc&name=梨&state=QIYONG,TINGYONG");
    expect(await screen.findByText("梨21")).toBeInTheDocument();
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      current: "2",
      size: "20",
      orders: "jine:desc",
      name: "梨",
      state: "QIYONG,TINGYONG",
      total: "0",
    });
    expect(screen.getByLabelText("名称")).toHaveValue("梨");
  });

  it("sorts by arrow from page 1, and clears with the same arrow", async () => {
    serve();
    const page = show("current=2");
    await screen.findByText("苹果11");
    const arrow = screen.getByRole("button", { name: "按名称升序" });
    await userEvent.click(arrow);
    expect(page.search()).toBe("orders=name%3Aasc");
    await screen.findByText("苹果1");
    expect(screen.getByRole("columnheader", { name: /名称/ })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await userEvent.click(arrow);
    expect(page.search()).toBe("");
  });

  it("filters by several values from page 1", async () => {
    serve();
    const page = show("current=2");
    await screen.findByText("苹果11");
    await userEvent.click(screen.getByRole("button", { name: "筛选状态" }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "启用" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "停用" }));
    await userEvent.click(screen.getByRole("button", { name: /筛\s*选$/ }));
    expect(page.search()).toBe("state=QIYONG%2CTINGYONG");
  });

  it("keeps the old rows while new ones load, and never shows an overtaken answer", async () => {
    let release: (() => void) | undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    serve((query) => (query.get("name") === "慢" ? slow : undefined));
    show();
    await screen.findByText("苹果1");
    const name = screen.getByLabelText("名称");
    await userEvent.type(name, "慢{Enter}");
    expect(screen.getByText("苹果1")).toBeInTheDocument();
    await userEvent.clear(name);
    await userEvent.type(name, "快{Enter}");
    await screen.findByText("快1");
    release?.();
    await userEvent.click(screen.getByRole("button", { name: "刷新" }));
    await waitFor(() => expect(asked).toHaveLength(4));
    expect(screen.getByText("快1")).toBeInTheDocument();
    expect(screen.queryByText("慢1")).not.toBeInTheDocument();
  });

  it("counts what is selected, and lets go of it on another page", async () => {
    serve();
    show();
    await screen.findByText("苹果1");
    const user = userEvent.setup();
    await user.click(screen.getByRole("checkbox", { name: "选择第 2 行" }));
    await user.keyboard("{Shift>}");
    await user.click(screen.getByRole("checkbox", { name: "选择第 4 行" }));
    await user.keyboard("{/Shift}");
    expect(screen.getByText("已选 3 项")).toBeInTheDocument();
    expect(screen.getByText("2+3+4")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("listitem", { name: "2" }));
    await screen.findByText("苹果11");
    expect(screen.queryByText(/已选/)).not.toBeInTheDocument();
  });

  it("moves by arrow keys and selects by space", async () => {
    serve();
    show();
    await screen.findByText("苹果1");
    const rows = within(screen.getByRole("table", { name: "水果" })).getAllByRole("row");
    rows[1]?.focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(rows[3]).toHaveFocus();
    await userEvent.keyboard(" ");
    expect(rows[3]).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Escape}");
    expect(rows[3]).toHaveAttribute("aria-selected", "false");
  });

  it("hides a column at once and remembers it under <name>-TABLE", async () => {
    serve();
    show();
    await screen.findByText("苹果1");
    await userEvent.click(screen.getByRole("button", { name: "列设置" }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "状态" }));
    await waitFor(() =>
      expect(screen.queryByRole("columnheader", { name: /状态/ })).not.toBeInTheDocument(),
    );
    expect(screen.queryByText("启用")).not.toBeInTheDocument();
    expect(JSON.parse(localStorage.getItem("app/fruit-TABLE") ?? "")).toContainEqual({
      prop: "state",
      isShow: false,
    });
  });

  it("says 10000+ 条 when the total is a lower bound", async () => {
    server.use(
      http.get(at("/api/app/fruit/findAllByPage"), () =>
        envelope({ records: [], total: 10000, totalExact: false }),
      ),
    );
    show();
    expect(await screen.findByText("10000+ 条")).toBeInTheDocument();
  });

  it("goes back to the last page when the asked one is empty", async () => {
    serve();
    const page = show("current=9");
    await screen.findByText("苹果25");
    expect(page.search()).toBe("current=3");
  });
});

describe("no rows", () => {
  it("offers to clear the search that finds nothing", async () => {
    server.use(
      http.get(at("/api/app/fruit/findAllByPage"), () => envelope({ records: [], total: 0 })),
    );
    const page = show("name=没有");
    expect(await screen.findByText("没有符合条件的数据")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "清空筛选" }));
    expect(page.search()).toBe("");
    expect(await screen.findByText("还没有数据")).toBeInTheDocument();
  });

  it("offers to try again after a failure", async () => {
    server.use(
      http.get(at("/api/app/fruit/findAllByPage"), () => envelope(null, 500, "系统繁忙"), {
        once: true,
      }),
    );
    show();
    expect(await screen.findByText("没有加载成功：系统繁忙")).toBeInTheDocument();
    expect(screen.queryByText("共 0 条")).not.toBeInTheDocument();
    serve();
    await userEvent.click(screen.getByRole("button", { name: /重\s*试/ }));
    expect(await screen.findByText("苹果1")).toBeInTheDocument();
  });

  it("names the missing permission and asks the server nothing", () => {
    serve();
    showPage(<ResourceTable meta={fruit} columns={columns} />, []);
    expect(screen.getByText("app:fruit:list")).toBeInTheDocument();
    expect(asked).toEqual([]);
  });
});
