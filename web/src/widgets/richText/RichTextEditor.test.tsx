import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Activity, useState } from "react";
import { expect, it } from "vitest";
import "@/test/stillLayout";
import RichTextEditor from "./RichTextEditor";

function Page({ isShown }: { isShown: boolean }) {
  const [html, setHtml] = useState("<p>原文</p>");
  return (
    <>
      <output>{html}</output>
      <Activity mode={isShown ? "visible" : "hidden"}>
        <RichTextEditor aria-label="内容" value={html} onChange={setHtml} />
      </Activity>
    </>
  );
}

it("keeps its text and its undo history while its tab is hidden", async () => {
  const { rerender } = render(<Page isShown />);
  const html = screen.getByRole("status");
  await userEvent.selectOptions(screen.getByLabelText("段落"), "标题 1");
  expect(html).toHaveTextContent("<h1>原文</h1>");
  rerender(<Page isShown={false} />);
  rerender(<Page isShown />);
  await act(async () => {});
  expect(screen.getByRole("textbox", { name: "内容" })).toHaveTextContent("原文");
  expect(html).toHaveTextContent("<h1>原文</h1>");
  await userEvent.click(screen.getByRole("button", { name: "撤销" }));
  expect(html).toHaveTextContent("<p>原文</p>");
});
