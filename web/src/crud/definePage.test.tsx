import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it, vi } from "vitest";
import { toast } from "@/lib/feedback";
import { answer, at, envelope, server } from "@/test/server";
import { definePage } from "./definePage";
import { showPage } from "./testSupport";

const notice = { id: 1, banbenSuo: 1, biaoti: "停机维护", state: "YIFABU" };
const rows = { records: [notice, { ...notice, id: 2, biaoti: "放假" }], total: 2 };

const Page = definePage("app/gonggao", {
  columns: { biaoti: { label: "题目", render: ({ biaoti }) => <b>{biaoti}</b> } },
  actions: (page) => [
    {
      label: "看",
      onClick: ({ biaoti }) =>
        page.open((close) => (
          <button type="button" onClick={close}>
            关闭{biaoti}
          </button>
        )),
    },
  ],
  batch: [
    {
      label: "一起",
      perm: "app:gonggao:edit",
      refusal: (chosen) => (chosen.length > 1 ? "一次只能一个" : undefined),
      onClick: (_chosen, _page, clear) => clear(),
    },
  ],
});

it("a page is its definition and what it says is different", async () => {
  answer("/api/app/gonggao/findAllByPage", rows);
  showPage(<Page />, ["app:gonggao:list"]);
  expect((await screen.findByText("停机维护")).tagName).toBe("B");
  expect(screen.getByRole("columnheader", { name: "题目" })).toBeInTheDocument();
  // Nothing can be done to several at once by this person: nothing can be ticked.
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  await userEvent.click(screen.getAllByRole("button", { name: "看" })[1] as HTMLElement);
  await userEvent.click(await screen.findByRole("button", { name: "关闭放假" }));
  expect(screen.queryByRole("button", { name: "关闭放假" })).not.toBeInTheDocument();
});

it("what is done to several rows says why it cannot be done, and lets go of them", async () => {
  answer("/api/app/gonggao/findAllByPage", rows);
  showPage(<Page />, ["app:gonggao:list", "app:gonggao:edit"]);
  await screen.findByText("停机维护");
  await userEvent.click(screen.getByRole("checkbox", { name: "选择第 1 行" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "选择第 2 行" }));
  const together = screen.getByRole("button", { name: /一\s*起/ });
  expect(together).toHaveAttribute("title", "一次只能一个");
  // It can be reached and pressed, and then says why: nothing has happened.
  const said = vi.spyOn(toast, "info").mockImplementation(() => undefined);
  await userEvent.click(together);
  expect(said).toHaveBeenCalledExactlyOnceWith("一次只能一个");
  expect(screen.getByText("已选 2 项")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("checkbox", { name: "选择第 2 行" }));
  await userEvent.click(screen.getByRole("button", { name: /一\s*起/ }));
  expect(screen.queryByText(/已选/)).not.toBeInTheDocument();
});

it("several rows are not deleted together where one of them may not be", async () => {
  const Kept = definePage("app/gonggao", {
    refuseDelete: ({ biaoti }) => (biaoti === "放假" ? "放假通知要保留" : undefined),
  });
  answer("/api/app/gonggao/findAllByPage", rows);
  showPage(<Kept />, ["app:gonggao:list", "app:gonggao:del"]);
  await screen.findByText("停机维护");
  await userEvent.click(screen.getByRole("checkbox", { name: "选择第 1 行" }));
  expect(screen.getByRole("button", { name: /批量删除/ })).not.toHaveAttribute("title");
  await userEvent.click(screen.getByRole("checkbox", { name: "选择第 2 行" }));
  expect(screen.getByRole("button", { name: /批量删除/ })).toHaveAttribute(
    "title",
    "所选 2 项中有 1 项不能删除：放假通知要保留",
  );
});

it("a column may be put in order by another one's values", async () => {
  const Sorted = definePage("app/gonggao", {
    columns: { type: { isSort: true, sortBy: "biaoti" } },
  });
  const asked: string[] = [];
  server.use(
    http.get(at("/api/app/gonggao/findAllByPage"), ({ request }) => {
      asked.push(new URL(request.url).search);
      return envelope(rows);
    }),
  );
  showPage(<Sorted />, ["app:gonggao:list"]);
  await screen.findByText("停机维护");
  await userEvent.click(screen.getByRole("button", { name: "按类型降序" }));
  await waitFor(() => expect(asked.at(-1)).toContain("orders=biaoti%3Adesc"));
  expect(screen.getByRole("columnheader", { name: /类型/ })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
});

/** Never run: each line that is marked must not compile. */
export function wrongPages() {
  // @ts-expect-error no such resource
  definePage("app/gongao");
  // @ts-expect-error a misspelt column
  definePage("app/gonggao", { columns: { biaotu: { width: 220 } } });
  // @ts-expect-error a misspelt column that would come first
  definePage("app/gonggao", { firstColumns: ["biaotu"] });
  // @ts-expect-error a misspelt search
  definePage("app/gonggao", { search: { biaotu: { label: "标题" } } });
  // @ts-expect-error a misspelt field of the form
  definePage("app/gonggao", { fields: { biaotu: { hint: "x" } } });
  // @ts-expect-error a field that stands in no group because it does not exist
  definePage("app/gonggao", { formGroups: [{ title: "x", props: ["biaotu"] }] });
  // @ts-expect-error a new record that starts with another kind of value
  definePage("app/gonggao", { initial: { isZhiding: "yes" } });
  definePage("app/gonggao", {
    // @ts-expect-error a cell that reads what the row does not have
    columns: { biaoti: { render: ({ biaotu }) => biaotu } },
  });
  definePage("app/gonggao", {
    // @ts-expect-error a condition on a field the form does not have
    fields: { biaoti: { isHidden: ({ biaotu }) => biaotu === "" } },
  });
  // @ts-expect-error a rule about a column the row does not have
  definePage("app/gonggao", { refuseDelete: ({ biaotu }) => biaotu });
}
