import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useMemo, useRef, useState } from "react";
import { call } from "@/api/client";
import type { TableColumn } from "@/crud/column";
import { ColumnSettings } from "@/crud/table/ColumnSettings";
import { DataTable } from "@/crud/table/DataTable";
import { ExportButton } from "@/crud/ExportButton";
import type { Values } from "@/crud/form/formValues";
import { listColumns } from "@/crud/fromMeta";
import { metaOf } from "@/crud/metaOf";
import { useAllowed } from "@/crud/table/pageColumns";
import { newPlaces, saveOrder } from "@/crud/table/reorder";
import { ResourceForm } from "@/crud/lazyDialogs";
import { RowActions, type RowAction } from "@/crud/table/RowActions";
import { NoPermission, TableNotice } from "@/crud/table/TableNotice";
import { useColumnSettings } from "@/crud/table/useColumnSettings";
import { useMaxHeight } from "@/crud/table/useMaxHeight";
import { useColumnOptions } from "@/crud/table/useOptions";
import { useStable } from "@/crud/useStable";
import { confirmDelete, toast } from "@/lib/feedback";
import { StaleNotice } from "@/widgets/StaleNotice";
import { menuFields } from "./menuFields";
import { allIds, openRows, searchTree, siblingsOf, type MenuNode, type MenuRow } from "./menuTree";
import { NameCell } from "./NameCell";
import "@/crud/table/resourceTable.css";
import "./menuPage.css";

const meta = metaOf("sys/menu");

/** 菜单管理: directories, pages and buttons as one tree. */
export default function MenuPage() {
  const can = useAllowed(meta);
  return can("list") ? <MenuTree /> : <NoPermission label="菜单" permission="sys:menu:list" />;
}

function MenuTree() {
  const can = useAllowed(meta);
  const tree = useQuery({
    queryKey: ["rows", "sys/menu"],
    queryFn: ({ signal }) => call<MenuNode[]>("GET", "/api/sys/menu/findAllByTree", { signal }),
  });
  const nodes = tree.data ?? NO_NODES;
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [form, setForm] = useState<{ row: MenuNode | null; initial: Values } | null>(null);

  const found = useMemo(() => searchTree(nodes, search.trim()), [nodes, search]);
  const rows = useMemo(
    () => openRows(found, search.trim() ? new Set(allIds(found)) : opened),
    [found, search, opened],
  );

  const toggle = useStable((id: number) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  });
  const edit = useStable((row: MenuNode) => setForm({ row, initial: {} }));
  const addUnder = useStable((row: MenuNode | null) =>
    setForm({ row: null, initial: startOf(row) }),
  );
  const remove = useStable(async (row: MenuNode) => {
    if (!(await confirmDelete("确认要删除吗？", row.name))) return;
    await call("DELETE", `/api/sys/menu/delByIds/${row.id}`);
    await tree.refetch();
  });
  const move = useStable(async (row: MenuRow, before: MenuRow | null) => {
    if (before && before.parentId !== row.parentId) {
      toast.warning("只能在同级之间调整顺序");
      return;
    }
    await saveOrder("sys/menu", newPlaces(siblingsOf(nodes, row.parentId), row, before));
    await tree.refetch();
  });

  const columns = useMenuColumns({ can, toggle, edit, addUnder, remove });
  const settings = useColumnSettings("sys/menu", columns);
  const table = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const maxHeight = useMaxHeight(table, bar);

  return (
    <div className="list-page">
      <div className="table-top" ref={bar}>
        <div className="table-bar">
          <div className="table-actions">
            {can("add") ? (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => addUnder(null)}>
                新增
              </Button>
            ) : null}
            {can("export") ? <ExportButton meta={meta} query={{}} /> : null}
            <Button onClick={() => setOpened(new Set(allIds(nodes)))}>全部展开</Button>
            <Button onClick={() => setOpened(new Set())}>全部收起</Button>
            <Input
              className="menu-search"
              allowClear
              aria-label="搜索菜单"
              placeholder="名称、权限标识或路由"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
          <ColumnSettings columns={columns} handle={settings} />
        </div>
        {tree.error && tree.data ? <StaleNotice onRetry={() => void tree.refetch()} /> : null}
      </div>
      <DataTable<MenuRow>
        ref={table}
        label="菜单"
        resource="sys/menu"
        columns={columns}
        rows={rows}
        settings={settings.settings}
        onWidth={settings.setWidth}
        maxHeight={maxHeight}
        isLoading={tree.isLoading}
        isFetching={tree.isFetching}
        onSwitch={async (row, column, value) => {
          const body = { id: row.id, banbenSuo: row.banbenSuo, [column.prop]: value };
          await call("POST", "/api/sys/menu/edit", { body });
          await tree.refetch();
        }}
        {...(can("edit") ? { onOpen: edit } : {})}
        {...(can("edit") && search === ""
          ? { onMove: (row, before) => void move(row, before) }
          : {})}
        placeholder={
          <TableNotice
            error={tree.error}
            isNarrowed={search !== ""}
            onRetry={() => void tree.refetch()}
            onClear={() => setSearch("")}
          />
        }
      />
      {form ? (
        <ResourceForm
          meta={meta}
          row={form.row}
          initial={form.initial}
          fields={menuFields(nodes, form.row?.id ?? null)}
          width={700}
          onClose={() => setForm(null)}
          onSaved={() => {
            setForm(null);
            void tree.refetch();
          }}
        />
      ) : null}
    </div>
  );
}

