import { fireEvent, render, screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { server } from "@/test/server";
import { Picture } from "./Picture";

const SRC = "/api/app/file/renzheng/202603/a.png";

it.each([
  [
    "kept back",
    () => HttpResponse.json({ code: 2002, message: "今天查看敏感信息的次数已用完", result: null }),
    "今天查看敏感信息的次数已用完",
  ],
  [
    "gone",
    () => HttpResponse.json({ code: 2004, message: "文件不存在", result: null }, { status: 404 }),
    "文件不存在",
  ],
  [
    "broken",
    () => new HttpResponse("not a picture", { headers: { "content-type": "image/png" } }),
    "图片已损坏，无法显示",
  ],
  ["out of reach", () => HttpResponse.error(), "网络连接失败，请检查网络后重试"],
])("a picture that is %s says why", async (_how, answer, why) => {
  server.use(http.get(SRC, answer));
  render(<Picture src={SRC} alt="身份证正面" width={240} height={150} />);
  fireEvent.error(screen.getByAltText("身份证正面"));
  expect(await screen.findByRole("alert")).toHaveTextContent(why);
});
