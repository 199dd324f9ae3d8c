import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { call } from "@/api/client";
import type { Synced } from "@/api/types.gen";
import type { RowOf } from "@/crud/column";
import { isRefusal } from "@/crud/verb/useOnce";
import { detailKey } from "@/crud/verb/useRefresh";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { Dialog } from "@/lib/Dialog";
import { useTaken } from "@/lib/useTaken";
import { Loaded } from "@/widgets/Loaded";
import { Tag } from "@/widgets/Tag";
import "./gen.css";
import { KIND_LABELS, type FieldType } from "./kinds";

interface Props {
  table: RowOf<"code/gen/table">;
  onClose: () => void;
}

const CHANGES: Readonly<Record<string, { word: string; type: "primary" | "danger" | "warning" }>> =
  {
    XINZENG: { word: "新增", type: "primary" },
    XIAOSHI: { word: "消失", type: "danger" },
    BIANHUA: { word: "变化", type: "warning" },
  };

/** 同步: how the table of the database differs from what is kept, before anything is taken over. */
export function SyncDialog({ table, onClose }: Props) {
  const synced = useQuery({
    queryKey: [...detailKey("code/gen/table"), table.id, "sync"],
    queryFn: ({ signal }) =>
      call("GET /code/gen/tongbuById/{id}", { id: table.id }, { silent: true, signal }),
    gcTime: 0,
  });
  const latest = useTaken(synced.data, true);
  const verb = useVerb("POST /code/gen/table/edit", {
    seen: synced,
    body: () => bodyOf(synced.data),
    refreshes: ["code/gen/table"],
    onDone: onClose,
  });
  const title = `同步 ${table.tableName}`;
  const { error } = synced;
  // A table that is only drawn up is no failure.
  const shown = isRefusal(error) ? (
    <p>{error?.message}。</p>
  ) : (
    <Loaded query={synced} rows={4}>
      {(data) => <Differences synced={data} />}
    </Loaded>
  );
  const hasSome = (latest?.differences.length ?? 0) > 0;
  if (!hasSome)
    return (
      <Dialog
        title={title}
        width={640}
        footer={<Button onClick={onClose}>关闭</Button>}
        onClose={onClose}
      >
        {shown}
      </Dialog>
    );
  return (
    <VerbDialog
      verb={verb}
      title={title}
      okText="应用这些变化"
      width={640}
      intro={shown}
      onClose={onClose}
    />
  );
}

function bodyOf(synced: Synced | undefined) {
  if (!synced) return null;
  const { id, banbenSuo, columns } = synced;
  return { id, banbenSuo, columns };
}

function kindOf({ columns }: Synced, name: string): string {
  const found = columns.find(({ columnName }) => columnName === name);
  return KIND_LABELS[(found?.fieldType ?? "text") as FieldType];
}

function Differences({ synced }: { synced: Synced }) {
  if (synced.differences.length === 0) return <p>与数据库中的表一致，没有需要同步的变化。</p>;
  return (
    <>
      <p>手工改过的设置都会保留，只有下面这些随表变化：</p>
      <table className="gen-differences">
        <thead>
          <tr>
            <th scope="col">列名</th>
            <th scope="col">变化</th>
            <th scope="col">说明</th>
          </tr>
        </thead>
        <tbody>
          {synced.differences.map(({ columnName, bianhua, shuoming }) => (
            <tr key={columnName}>
              <th scope="row">{columnName}</th>
              <td>
                <Tag type={CHANGES[bianhua]?.type ?? "default"}>
                  {CHANGES[bianhua]?.word ?? bianhua}
                </Tag>
              </td>
              <td>
                {shuoming}
                {bianhua === "XINZENG" ? `，按${kindOf(synced, columnName)}处理` : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
