import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { Api, flatten, type MenuNode } from "../support/api";
import { pane, shoot, signIn, useStage } from "../support/browser";
import { addNotices, rowWith } from "../support/gonggao";
import { addBorrower, addProduct, apply, lend } from "../support/loans";
import { isFull } from "../support/size";

/** What the bundler wrote about one built file. */
interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  isEntry?: boolean;
}

const web = process.env.WEB_DIR ?? "";
const manifest = JSON.parse(readFileSync(join(web, "dist/.vite/manifest.json"), "utf8")) as Record<
  string,
  Chunk
>;

/** Everything that must have arrived before a chunk runs. */
function needsOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of chunk.css ?? []) seen.add(file);
  for (const next of chunk.imports ?? []) needsOf(next, seen);
  return seen;
}

/** Pages by the file that holds them: what the registry says. */
const componentOf = new Map(
  [
    ...readFileSync(join(web, "src/pages/views.ts"), "utf8").matchAll(
      /"([\w/]+)": \(\) => import\("\.\/([\w/]+)"\)/g,
    ),
  ].map(([, component, file]) => [`src/pages/${file}.tsx`, component ?? ""]),
);

interface Screen {
  key: string;
  /** The page it stands on; its own for a page. */
  at: string;
  /** What must be there before the page opens. */
  given?: (page: Page) => Promise<unknown>;
  /** How it is asked for, from there. */
  ask?: (page: Page) => Promise<unknown>;
  /** How one sees that it is there. */
  seen: (page: Page) => Promise<unknown>;
}

const isDialogOpen = (page: Page) => page.getByRole("dialog").last().waitFor();
const press = (name: RegExp) => (page: Page) =>
  pane(page).getByRole("button", { name }).first().click();

/** A list with one row that only an app of customers could make. */
const rowOf = (path: string, row: object) => (page: Page) =>
  page.route(`**/api/${path}/findAllByPage*`, (route) =>
    route.fulfill({
      json: {
        code: 200,
        message: "操作成功",
        result: { records: [{ id: 1, banbenSuo: 0, ...row }], total: 1, current: 1, size: 10 },
      },
    }),
  );

/** A table that code is made for, with one column. */
const TABLE = {
  id: 1,
  banbenSuo: 0,
  tableName: "app_ceshi",
  biaoMingcheng: "测试",
  path: "app/ceshi",
  isGuize: false,
  isYemian: false,
  columns: [
    { columnName: "mingcheng", label: "名称", fieldType: "text", isList: true, isForm: true },
  ],
};

