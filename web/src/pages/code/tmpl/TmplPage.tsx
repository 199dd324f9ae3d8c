import { CopyOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { builtinTemplates, toolResources } from "@/api/tools.gen";
import { definePage } from "@/crud/definePage";
import { lazyDialog } from "@/lib/lazyDialog";
import { lazyPart } from "@/lib/lazyPart";
import { PartFailed } from "@/lib/PartFailed";
import { KnownValues } from "./KnownValues";
import type { TemplateText as Text } from "./TemplateText";

const TmplDialog = lazyDialog(async () => (await import("./TmplDialog")).TmplDialog);
const TemplateText = lazyPart<Parameters<typeof Text>[0]>(
  async () => (await import("./TemplateText")).TemplateText,
  {
    waiting: () => <div className="template-paper" role="status" aria-label="加载中" />,
    failed: (_props, retry) => <PartFailed onRetry={retry} />,
  },
);

const BUILTIN: ReadonlySet<string> = new Set(builtinTemplates);

/** 代码模板: what generated files are made from, group by group; each change is a version. */
export default definePage(
  "code/tmpl",
  {
    columns: {
      mingcheng: { width: 180, fixed: "left" },
      muban: { width: 110 },
      wenjianPath: { width: 280 },
      banben: { width: 80, align: "left", render: ({ banben }) => `第 ${banben} 版` },
    },
    fields: {
      muban: { hint: "代码生成表按它选择一组模板" },
      wenjianPath: { isFullWidth: true },
      neirong: { control: <TemplateText />, isFullWidth: true },
      beizhu: { isFullWidth: true },
    },
    formWidth: 1320,
    formAside: () => <KnownValues />,
    tools: (page) =>
      page.may("code:tmpl:add") ? (
        <Button
          icon={<CopyOutlined />}
          onClick={() =>
            page.open((close) => <TmplDialog doing={{ what: "copy" }} onClose={close} />)
          }
        >
          复制内置模板
        </Button>
      ) : null,
    actions: (page) => [
      {
        label: "历史版本",
        perm: "code:tmpl:query",
        onClick: (template) =>
          page.open((close) => {
            const mayRestore = page.may("code:tmpl:edit");
            return (
              <TmplDialog doing={{ what: "versions", template, mayRestore }} onClose={close} />
            );
          }),
      },
      {
        label: "恢复内置",
        perm: "code:tmpl:add",
        isHidden: ({ mingcheng }) => !BUILTIN.has(mingcheng),
        onClick: (template) =>
          page.open((close) => (
            <TmplDialog doing={{ what: "restore", template }} onClose={close} />
          )),
      },
    ],
  },
  toolResources["code/tmpl"],
);
