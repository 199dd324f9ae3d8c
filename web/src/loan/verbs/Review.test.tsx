import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { showPage } from "@/crud/testSupport";
import { toast } from "@/lib/feedback";
import { answer, at, envelope, server } from "@/test/server";
import { Review } from "./Review";

const basis = {
  dingdanId: 5,
  ren: {
    userId: 3,
    nickName: "张三",
    zhenshixingming: "张*",
    shimingState: "YIRENZHENG",
    nianling: 35,
    tonghaoRenshu: 2,
    isSuoding: false,
    lianxirenShu: 120,
    isJinjiLianxiren: true,
  },
  shoukuan: { isShiming: true, isXingmingYizhi: true, isZhengjianYizhi: false },
  lishi: {
    dingdanShu: 4,
    jieqingShu: 2,
    hexiaoShu: 0,
    anshiQishu: 7,
    yuqiQishu: 1,
    zuichangYuqi: 12,
    jujueShu: 1,
    jujue: [{ bianhao: "D0", shenheTime: "2026-01-05 10:00:00", yuanyin: "负债过高" }],
  },
  changkou: {
    zaidaiBishu: 1,
    zaidaiBenjin: 500_000,
    daibanBishu: 0,
    daibanJine: 0,
    jinriYingshou: 0,
    yuqiJine: 0,
    benciJine: 300_000,
    zhihouBenjin: 800_000,
  },
  qudao: { mingcheng: "老客户", zaidaiBishu: 20, yuqiBishu: 3, yuqilv: 150_000 },
  pingbi: [],
};

/** As the server would answer for an amount: half a percent is taken at the payout. */
const basisOf = (fen: number) => ({
  ...basis,
  changkou: { ...basis.changkou, benciJine: fen, zhihouBenjin: 500_000 + fen },
  shisuan: {
    zonghuankuan: fen + 4_932 + fen / 200,
    zongbenjin: fen,
    zongxifei: 4_932 + fen / 200,
    zonglixi: 4_932,
    qianzhifei: fen / 200,
    zixunfei: 0,
    fuwufei: 0,
    zongqishu: 3,
    shidaoJine: fen,
    nianhuaDanli: 120_000,
    nianhuaFuli: 126_800,
    huankuanJihuaList: [],
    jinggao: [],
  },
});

let sent: Record<string, unknown>[];

beforeEach(() => {
  sent = [];
  vi.spyOn(toast, "success").mockImplementation(() => undefined);
  answer("/api/app/dingdan/weapp/findById/5", {
    id: 5,
    state: "DAISHENHE",
    banbenSuo: 2,
    bianhao: "D1",
    userShow: "张三",
    projectShow: "极速贷",
    shenqingJine: 300_000,
    jiekuanZhouqiShow: "3期",
    jiekuanXiangqingData: { zuixiaoJine: 100_000, jineBuchang: 50_000 },
    shoukuanData: {
      id: 9,
      ziyuan: "app/user/shoukuan",
      banbenSuo: 7,
      type: "YINHANGKA",
      zhanghao: "622202*********3446",
      yhkKaihuhang: "工商银行",
      yhkXingming: "张*",
    },
  });
  answer("/api/app/config/findByType/JIEKUAN", []);
  server.use(
    http.get(at("/api/app/dingdan/shenheInit"), ({ request }) => {
      const typed = new URL(request.url).searchParams.get("pifuJine");
      return envelope(basisOf(Number(typed ?? 300_000)));
    }),
    http.post(at("/api/app/dingdan/kanzhe"), () => envelope({ xingming: ["李四"] })),
    http.post(at("/api/app/dingdan/shenhe"), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return envelope({ id: 5 });
    }),
  );
});

async function open() {
  showPage(<Review id={5} onClose={() => {}} />, ["app:dingdan:query", "app:mingan:chakan"]);
  return screen.findByRole("region", { name: "收款账户" });
}

const told = (name: string) => screen.getByRole("region", { name }).textContent;

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("shows the account that is reviewed, masked, and sends which version was seen", async () => {
  const account = await open();
  expect(account).toHaveTextContent("622202*********3446");
  expect(account).toHaveTextContent("工商银行");
  expect(within(account).getAllByRole("button").length).toBeGreaterThan(0);
  expect(screen.getByRole("radio", { name: "通过" })).not.toBeChecked();
  expect(screen.getByRole("radio", { name: "拒绝" })).not.toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: "通过" }));
  await userEvent.type(screen.getByLabelText("审核意见"), "同意");
  await press("确认通过");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ banbenSuo: 2, shoukuanBanbenSuo: 7, jieguo: "TONGGUO" });
});

it("says which amounts may be approved", async () => {
  await open();
  await userEvent.click(screen.getByRole("radio", { name: "通过" }));
  const words = "不低于 1,000.00 元，且为 1,000.00 元加 500.00 元的整数倍";
  expect(screen.getByText(`不填按申请金额批复；减额须${words}`)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("批复金额"), "1200");
  await userEvent.type(screen.getByLabelText("审核意见"), "减额");
  await press("确认通过");
  expect(await screen.findByText(`批复金额须${words}`)).toBeInTheDocument();
  expect(sent).toHaveLength(0);
});

it("shows what the decision rests on, and who else looks at it", async () => {
  await open();
  expect(told("申请人")).toMatch(/张\*.*35 岁.*2 人.*120 人.*紧急联系人：?已登记/);
  expect(told("收款账户")).toMatch(/姓名与实名：?一致证件号与实名：?不一致/);
  expect(told("借款历史")).toMatch(/4 笔.*7 期.*1 期.*12 天.*负债过高/);
  expect(told("敞口")).toMatch(/5,000\.00.*3,000\.00.*8,000\.00/);
  expect(told("渠道与屏蔽")).toMatch(/老客户.*15\.00%.*3\/20/);
  expect(await screen.findByText("李四 也在看这笔申请")).toBeInTheDocument();
});

it("says the upfront fee in the trial, and a total that holds it", async () => {
  await open();
  expect(told("试算")).toMatch(/应还总额（含前置费）：?3,064\.32.*前置费：?15\.00/);
});

it("follows the amount that is typed, and goes back when it is none that can be approved", async () => {
  await open();
  await userEvent.click(screen.getByRole("radio", { name: "通过" }));
  await userEvent.type(screen.getByLabelText("审核意见"), "减额");
  await userEvent.type(screen.getByLabelText("批复金额"), "2000");
  await waitFor(() => expect(told("敞口")).toMatch(/5,000\.00.*2,000\.00.*7,000\.00/));
  expect(told("试算")).toContain("2,059.32");
  expect(screen.getByLabelText("审核意见")).toHaveValue("减额");
  await userEvent.type(screen.getByLabelText("批复金额"), "000");
  await waitFor(() => expect(told("敞口")).toMatch(/5,000\.00.*3,000\.00.*8,000\.00/));
});