const NO_NODES: MenuNode[] = [];

/** A new node under another: pages go under directories, buttons under pages. */
function startOf(parent: MenuNode | null): Values {
  const type = !parent ? "MULU" : parent.type === "MULU" ? "ZICAIDAN" : "ANNIU";
  return { parentId: parent?.id ?? 0, type };
}

interface Handlers {
  can: ReturnType<typeof useAllowed>;
  toggle: (id: number) => void;
  edit: (row: MenuNode) => void;
  addUnder: (row: MenuNode | null) => void;
  remove: (row: MenuNode) => Promise<void>;
}

function useMenuColumns(handlers: Handlers): TableColumn<MenuRow>[] {
  const { can, toggle, edit, addUnder, remove } = handlers;
  const columns = useMemo(() => {
    const actions: RowAction<MenuRow>[] = [];
    if (can("edit")) actions.push({ label: "修改", onClick: edit });
    if (can("add"))
      actions.push({
        label: "新增下级",
        isHidden: ({ type }) => type === "ANNIU",
        onClick: addUnder,
      });
    if (can("del"))
      actions.push({
        label: "删除",
        isDanger: true,
        refusal: ({ hasChildren }) => (hasChildren ? "存在子菜单,不允许删除" : undefined),
        onClick: (row) => void remove(row).catch(() => {}),
      });
    const list = listColumns<MenuRow>(meta, {
      name: {
        width: 240,
        fixed: "left",
        render: (row) => <NameCell row={row} onToggle={toggle} />,
      },
      routerUrl: { width: 180 },
      component: { width: 180 },
      perms: { width: 200 },
      createTime: false,
    }).map((column) => ({ ...column, isSort: false, isFilter: false }));
    return [
      ...(can("edit") ? [DRAG] : []),
      ...list,
      {
        prop: "_actions",
        label: "操作",
        fixed: "right" as const,
        isFixture: true,
        width: 180,
        render: (row: MenuRow) => <RowActions row={row} actions={actions} />,
      },
    ];
  }, [can, toggle, edit, addUnder, remove]);
  return useColumnOptions(columns);
}

const DRAG: TableColumn<MenuRow> = {
  prop: "_drag",
  label: "移动",
  type: "drag",
  fixed: "left",
  isFixture: true,
};