const dialogs: Screen[] = [
  {
    key: "src/app/bell/Bell.tsx",
    at: "index",
    seen: (page) => page.getByRole("button", { name: "消息" }).waitFor(),
  },
  {
    key: "src/widgets/chart/Drawing.tsx",
    at: "index",
    seen: (page) => pane(page).locator(".chart-drawing svg").first().waitFor(),
  },
  {
    key: "src/pages/app/zijin/BookDays.tsx",
    at: "app/zijin/zongzhang",
    seen: (page) => pane(page).locator(".ant-picker-range").first().waitFor(),
  },
  {
    key: "src/app/MenuPalette.tsx",
    at: "index",
    ask: (page) => page.keyboard.press("Control+k"),
    seen: isDialogOpen,
  },
  {
    key: "src/app/KeySheet.tsx",
    at: "index",
    ask: (page) => page.keyboard.press("?"),
    seen: isDialogOpen,
  },
  {
    key: "src/lib/ConfirmHost.tsx",
    at: "app/gonggao",
    ask: (page) => rowWith(page, "公告01").getByRole("button", { name: "删除" }).click(),
    seen: isDialogOpen,
  },
  {
    key: "src/crud/form/ResourceForm.tsx",
    at: "app/gonggao",
    ask: press(/新增$/),
    seen: isDialogOpen,
  },
  {
    key: "src/crud/import/ImportDialog.tsx",
    at: "app/user",
    ask: press(/导入$/),
    seen: isDialogOpen,
  },
  {
    key: "src/crud/table/CellViewer.tsx",
    at: "app/gonggao",
    ask: (page) => rowWith(page, "公告01").getByRole("button", { name: "查看" }).click(),
    seen: isDialogOpen,
  },
  {
    key: "src/crud/search/DayRange.tsx",
    at: "sys/log",
    seen: (page) => pane(page).locator(".ant-picker-range").first().waitFor(),
  },
  {
    key: "src/widgets/richText/RichTextEditor.tsx",
    at: "app/gonggao",
    ask: press(/新增$/),
    seen: (page) => page.locator(".ProseMirror").waitFor(),
  },
  {
    key: "src/pages/app/project/ProductTrial.tsx",
    at: "app/project",
    ask: press(/新增$/),
    seen: (page) => page.getByRole("region", { name: "试算" }).waitFor(),
  },
  {
    key: "src/widgets/map/PolygonDrawer.tsx",
    at: "app/project",
    ask: press(/新增$/),
    seen: (page) => page.getByRole("application", { name: "服务区域" }).waitFor(),
  },
  {
    key: "src/pages/sys/log/LogDetail.tsx",
    at: "sys/log",
    ask: press(/^详情$/),
    seen: isDialogOpen,
  },
  {
    key: "src/pages/sys/role/MenuTreeField.tsx",
    at: "sys/role",
    ask: press(/新增$/),
    seen: (page) => page.getByRole("tree").waitFor(),
  },
  {
    key: "src/pages/app/fankui/AnswerDialog.tsx",
    at: "app/fankui",
    given: rowOf("app/fankui", { neirong: "打不开", state: "CHULIZHONG" }),
    ask: press(/^回复$/),
    seen: isDialogOpen,
  },
  {
    key: "src/pages/app/hetong/ContractPreview.tsx",
    at: "app/hetong",
    given: rowOf("app/hetong", { mingcheng: "借款合同", banben: 0, state: "CAOGAO" }),
    ask: press(/^预览$/),
    seen: isDialogOpen,
  },
  {
    key: "src/pages/app/jifen/ShipDialog.tsx",
    at: "app/jifen/shangpin/dingdan",
    given: rowOf("app/jifen/shangpin/dingdan", {
      bianhao: "JF1",
      type: "SHIWU",
      state: "DAIFAHUO",
    }),
    ask: press(/^发货$/),
    seen: isDialogOpen,
  },
  {
    key: "src/pages/app/qudao/PromotionDialog.tsx",
    at: "app/qudao",
    given: rowOf("app/qudao", {
      mingcheng: "官网",
      bianma: "web",
      state: "QIYONG",
      tuiguangUrl: "/q/web",
      liulanshu: 0,
      zhuceshu: 0,
      shenqingshu: 0,
      fangkuanshu: 0,
    }),
    ask: press(/^推广$/),
    seen: isDialogOpen,
  },
  {
    key: "src/loan/order/OrderDialog.tsx",
    at: "app/dingdan",
    ask: (page) => rowWith(page, "赵一鸣").getByRole("button", { name: "详情" }).click(),
    seen: isDialogOpen,
  },
  {
    key: "src/loan/newOrder/NewOrder.tsx",
    at: "app/dingdan",
    ask: press(/新增订单$/),
    seen: isDialogOpen,
  },
  {
    key: "src/loan/verbs/VerbHost.tsx",
    at: "app/dingdan",
    ask: (page) => rowWith(page, "赵一鸣").getByRole("button", { name: "审核" }).click(),
    seen: isDialogOpen,
  },
  {
    key: "src/loan/verbs/BatchReview.tsx",
    at: "app/dingdan",
    ask: async (page) => {
      await rowWith(page, "赵一鸣").getByRole("checkbox").check();
      await press(/批量审核$/)(page);
    },
    seen: isDialogOpen,
  },
  {
    key: "src/loan/receipt/StatementDialog.tsx",
    at: "app/dingdan",
    ask: press(/导入到账$/),
    seen: isDialogOpen,
  },
  {
    key: "src/loan/customer/CustomerDialog.tsx",
    at: "app/user",
    ask: (page) => rowWith(page, "赵一鸣").getByRole("button", { name: "赵一鸣" }).click(),
    seen: isDialogOpen,
  },
  {
    key: "src/loan/customer/CopyDialog.tsx",
    at: "app/user",
    ask: async (page) => {
      await rowWith(page, "赵一鸣").getByRole("button", { name: "赵一鸣" }).click();
      await page.getByTitle("提供资料副本").click();
    },
    seen: (page) => page.getByRole("dialog", { name: /资料副本/ }).waitFor(),
  },
  {
    key: "src/loan/customer/AssignDialog.tsx",
    at: "app/user",
    ask: async (page) => {
      await rowWith(page, "赵一鸣").getByRole("checkbox").check();
      await press(/批量分配$/)(page);
    },
    seen: isDialogOpen,
  },
  {
    key: "src/loan/customer/NotifyDialog.tsx",
    at: "app/user",
    ask: async (page) => {
      await rowWith(page, "赵一鸣").getByRole("checkbox").check();
      await press(/批量通知$/)(page);
    },
    seen: isDialogOpen,
  },
  {
    key: "src/pages/code/gen/GenDialog.tsx",
    at: "code/gen/table",
    ask: press(/导入表$/),
    seen: isDialogOpen,
  },
  {
    key: "src/pages/code/gen/TableEditor.tsx",
    at: "code/gen/table",
    ask: press(/新建表$/),
    seen: isDialogOpen,
  },
  ...["ListPreview", "FormPreview"].map((part) => ({
    key: `src/pages/code/gen/${part}.tsx`,
    at: "code/gen/table",
    given: (page: Page) =>
      Promise.all([
        rowOf("code/gen/table", TABLE)(page),
        page.route("**/api/code/gen/table/findById/*", (route) =>
          route.fulfill({ json: { code: 200, message: "操作成功", result: TABLE } }),
        ),
      ]),
    ask: async (page: Page) => {
      await press(/^编辑$/)(page);
      await page.getByRole("tab", { name: "预览" }).click();
    },
    seen: (page: Page) => page.getByRole("region", { name: "表单预览" }).waitFor(),
  })),
  {
    key: "src/pages/code/gen/FilesDialog.tsx",
    at: "code/gen/table",
    given: rowOf("code/gen/table", TABLE),
    ask: press(/^预览$/),
    seen: isDialogOpen,
  },
  {
    key: "src/pages/code/tmpl/TmplDialog.tsx",
    at: "code/tmpl",
    ask: press(/复制内置模板$/),
    seen: isDialogOpen,
  },
  {
    key: "src/pages/code/tmpl/TemplateText.tsx",
    at: "code/tmpl",
    ask: press(/新增$/),
    seen: (page) => page.getByLabel("模板内容").waitFor(),
  },
];

