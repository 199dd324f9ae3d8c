import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Form } from "antd";
import { http } from "msw";
import { expect, it } from "vitest";
import type { Values } from "@/crud/form/formValues";
import { showPage } from "@/crud/testSupport";
import { at, envelope, server } from "@/test/server";
import { PercentInput } from "@/widgets/PercentInput";
import { ProductTrial } from "./ProductTrial";

const start = { zuidaJine: 5_000_000, qishuList: "3,6", huankuanMoshi: "DENGEBENXI" };

function Page() {
  const [form] = Form.useForm<Values>();
  return (
    <>
      <Form form={form} initialValues={start}>
        {Object.keys(start).map((name) => (
          <Form.Item key={name} name={name} hidden>
            <input />
          </Form.Item>
        ))}
        <Form.Item name="nianlilv" label="年利率">
          <PercentInput />
        </Form.Item>
      </Form>
      <ProductTrial form={form} />
    </>
  );
}

function serve() {
  const asked: Values[] = [];
  server.use(
    http.post(at("/api/app/dingdan/shisuan"), async ({ request }) => {
      const body = (await request.json()) as Values;
      asked.push(body);
      if (body.nianlilv === 9_000_000)
        return envelope({ fields: { nianlilv: "年利率太高" } }, 2001, "输入有误");
      return envelope({
        zonghuankuan: 0,
        zongbenjin: 0,
        zonglixi: 0,
        qianzhifei: 0,
        zixunfei: 0,
        fuwufei: 0,
        zongqishu: 6,
        shidaoJine: 0,
        nianhuaDanli: 128_000,
        nianhuaFuli: 135_800,
        jinggao: [],
        huankuanJihuaList: [],
      });
    }),
  );
  return asked;
}

it("tries the terms once typing stops, and says what is wrong with them", async () => {
  const asked = serve();
  showPage(<Page />, []);
  expect(screen.getByText("填写金额、期数和利率后显示试算结果")).toBeInTheDocument();
  const rate = screen.getByLabelText("年利率");
  await userEvent.type(rate, "24");
  expect(await screen.findByText("12.80%")).toBeInTheDocument();
  // A pause between the two digits would have asked for 2 % before.
  await expect
    .poll(() => asked.at(-1))
    .toEqual({
      huankuanMoshi: "DENGEBENXI",
      nianlilv: 240_000,
      jiekuanJine: 5_000_000,
      qishu: 3,
    });
  await userEvent.clear(rate);
  await userEvent.type(rate, "900");
  expect(await screen.findByText("年利率太高")).toBeInTheDocument();
  const before = asked.length;
  await userEvent.type(rate, "x");
  expect(await screen.findByText(/没有填对/)).toBeInTheDocument();
  expect(asked).toHaveLength(before);
});

it("tries another amount when one is chosen", async () => {
  const asked = serve();
  showPage(<Page />, []);
  await userEvent.type(screen.getByLabelText("年利率"), "12");
  const amount = screen.getByLabelText("金额");
  await userEvent.clear(amount);
  await userEvent.type(amount, "1000");
  await screen.findByText("12.80%");
  await expect.poll(() => asked.at(-1)?.jiekuanJine).toBe(100_000);
});
