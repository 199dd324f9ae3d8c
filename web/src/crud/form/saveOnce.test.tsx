import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { toast } from "@/lib/feedback";
import { at, envelope, server } from "@/test/server";
import { ResourceForm } from "./ResourceForm";
import { every, fruit, showPage } from "@/crud/testSupport";

const record = { id: 7, banbenSuo: 3, name: "苹果", state: "QIYONG", jine: 500 };

interface Sent {
  key: string | null;
  body: unknown;
}

/** Answers of 新增 or 修改 in turn, then successes; what was sent is kept. */
function serve(verb: "add" | "edit", answers: (() => Response)[]): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.get(at("/api/app/fruit/findById/7"), () => envelope(record)),
    http.post(at(`/api/app/fruit/${verb}`), async ({ request }) => {
      sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
      return (answers[sent.length - 1] ?? (() => envelope({ id: 7 })))();
    }),
  );
  return sent;
}

const lost = () => new Response("", { status: 502 });
const invalid = () => envelope({ fields: { name: "名称已存在" } }, 2001, "输入有误");

function show(row: typeof record | null) {
  const onSaved = vi.fn();
  showPage(<ResourceForm meta={fruit} row={row} onSaved={onSaved} onClose={() => {}} />, every);
  return onSaved;
}

const saveButton = () => screen.getByRole("button", { name: /保\s*存/ });
const save = () => userEvent.click(saveButton());

beforeEach(() => {
  for (const kind of ["success", "warning", "error"] as const)
    vi.spyOn(toast, kind).mockImplementation(() => undefined);
});

it("a double click on 保存 adds one row", async () => {
  const sent = serve("add", []);
  const onSaved = show(null);
  await userEvent.type(await screen.findByLabelText("名称"), "梨");
  await userEvent.dblClick(saveButton());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(1);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

it.each([
  ["add", null],
  ["edit", record],
] as const)("%s: a second try after a lost answer is the same decision", async (verb, row) => {
  const sent = serve(verb, [lost]);
  const onSaved = show(row);
  await userEvent.type(await screen.findByLabelText("名称"), "梨");
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(saveButton()).toBeEnabled());
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent[0]?.key).toBeTruthy();
  expect(sent[1]).toEqual(sent[0]);
});

it("what was changed after a lost answer is another decision, and so is what was refused", async () => {
  const sent = serve("add", [lost, invalid]);
  show(null);
  const name = await screen.findByLabelText("名称");
  await userEvent.type(name, "梨");
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.type(name, "子");
  await save();
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByText("名称已存在");
  await userEvent.type(name, "树");
  await save();
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});
