import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it, vi } from "vitest";
import type { ResourceMeta } from "@/api/resources";
import { at, envelope, server } from "@/test/server";
import type { FieldGroup, FieldOverrides } from "./FormFields";
import { ResourceForm } from "./ResourceForm";
import { column, every, fruit, showPage } from "@/crud/testSupport";

const loan: ResourceMeta = {
  ...fruit,
  columns: [
    column("name", "名称"),
    column("isYanqi", "允许展期", { kind: "bool" }),
    column("days", "展期天数", { kind: "int", isMust: true }),
    column("fresh", "新增的列"),
  ],
};
const groups: FieldGroup[] = [
  { title: "基础信息", props: ["name"] },
  { title: "空的一组", props: ["gone"] },
  { title: "展期", props: ["days", "isYanqi"] },
];
const fields: FieldOverrides = { days: { isDisabled: ({ isYanqi }) => isYanqi !== true } };

function show() {
  const bodies: unknown[] = [];
  server.use(
    http.post(at("/api/app/fruit/add"), async ({ request }) => {
      bodies.push(await request.json());
      return envelope({ id: 1 });
    }),
  );
  const onSaved = vi.fn();
  showPage(
    <ResourceForm
      meta={loan}
      row={null}
      fields={fields}
      groups={groups}
      aside={() => <p>旁边</p>}
      onSaved={onSaved}
      onClose={() => {}}
    />,
    every,
  );
  return { bodies, onSaved };
}

const save = () => userEvent.click(screen.getByRole("button", { name: /保\s*存/ }));

it("puts fields under their headings, and one that no group names into the last", () => {
  show();
  const texts = screen
    .getAllByRole("group")
    .filter((group) => group.tagName === "FIELDSET")
    .map((group) => [
      within(group).getByText(/./, { selector: "legend" }).textContent,
      ...[...group.querySelectorAll("label")].map((label) => label.textContent),
    ]);
  expect(texts).toEqual([
    ["基础信息", "名称"],
    ["展期", "展期天数", "允许展期", "新增的列"],
  ]);
  expect(screen.getByText("旁边")).toBeInTheDocument();
});

it("asks nothing of a field that does not apply, and everything once it does", async () => {
  const { bodies, onSaved } = show();
  expect(screen.getByLabelText("展期天数")).toBeDisabled();
  await userEvent.click(screen.getByRole("switch", { name: "允许展期" }));
  expect(screen.getByLabelText("展期天数")).toBeEnabled();
  await save();
  expect(await screen.findByText("请输入展期天数")).toBeInTheDocument();
  expect(bodies).toEqual([]);
  await userEvent.click(screen.getByRole("switch", { name: "允许展期" }));
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(bodies).toEqual([{ isYanqi: false }]);
});
