import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { callPath } from "@/api/client";
import { listColumns } from "@/crud/fromMeta";
import { ResourceTable } from "@/crud/table/ResourceTable";
import { every, fruit, showPage } from "@/crud/testSupport";
import { Dialog } from "@/lib/Dialog";
import { toast } from "@/lib/feedback";
import { answer, at, envelope, server } from "@/test/server";
import { DetailDialog } from "./DetailDialog";
import { useShown, type Shown } from "./useShown";

const columns = listColumns(fruit);
const drawn = vi.fn();

function Part({ name }: { name: string }) {
  drawn(name);
  return <p>{name}的内容</p>;
}

function FruitDialog({ id, shown }: { id: number; shown: Shown }) {
  const query = useQuery({
    queryKey: ["detail", "app/fruit", id],
    queryFn: () => callPath<{ name: string }>("GET", `/api/app/fruit/findById/${id}`),
  });
  return (
    <DetailDialog
      query={query}
      shown={shown}
      label="水果详情"
      title={({ name }) => name}
      renderFacts={({ name }) => <p>要点：{name}</p>}
      renderTabs={() => [
        { key: "one", label: "概况", children: <Part name="概况" /> },
        { key: "two", label: "价格", children: <Part name="价格" /> },
      ]}
    />
  );
}

function FruitPage() {
  const shown = useShown();
  return (
    <>
      <button type="button" onClick={() => shown.open(7)}>
        打开
      </button>
      <ResourceTable
        meta={fruit}
        columns={columns}
        renderBatch={({ selected }) => <span>选中 {selected.map(({ id }) => id).join("+")}</span>}
      />
      {shown.id === null ? null : <FruitDialog id={shown.id} shown={shown} />}
    </>
  );
}

beforeEach(() => {
  drawn.mockClear();
  vi.spyOn(toast, "warning").mockImplementation(() => undefined);
  answer("/api/app/fruit/findAllByPage", {
    records: [7, 8].map((id) => ({ id, name: `苹果${id}`, state: "QIYONG", jine: 1 })),
    total: 2,
  });
  server.use(
    http.get(at("/api/app/fruit/findById/:id"), ({ params }) =>
      params.id === "9"
        ? envelope(null, 2004, "水果不存在")
        : envelope({ name: `苹果${String(params.id)}` }),
    ),
  );
});

it("what is shown is in the URL beside what the list asks for, and nothing of the list moves", async () => {
  const page = showPage(<FruitPage />, every, "name=%E8%8B%B9");
  await screen.findByText("苹果8");
  await userEvent.click(screen.getByRole("checkbox", { name: "选择第 2 行" }));
  expect(screen.getByText("选中 8")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "打开" }));
  await screen.findByText("要点：苹果7");
  expect(Object.fromEntries(new URLSearchParams(page.search()))).toEqual({
    name: "苹",
    shown: "7",
  });
  expect(screen.getByText("选中 8")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("tab", { name: "价格" }));
  expect(new URLSearchParams(page.search()).get("tab")).toBe("two");
  await userEvent.click(screen.getByRole("button", { name: /关\s*闭/ }));
  await waitFor(() => expect(screen.queryByText("要点：苹果7")).toBeNull());
  expect(Object.fromEntries(new URLSearchParams(page.search()))).toEqual({ name: "苹" });
});

it("a link opens the row at its part, and draws no other", async () => {
  showPage(<FruitPage />, every, "shown=8&tab=two");
  expect(await screen.findByText("价格的内容")).toBeInTheDocument();
  expect(screen.getByRole("dialog")).toHaveTextContent("苹果8");
  expect(drawn).not.toHaveBeenCalledWith("概况");
});

it("a part nobody knows is the first", async () => {
  showPage(<FruitPage />, every, "shown=8&tab=nothing");
  expect(await screen.findByText("概况的内容")).toBeInTheDocument();
});

it.each(["shown=abc", "shown=-1", "shown=1.5", "shown="])("%s shows nothing", async (search) => {
  showPage(<FruitPage />, every, search);
  await screen.findByText("苹果7");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("a row out of reach says so", async () => {
  showPage(<FruitPage />, every, "shown=9");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "水果不存在。它可能已被删除，或不在你能看到的数据范围内。",
  );
  await userEvent.click(screen.getByRole("button", { name: /关\s*闭/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("another part begins at its top", async () => {
  showPage(<FruitPage />, every, "shown=7");
  const panel = await screen.findByRole("tabpanel", { name: "概况" });
  const box = panel.closest<HTMLElement>(".ant-tabs-body-holder");
  if (!box) throw new Error("the parts are in no box");
  box.scrollTop = 300;
  await userEvent.click(screen.getByRole("tab", { name: "价格" }));
  await screen.findByText("价格的内容");
  expect(box.scrollTop).toBe(0);
});

/** What can be done to it is switched off while it is asked for again, and may then be gone. */
function Undoable() {
  const [step, setStep] = useState(0);
  const query = { data: {}, error: null, refetch: () => {} };
  return (
    <>
      <DetailDialog
        query={query}
        shown={{ tab: null, turn: () => {}, close: () => {} }}
        label="水果详情"
        title={() => "苹果"}
        isOld={step === 1}
        renderFacts={() =>
          step < 2 ? (
            <button type="button" disabled={step === 1} onClick={() => setStep(0.5)}>
              撤销
            </button>
          ) : null
        }
        renderTabs={() => []}
      />
      {step === 0.5 ? (
        <Dialog
          title="撤销"
          ok={{ text: "确认撤销", onClick: () => setStep(1) }}
          onClose={() => {}}
        >
          确认撤销？
        </Dialog>
      ) : null}
      <button type="button" onClick={() => setStep(2)}>
        答复到了
      </button>
    </>
  );
}

it("keeps the focus when what had it is switched off or gone", async () => {
  showPage(<Undoable />, every);
  await userEvent.click(await screen.findByRole("button", { name: "撤销" }));
  await userEvent.click(await screen.findByRole("button", { name: "确认撤销" }));
  const dialog = await screen.findByRole("dialog", { name: "苹果" });
  fireEvent.click(screen.getByText("答复到了"));
  await waitFor(() => expect(screen.queryByText("撤销")).toBeNull());
  expect(dialog).toHaveFocus();
});
