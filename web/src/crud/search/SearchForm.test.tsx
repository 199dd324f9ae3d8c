import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { searchFields } from "@/crud/fromMeta";
import { SearchForm } from "./SearchForm";
import { metaOf } from "@/crud/metaOf";

const SECRETS: [string, string, string][] = [
  ["app/user", "手机号", "完整号码或后四位"],
  ["app/dingdan", "手机号", "完整号码或后四位"],
  ["app/project/fenlei/pingbi", "手机号", "完整号码或后四位"],
  ["sys/user", "手机号", "完整号码或后四位"],
  ["app/user/shoukuan", "卡号", "完整号码"],
];

it.each(SECRETS)("says on %s what a search for %s takes", (resource, label, words) => {
  const field = searchFields(metaOf(resource)).find((one) => one.label === label);
  expect(field?.placeholder).toBe(words);
});

it("sends a number on Enter and not while it is typed", async () => {
  const onSearch = vi.fn();
  const fields = searchFields(metaOf("app/user"), {}, ["phone"]);
  render(<SearchForm label="客户" fields={fields} search={{}} onSearch={onSearch} />);
  const input = screen.getByLabelText("手机号");
  await userEvent.type(input, "13912345678");
  expect(onSearch).not.toHaveBeenCalled();
  await userEvent.type(input, "{Enter}");
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ phone: "13912345678" });
});

it("/ leads to the search from anywhere, and is no part of it where one is already", async () => {
  const fields = searchFields(metaOf("app/user"), {}, ["phone"]);
  render(<SearchForm label="客户" fields={fields} search={{}} onSearch={() => {}} />);
  const input = screen.getByLabelText("手机号");
  await userEvent.keyboard("/");
  expect(input).toHaveFocus();
  await userEvent.keyboard("/139");
  expect(input).toHaveValue("139");
  await userEvent.keyboard("/");
  expect(input).toHaveValue("139/");
});

it("goes down to the rows from a field that is typed into", async () => {
  const fields = searchFields(metaOf("app/user"), {}, ["phone"]);
  render(
    <div className="list-page">
      <SearchForm label="客户" fields={fields} search={{}} onSearch={() => {}} />
      <table>
        <tbody>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as rows of a list are */}
          <tr tabIndex={0} aria-label="第一行" />
        </tbody>
      </table>
    </div>,
  );
  await userEvent.click(screen.getByLabelText("手机号"));
  await userEvent.keyboard("{ArrowDown}");
  expect(screen.getByRole("row", { name: "第一行" })).toHaveFocus();
});