const isPageShown = (page: Page) =>
  pane(page).locator("table, form, .home, .table-bar, .ant-tabs").first().waitFor();

const pages: Screen[] = [
  { key: "src/pages/index/IndexPage.tsx", at: "index", seen: isPageShown },
  { key: "src/pages/sysProfile/ProfilePage.tsx", at: "sysProfile", seen: isPageShown },
  { key: "src/crud/definePage.tsx", at: "app/project/fenlei", seen: isPageShown },
  ...[...componentOf].map(([key, at]) => ({ key, at, seen: isPageShown })),
];

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? "";
const login = "src/pages/login/LoginPage.tsx";
const shell = "src/app/Shell.tsx";

/** Each built file is refused on the first of these that needs it. */
const taken = new Set<string>();
const filesOf = new Map(
  [entry, login, shell, ...pages.map(({ key }) => key), ...dialogs.map(({ key }) => key)].map(
    (key) => {
      const files = [...needsOf(key)].filter((file) => !taken.has(file));
      for (const file of files) taken.add(file);
      return [key, files];
    },
  ),
);

const stage = useStage({
  codeDir: tmpdir(),
  prepare: async (admin) => {
    await addNotices(admin, 1);
    const projectId = await addProduct(admin);
    await apply(admin, projectId, await addBorrower(admin, "赵一鸣", "13800000001"));
    // The charts of the home page are of an office that has lent something.
    await lend(admin, projectId, await addBorrower(admin, "钱二", "13800000002"));
  },
});

