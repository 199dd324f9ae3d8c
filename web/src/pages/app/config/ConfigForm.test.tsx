import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { showPage, type Shown } from "@/crud/testSupport";
import { toast } from "@/lib/feedback";
import { answer, at, envelope, server } from "@/test/server";
import { ConfigForm } from "./ConfigForm";

const number = { zhiType: "NUMBER", isXitong: true, beizhu: "百万分比" };
const settings = [
  { ...number, jian: "lilvShangxian", mingcheng: "综合年化上限", zhi: "360000" },
  { ...number, jian: "lilvYujing", mingcheng: "综合年化预警", zhi: "240000" },
  { ...number, jian: "huihuaKongxian", mingcheng: "会话空闲时间(秒)", zhi: "1800" },
  { jian: "mimaCelue", mingcheng: "密码策略", zhi: "dengbao", zhiType: "TEXT" },
];

let sent: unknown[];
let tab: Shown;

beforeEach(() => {
  vi.spyOn(toast, "success").mockImplementation(() => undefined);
  sent = [];
  answer("/api/app/config/findByType/JIEKUAN", settings);
  server.use(
    http.post(at("/api/app/config/edit"), async ({ request }) => {
      sent.push(await request.json());
      return envelope(null);
    }),
  );
  tab = showPage(<ConfigForm type="JIEKUAN" />, ["app:config:query", "app:config:edit"]);
});

const save = () => userEvent.click(screen.getByRole("button", { name: /保\s*存/ }));

it("takes rates in per cent and sends them as they are kept", async () => {
  const ceiling = await screen.findByLabelText("综合年化上限");
  expect(ceiling).toHaveValue("36");
  await userEvent.clear(ceiling);
  await userEvent.type(ceiling, "35.5");
  await save();
  await waitFor(() =>
    expect(sent).toEqual([{ type: "JIEKUAN", data: { lilvShangxian: "355000" } }]),
  );
});

it("refuses a ceiling below the warning", async () => {
  const ceiling = await screen.findByLabelText("综合年化上限");
  await userEvent.clear(ceiling);
  await userEvent.type(ceiling, "20");
  await save();
  expect(await screen.findByText("上限不能低于预警 24%")).toBeInTheDocument();
  expect(sent).toHaveLength(0);
});

it("says units and offers the policies in words", async () => {
  expect(await screen.findByLabelText("会话空闲时间")).toHaveValue("1800");
  expect(screen.getByText("秒")).toBeInTheDocument();
  expect(screen.getByText("等保：至少 8 位，含三类字符")).toBeInTheDocument();
});

it("keeps what was typed however long its tab is hidden, and whatever is answered then", async () => {
  const idle = await screen.findByLabelText("会话空闲时间");
  await userEvent.clear(idle);
  await userEvent.type(idle, "900");
  await tab.hideForLong();
  answer("/api/app/config/findByType/JIEKUAN", null, 500, "系统繁忙");
  await tab.showAgain();
  await waitFor(() => expect(screen.getByLabelText("会话空闲时间")).toHaveValue("900"));
  await save();
  await waitFor(() => expect(sent).toEqual([{ type: "JIEKUAN", data: { huihuaKongxian: "900" } }]));
});

it("shows what is there now when it comes back with nothing typed", async () => {
  await screen.findByLabelText("会话空闲时间");
  await tab.hideForLong();
  answer(
    "/api/app/config/findByType/JIEKUAN",
    settings.map((one) => (one.jian === "huihuaKongxian" ? { ...one, zhi: "600" } : one)),
  );
  await tab.showAgain();
  await waitFor(() => expect(screen.getByLabelText("会话空闲时间")).toHaveValue("600"));
});

it("starts from what was saved, and saves only what changed since", async () => {
  const idle = await screen.findByLabelText("会话空闲时间");
  await userEvent.clear(idle);
  await userEvent.type(idle, "900");
  answer(
    "/api/app/config/findByType/JIEKUAN",
    settings.map((one) => (one.jian === "huihuaKongxian" ? { ...one, zhi: "900" } : one)),
  );
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  const ceiling = await screen.findByLabelText("综合年化上限");
  await userEvent.clear(ceiling);
  await userEvent.type(ceiling, "35.5");
  await save();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ type: "JIEKUAN", data: { lilvShangxian: "355000" } });
});
