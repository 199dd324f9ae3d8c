import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { expect, it } from "vitest";
import type { GenColumn } from "@/api/types.gen";
import { showPage } from "@/crud/testSupport";
import { ColumnsField } from "./ColumnsField";
import { readColumns } from "./columns";

let held: GenColumn[] = [];

function Held({ columns }: { columns: object[] }) {
  const [value, setValue] = useState(() => readColumns(columns));
  useEffect(() => {
    held = value;
  }, [value]);
  return <ColumnsField value={value} onChange={setValue} />;
}

const two = [
  { columnName: "id", label: "编号", columnType: "BIGINT", fieldType: "system" },
  { columnName: "mingcheng", label: "名称", columnType: "VARCHAR(50)" },
  { columnName: "jine", label: "金额", columnType: "BIGINT", fieldType: "fen" },
];
const names = () => held.map(({ columnName }) => columnName);

it("shows what a person sets, and counts what the program keeps", () => {
  showPage(<Held columns={two} />, []);
  expect(screen.getByText(/另有 1 个系统列/)).toBeTruthy();
  expect(screen.queryByText("id")).toBeNull();
});

it("moves a row with Alt and an arrow", () => {
  showPage(<Held columns={two} />, []);
  const [, , second] = screen.getAllByRole("row");
  fireEvent.keyDown(second as HTMLElement, { key: "ArrowUp", altKey: true });
  expect(names()).toEqual(["jine", "mingcheng", "id"]);
  expect(held.map(({ paixu }) => paixu)).toEqual([0, 1, 2]);
});

it("sets, adds and takes away", async () => {
  const person = userEvent.setup();
  showPage(<Held columns={two} />, []);
  await person.click(screen.getByRole("checkbox", { name: "mingcheng：必填" }));
  fireEvent.change(screen.getByLabelText("mingcheng的标签"), { target: { value: "标题" } });
  expect(held[0]).toMatchObject({ isMust: true, label: "标题" });
  await person.click(screen.getByRole("button", { name: /新增字段$/ }));
  fireEvent.change(screen.getByLabelText("列名"), { target: { value: "sex" } });
  expect(names()).toEqual(["mingcheng", "jine", "sex", "id"]);
  await person.click(screen.getByRole("button", { name: "移除sex" }));
  expect(names()).toEqual(["mingcheng", "jine", "id"]);
});

it("keeps a column of the table that is not wanted, so that it can come back", async () => {
  const person = userEvent.setup();
  showPage(<Held columns={two} />, []);
  await person.click(screen.getByRole("button", { name: "移除jine" }));
  expect(held[1]).toMatchObject({ columnName: "jine", bianhua: "YICHU" });
  expect(screen.getByText("不生成")).toBeTruthy();
  await person.click(screen.getByRole("button", { name: "恢复jine" }));
  expect(held[1]).toMatchObject({ columnName: "jine", bianhua: "" });
});

it("keeps rare settings in a dialog of their own", async () => {
  const person = userEvent.setup();
  showPage(<Held columns={two} />, []);
  await person.click(screen.getByRole("button", { name: "mingcheng的更多设置" }));
  const dialog = await screen.findByRole("dialog");
  await person.type(within(dialog).getByLabelText("填写提示"), "不超过五十字");
  await person.click(within(dialog).getByRole("button", { name: /应\s*用/ }));
  expect(held[0]).toMatchObject({ tishi: "不超过五十字", moren: null });
});
