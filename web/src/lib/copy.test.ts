import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { copyText } from "./copy";
import { toast } from "./feedback";

const said = { success: vi.fn(), warning: vi.fn() };

beforeEach(() => {
  vi.spyOn(toast, "success").mockImplementation(said.success);
  vi.spyOn(toast, "warning").mockImplementation(said.warning);
});

afterEach(() => {
  said.success.mockReset();
  said.warning.mockReset();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, "execCommand");
});

/** As on plain http: no clipboard, and the command does what the test says. */
function onPlainHttp(command: () => boolean) {
  vi.stubGlobal("navigator", { userAgent: navigator.userAgent });
  Object.defineProperty(document, "execCommand", { value: command, configurable: true });
}

it("copies through the clipboard where there is one", async () => {
  userEvent.setup();
  await copyText("6222");
  expect(await navigator.clipboard.readText()).toBe("6222");
  expect(said.success).toHaveBeenCalledWith("已复制");
});

it("copies the exact text by the copy command on plain http, and leaves nothing behind", async () => {
  let copied = "";
  onPlainHttp(() => {
    expect(getSelection()?.toString()).toContain("Aa1!");
    const event = new Event("copy", { bubbles: true, cancelable: true });
    const clipboardData = { setData: (_type: string, text: string) => (copied = text) };
    Object.defineProperty(event, "clipboardData", { value: clipboardData });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  });
  await copyText("Aa1!  <b>\n第二行");
  expect(copied).toBe("Aa1!  <b>\n第二行");
  expect(said.success).toHaveBeenCalledWith("已复制");
  expect(document.body.innerHTML).toBe("");
});

it.each([
  ["refuses", () => false],
  ["does nothing", () => true],
  [
    "throws",
    () => {
      throw new Error("no");
    },
  ],
])("does not say 已复制 where the command %s", async (_how, command) => {
  onPlainHttp(command);
  await copyText("6222");
  expect(said.success).not.toHaveBeenCalled();
  expect(said.warning).toHaveBeenCalledWith("复制失败，请手动选择文字复制");
});
