import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { ResourceMeta } from "@/api/resources";
import { at, envelope, server } from "@/test/server";
import { ResourceForm } from "./ResourceForm";
import { column, every, fruit, showPage } from "@/crud/testSupport";

const record = { id: 7, banbenSuo: 3, name: "苹果", state: "QIYONG", jine: 500 };

function show(row: typeof record | null) {
  const onSaved = vi.fn();
  const onClose = vi.fn();
  showPage(<ResourceForm meta={fruit} row={row} onSaved={onSaved} onClose={onClose} />, every);
  return { onSaved, onClose };
}

function serve(latest: object, edits: { code: number; result?: unknown }[]) {
  const bodies: unknown[] = [];
  server.use(
    http.get(at("/api/app/fruit/findById/7"), () => envelope(bodies.length > 0 ? latest : record)),
    http.post(at("/api/app/fruit/edit"), async ({ request }) => {
      bodies.push(await request.json());
      const { code, result } = edits[bodies.length - 1] ?? { code: 200, result: { id: 7 } };
      return envelope(result, code, code === 301 ? "数据已被他人修改，请刷新" : "输入有误");
    }),
  );
  return bodies;
}

const save = () => userEvent.click(screen.getByRole("button", { name: /保\s*存/ }));

describe("a required field", () => {
  const basket: ResourceMeta = {
    ...fruit,
    columns: [
      column("name", "名称", { isMust: true }),
      column("tags", "标签", { kind: "tags", isMust: true }),
      column("count", "数量", { kind: "int", isMust: true }),
      column("jine", "价格", { kind: "fen", isMust: true }),
    ],
  };

  it("is asked for whatever it holds, and content with any value of its kind", async () => {
    let body: unknown;
    server.use(
      http.post(at("/api/app/fruit/add"), async ({ request }) => {
        body = await request.json();
        return envelope({ id: 9 });
      }),
    );
    const onSaved = vi.fn();
    showPage(<ResourceForm meta={basket} row={null} onSaved={onSaved} onClose={() => {}} />, every);
    await save();
    for (const text of ["请输入名称", "请输入标签", "请输入数量", "请输入价格"])
      expect(await screen.findByText(text)).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText("名称"), "篮子");
    await userEvent.type(screen.getByLabelText("标签"), "红{Enter}");
    await userEvent.type(screen.getByLabelText("数量"), "0");
    await userEvent.type(screen.getByLabelText("价格"), "0");
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(body).toEqual({ name: "篮子", tags: ["红"], count: 0, jine: 0 });
  });
});

describe("adding", () => {
  it("says what is missing and sends nothing", async () => {
    const { onSaved } = show(null);
    await save();
    expect(await screen.findByText("请输入名称")).toBeInTheDocument();
    expect(onSaved).not.toHaveBeenCalled();
  });

  it("leaves untouched fields to the server", async () => {
    let body: unknown;
    server.use(
      http.post(at("/api/app/fruit/add"), async ({ request }) => {
        body = await request.json();
        return envelope({ id: 9 });
      }),
    );
    const { onSaved } = show(null);
    await userEvent.type(screen.getByLabelText("名称"), "梨");
    await userEvent.type(screen.getByLabelText("价格"), "12.5");
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(body).toEqual({ name: "梨", jine: 1250 });
  });
});

it("Enter takes a day from the calendar without saving; in a text it saves", async () => {
  const dated = { ...fruit, columns: [...fruit.columns, column("riqi", "日期", { kind: "date" })] };
  const added: unknown[] = [];
  server.use(
    http.post(at("/api/app/fruit/add"), async ({ request }) => {
      added.push(await request.json());
      return envelope({ id: 9 });
    }),
  );
  const onSaved = vi.fn();
  showPage(<ResourceForm meta={dated} row={null} onSaved={onSaved} onClose={() => {}} />, every);
  await userEvent.type(screen.getByLabelText("名称"), "梨");
  const day = screen.getByLabelText("日期");
  await userEvent.type(day, "2026-03-06{Enter}");
  await userEvent.type(day, "{Enter}");
  expect(day).toHaveValue("2026-03-06");
  await userEvent.type(screen.getByLabelText("名称"), "树{Enter}");
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(added).toEqual([{ name: "梨树", riqi: "2026-03-06" }]);
});

describe("changing", () => {
  it("sends the row version and the changed field alone", async () => {
    const bodies = serve(record, []);
    const { onSaved } = show(record);
    const name = await screen.findByLabelText("名称");
    await userEvent.clear(name);
    await userEvent.type(name, "青苹果{Enter}");
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(bodies).toEqual([{ id: 7, banbenSuo: 3, name: "青苹果" }]);
  });

  it("shows the server's message at its field, and one about no field of ours below", async () => {
    serve(record, [{ code: 2001, result: { fields: { name: "名称已存在", qita: "其他不对" } } }]);
    show(record);
    await userEvent.type(await screen.findByLabelText("名称"), "2");
    await save();
    expect(await screen.findByText("名称已存在")).toBeInTheDocument();
    expect(screen.getByText("其他不对")).toBeInTheDocument();
    expect(screen.getByLabelText("名称")).toBeInvalid();
  });

  it("offers to load the newest record and keep what was typed", async () => {
    const latest = { ...record, banbenSuo: 4, name: "红苹果", jine: 900 };
    const bodies = serve(latest, [{ code: 301 }]);
    const { onSaved } = show(record);
    const name = await screen.findByLabelText("名称");
    await userEvent.clear(name);
    await userEvent.type(name, "青苹果");
    await save();
    await screen.findByText("下列内容双方都改过：");
    expect(screen.getByText("红苹果")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "载入最新并保留我填写的内容" }));
    expect(name).toHaveValue("青苹果");
    expect(screen.getByLabelText("价格")).toHaveValue("9.00");
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(bodies.at(-1)).toEqual({ id: 7, banbenSuo: 4, name: "青苹果" });
  });

  it("asks before closing over unsaved input, and not otherwise", async () => {
    serve(record, []);
    const { onClose } = show(record);
    await userEvent.type(await screen.findByLabelText("名称"), "x");
    await userEvent.click(screen.getByRole("button", { name: /取\s*消/ }));
    expect(await screen.findByText("有未保存的修改，确定离开吗？")).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "不保存" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
});

describe("opening a record", () => {
  it("fills the dialog that stood there waiting, and opens no other", async () => {
    let answer: (() => void) | undefined;
    server.use(
      http.get(at("/api/app/fruit/findById/7"), async () => {
        await new Promise<void>((done) => {
          answer = done;
        });
        return envelope(record);
      }),
    );
    show(record);
    const waiting = await screen.findByRole("dialog");
    expect(screen.getByRole("button", { name: /保\s*存/ })).toBeDisabled();
    answer?.();
    expect(await screen.findByLabelText("名称")).toHaveValue("苹果");
    expect(screen.getByRole("dialog")).toBe(waiting);
    expect(screen.getByRole("button", { name: /保\s*存/ })).toBeEnabled();
  });
});
