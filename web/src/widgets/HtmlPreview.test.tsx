import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import "@/test/stillLayout";
import { HtmlPreview } from "./HtmlPreview";
import { safeRichText } from "./SafeHtml";

it("shows HTML in a frame without scripts, cleaned once more", () => {
  const html = '<p onclick="x()">字</p><script>x()</script><form><input></form>';
  render(<HtmlPreview html={html} onClose={() => {}} />);
  const frame = screen.getByTitle("预览");
  expect(frame).toHaveAttribute("sandbox", "allow-same-origin");
  const page = frame.getAttribute("srcdoc") ?? "";
  expect(page).toContain("<p>字</p>");
  expect(page).not.toMatch(/onclick|<script|<form|<input/);
});

it("leaves what the editor writes as it is", () => {
  for (const html of [
    '<p style="text-align: center"><span style="font-size: 22pt; color: #ff0000">大</span></p>',
    '<table border="1"><tbody><tr><td colspan="2"><p>格</p></td></tr></tbody></table>',
    '<img src="/server/api/app/file/editor/202603/a.png" alt="图">',
    '<video src="/server/api/app/file/editor/202603/a.mp4" controls=""></video>',
  ])
    expect(safeRichText(html)).toBe(html);
});
