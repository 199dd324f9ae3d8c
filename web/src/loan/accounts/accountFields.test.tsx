import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it, vi } from "vitest";
import { metaOf } from "@/crud/metaOf";
import { ResourceForm } from "@/crud/form/ResourceForm";
import { showPage } from "@/crud/testSupport";
import { setDicts } from "@/lib/dict";
import { at, envelope, server } from "@/test/server";
import { accountFields } from "./accountFields";

function show() {
  setDicts([
    {
      type: "shoukuan_type",
      dataList: [
        { dictValue: "YINHANGKA", dictLabel: "银行卡" },
        { dictValue: "ZHIFUBAO", dictLabel: "支付宝" },
        { dictValue: "WEIXIN", dictLabel: "微信" },
      ],
    },
  ]);
  const bodies: unknown[] = [];
  server.use(
    http.post(at("/api/app/user/shoukuan/add"), async ({ request }) => {
      bodies.push(await request.json());
      return envelope({ id: 1 });
    }),
  );
  const onSaved = vi.fn();
  showPage(
    <ResourceForm
      meta={metaOf("app/user/shoukuan")}
      row={null}
      fields={{ ...accountFields, userId: false }}
      fixed={{ userId: 5 }}
      initial={{ type: "YINHANGKA" }}
      onSaved={onSaved}
      onClose={() => {}}
    />,
    [],
  );
  return { bodies, onSaved };
}

const save = () => userEvent.click(screen.getByRole("button", { name: /保\s*存/ }));

it("needs a card's five fields, with digits that check", async () => {
  const { bodies } = show();
  await userEvent.type(screen.getByLabelText("卡号"), "4111111111111112");
  await userEvent.type(screen.getByLabelText("证件号"), "110105194912310021");
  await save();
  expect(await screen.findByText("请输入开户行")).toBeInTheDocument();
  expect(screen.getByText("请输入姓名")).toBeInTheDocument();
  expect(screen.getByText("请输入预留手机号")).toBeInTheDocument();
  expect(screen.getByText("卡号不对，请逐位核对")).toBeInTheDocument();
  expect(screen.getByText("证件号的校验位不符，请核对是否输错")).toBeInTheDocument();
  expect(screen.queryByLabelText("收款账号")).not.toBeInTheDocument();
  expect(bodies).toEqual([]);
});

it("needs only an account of a wallet, and sends nothing of a card", async () => {
  const { bodies, onSaved } = show();
  await userEvent.type(screen.getByLabelText("开户行"), "工商银行");
  await userEvent.click(screen.getByRole("radio", { name: "支付宝" }));
  expect(screen.queryByLabelText("卡号")).not.toBeInTheDocument();
  await save();
  expect(await screen.findByText("请输入收款账号")).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("收款账号"), "13800138000");
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(bodies).toEqual([
    {
      userId: 5,
      type: "ZHIFUBAO",
      shoukuanzhanghao: "13800138000",
      isMoren: false,
      state: "QIYONG",
    },
  ]);
});
