import { ImportOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { download } from "@/api/client";
import { toolResources } from "@/api/tools.gen";
import type { RowOf } from "@/crud/column";
import { definePage } from "@/crud/definePage";
import type { PageHandle } from "@/crud/page";
import { lazyDialog } from "@/lib/lazyDialog";

const GenDialog = lazyDialog(async () => (await import("./GenDialog")).GenDialog);
const TableEditor = lazyDialog(async () => (await import("./TableEditor")).TableEditor);
const FilesDialog = lazyDialog(async () => (await import("./FilesDialog")).FilesDialog);

type Table = RowOf<"code/gen/table">;
type Handle = PageHandle<Table>;

function edit(page: Handle, id: number | null) {
  page.open((close) => (
    <TableEditor
      id={id}
      onClose={close}
      onSaved={() => {
        close();
        page.reload();
      }}
    />
  ));
}

function importTables(page: Handle) {
  page.open((close) => {
    const onImported = ([only, ...others]: readonly number[]) => {
      close();
      page.reload();
      // Whoever took one table goes on with it.
      const isOne = only !== undefined && others.length === 0;
      if (isOne && page.may("code:gen:table:edit")) edit(page, only);
    };
    return <GenDialog doing={{ what: "import", onImported }} onClose={close} />;
  });
}

async function fetchZip(page: Handle, { id, tableName }: Table) {
  const path = `/api/code/gen/table/download/${id}`;
  await download(path, undefined, `${tableName}.zip`, { method: "POST", body: {} })
    // A refusal has said why.
    .catch(() => undefined);
  page.reload();
}

/** 代码生成: from a table of the database, or one that is drawn up here, to the files of a resource. */
export default definePage(
  "code/gen/table",
  {
    columns: {
      tableName: { width: 220, fixed: "left" },
      biaoMingcheng: { width: 160 },
      path: { width: 200 },
      mokuai: { width: 90 },
      leiming: { width: 140 },
      muban: {
        width: 120,
        render: ({ muban }) => muban ?? <span className="muted">内置</span>,
      },
    },
    addText: "新建表",
    onAdd: (page) => edit(page, null),
    offers: ["list", "query", "add", "del", "export"],
    tools: (page) =>
      page.may("code:gen:import") ? (
        <Button icon={<ImportOutlined />} onClick={() => importTables(page)}>
          导入表
        </Button>
      ) : null,
    removal: {
      verb: "删除",
      question: "确认要删除吗？只删除这里的设置，数据库中的表和已生成的代码不变。",
    },
    opening: { perm: "code:gen:table:edit", open: ({ id }, page) => edit(page, id) },
    actions: (page) => [
      { label: "编辑", perm: "code:gen:table:edit", onClick: ({ id }) => edit(page, id) },
      {
        label: "预览",
        perm: "code:gen:preview",
        onClick: (table) =>
          page.open((close) => (
            <FilesDialog
              table={table}
              onDownload={
                page.may("code:gen:download") ? () => void fetchZip(page, table) : undefined
              }
              onClose={close}
            />
          )),
      },
      {
        label: "同步",
        perm: "code:gen:sync",
        onClick: (table) =>
          page.open((close) => <GenDialog doing={{ what: "sync", table }} onClose={close} />),
      },
      {
        label: "下载",
        perm: "code:gen:download",
        onClick: (table) => void fetchZip(page, table),
      },
      {
        label: "生成到源码",
        perm: "code:gen:generate",
        onClick: (table) =>
          page.open((close) => <GenDialog doing={{ what: "write", table }} onClose={close} />),
      },
    ],
  },
  toolResources["code/gen/table"],
);
