import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { answer, at, envelope, server } from "@/test/server";
import { CustomerSelect } from "./CustomerSelect";

const PATH = "/api/app/user/findAllByPage";
const asked: URLSearchParams[] = [];

beforeEach(() => {
  asked.length = 0;
  server.use(
    http.get(at(PATH), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      const customer = { id: 1, nickName: "张三", phone: "139****5678" };
      return envelope({ records: [customer], total: 1 });
    }),
  );
});

it("asks for a number on Enter and not while it is typed", async () => {
  showPage(<CustomerSelect />, []);
  const input = await screen.findByRole("combobox");
  await userEvent.type(input, "13912345678");
  expect(await screen.findByText("按回车查找")).toBeInTheDocument();
  // Four digits on the way to eleven had their chance.
  await new Promise((done) => setTimeout(done, 400));
  expect(asked).toEqual([]);
  await userEvent.type(input, "{Enter}");
  expect((await screen.findAllByText(/张三/)).length).toBeGreaterThan(0);
  expect(asked.map((query) => query.get("phone"))).toEqual(["13912345678"]);
});

it("asks for a name while it is typed", async () => {
  showPage(<CustomerSelect />, []);
  await userEvent.type(await screen.findByRole("combobox"), "张");
  await waitFor(() => expect(asked.map((query) => query.get("nickName"))).toEqual(["张"]));
});

it("says why a search was refused", async () => {
  answer(PATH, null, 2002, "今日号码搜索已达300次，请明日再试");
  showPage(<CustomerSelect />, []);
  await userEvent.type(await screen.findByRole("combobox"), "5678{Enter}");
  expect(await screen.findByText("今日号码搜索已达300次，请明日再试")).toBeInTheDocument();
});