/** The address of every page, by the component that the menu names. */
async function addresses(): Promise<Map<string, string>> {
  const admin = await Api.signedIn(stage.server.url);
  const tree = await admin.get<MenuNode[]>("/api/sys/menu/findUserMenuByTree");
  const nodes = flatten(tree) as (MenuNode & { component?: string })[];
  const paths = nodes.map(({ component, routerUrl }): [string, string] => [
    component ?? "",
    routerUrl ?? "",
  ]);
  return new Map([...paths, ["index", "/index"], ["sysProfile", "/sysProfile"]]);
}

/** What one 重试 brought has come for the next one, too. */
const ignored = () => undefined;

const failure = (page: Page) => page.getByText(/没有加载成功/).first();

/** Says that it did not come, with everything around it in place, and comes on 重试. */
async function recovers(page: Page, session: CDPSession, isInShell: boolean) {
  await failure(page).waitFor();
  if (isInShell) await page.getByRole("navigation", { name: "打开的页签" }).waitFor();
  await session.send("Network.setBlockedURLs", { urls: [] });
  // A file that several parts share is missed by each of them.
  const retries = await page.getByText("重试", { exact: true }).all();
  for (const retry of retries.toReversed()) await retry.click({ timeout: 5_000 }).catch(ignored);
  await failure(page).waitFor({ state: "hidden" });
}

/** Each screen's own file, and in the long tests every file that it shares with others. */
const tried = (key: string) =>
  (filesOf.get(key) ?? []).filter(
    (file, at) => isFull || file === manifest[key]?.file || at % SAMPLE === 0,
  );
const SAMPLE = 4;

/** Several at a time: most of it is waiting. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  const left = [...items];
  const run = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

const AT_ONCE = 3;
const LIMIT = 900_000;
/** Several windows start at once, each with all its code. */
const PATIENCE = 30_000;

/** Tries a file in a window of its own; what goes wrong says with which file. */
async function withRefused(
  context: BrowserContext,
  file: string,
  work: (page: Page, session: CDPSession) => Promise<unknown>,
) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  try {
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await work(page, session);
  } catch (error) {
    await shoot(page, "missing-chunk");
    throw new Error(`without ${file}`, { cause: error });
  }
  await page.close();
}

const refuse = (session: CDPSession, file: string) =>
  session.send("Network.setBlockedURLs", { urls: [`*/${file}`] });

describe("a built file that does not arrive", () => {
  it("belongs to a screen that is tried here, whichever it is", () => {
    const built = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]);
    const scripts = built.filter((file) => /\.(js|css)$/.test(file));
    expect(scripts.filter((file) => !taken.has(file))).toEqual([]);
    expect(scripts.length).toBeGreaterThan(100);
  });

  it(
    "keeps nobody from signing in but for a 重试",
    async () => {
      const context = (await stage.open()).context();
      const files = [entry, login].flatMap(tried);
      await each(files, (file) =>
        withRefused(context, file, async (page, session) => {
          await refuse(session, file);
          await page.goto("/");
          await recovers(page, session, false);
          await page.getByLabel("账号", { exact: true }).waitFor();
        }),
      );
    },
    LIMIT,
  );

  it(
    "leaves the shell without it in place of a blank window",
    async () => {
      const first = await stage.open();
      await signIn(first);
      await each(tried(shell), (file) =>
        withRefused(first.context(), file, async (page, session) => {
          await refuse(session, file);
          await page.goto("/#/index");
          await recovers(page, session, false);
          await page.getByRole("navigation", { name: "打开的页签" }).waitFor();
        }),
      );
    },
    LIMIT,
  );

  it.each([
    ["a page", pages],
    ["a dialog or a control", dialogs],
  ])(
    "leaves %s without it, and everything else in place",
    async (_name, screens) => {
      const paths = await addresses();
      const first = await stage.open();
      await signIn(first);
      const tries = screens.flatMap((screen) =>
        tried(screen.key).map((file) => ({ screen, file })),
      );
      await each(tries, ({ screen, file }) =>
        withRefused(first.context(), `${file} on ${screen.key}`, async (page, session) => {
          const { at, given, ask, seen } = screen;
          await given?.(page);
          if (!ask) await refuse(session, file);
          await page.goto(`/#${paths.get(at)}`);
          if (ask) {
            await isPageShown(page);
            await refuse(session, file);
            await ask(page);
          }
          await recovers(page, session, true);
          await seen(page);
        }),
      );
    },
    LIMIT,
  );
});
