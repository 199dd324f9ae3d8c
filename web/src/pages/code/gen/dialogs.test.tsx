import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { RowOf } from "@/crud/column";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import { SyncDialog } from "./SyncDialog";
import { WriteDialog } from "./WriteDialog";

const table = {
  id: 1,
  banbenSuo: 3,
  tableName: "app_ceshi",
  biaoMingcheng: "测试",
} as RowOf<"code/gen/table">;
const onClose = () => {};

it("says in its place why nothing can be written, and offers it no more", async () => {
  const refusal = "服务器启动时没有指定代码目录，不能写入源代码，请改用下载";
  answer("/api/code/gen/genCodeById/1", null, 2002, refusal);
  showPage(<WriteDialog table={table} onClose={onClose} />, []);
  const button = screen.getByRole("button", { name: "写入源码" });
  await userEvent.click(button);
  expect(await screen.findByRole("alert")).toHaveTextContent(refusal);
  expect(button).toBeDisabled();
});

it("tells what became of every file", async () => {
  const files = [
    { path: "crates/a.rs", jieguo: "XIERU" },
    { path: "crates/b.rs", jieguo: "BAOLIU" },
  ];
  answer("/api/code/gen/genCodeById/1", { files, tishi: ["还没有可生成的字段"] });
  showPage(<WriteDialog table={table} onClose={onClose} />, []);
  await userEvent.click(screen.getByRole("button", { name: "写入源码" }));
  expect(await screen.findByText("crates/b.rs")).toBeInTheDocument();
  expect(screen.getByText("已有内容，未覆盖")).toBeInTheDocument();
  expect(screen.getByText("还没有可生成的字段")).toBeInTheDocument();
});

it("shows differences by kind, before they are applied", async () => {
  answer("/api/code/gen/tongbuById/1", {
    id: 1,
    banbenSuo: 3,
    differences: [{ columnName: "jine", bianhua: "XINZENG", shuoming: "新增的列" }],
    columns: [{ columnName: "jine", fieldType: "fen" }],
  });
  showPage(<SyncDialog table={table} onClose={onClose} />, []);
  expect(await screen.findByText("新增的列，按金额处理")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "应用这些变化" })).toBeEnabled();
});

it("takes a table that is only drawn up for no failure", async () => {
  answer("/api/code/gen/tongbuById/1", null, 2002, "数据库中没有这张表，无需同步");
  showPage(<SyncDialog table={table} onClose={onClose} />, []);
  expect(await screen.findByText("数据库中没有这张表，无需同步。")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "重试" })).not.toBeInTheDocument();
});
