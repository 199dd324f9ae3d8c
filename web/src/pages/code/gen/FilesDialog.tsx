import { useQuery } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import { useMemo, useState, type KeyboardEvent } from "react";
import { call } from "@/api/client";
import type { GenFile, Generated } from "@/api/types.gen";
import type { RowOf } from "@/crud/column";
import { Dialog } from "@/lib/Dialog";
import { CodeDiff, CodeView } from "@/pages/code/source/CodeView";
import { countOf, lineDiff } from "@/pages/code/source/lineDiff";
import { CopyButton } from "@/widgets/CopyButton";
import { Loaded } from "@/widgets/Loaded";
import { fileTree, type FileNode } from "./fileTree";
import "./gen.css";

interface Props {
  table: RowOf<"code/gen/table">;
  /** Missing for those who may not download. */
  onDownload?: (() => void) | undefined;
  onClose: () => void;
}

/** 预览代码: every file with its path, and what would become of the one that stands there. */
export function FilesDialog({ table, onDownload, onClose }: Props) {
  const generated = useQuery({
    queryKey: ["record", "code/gen/table", table.id, "files"],
    queryFn: ({ signal }) =>
      call("GET /code/gen/preview/{id}", { id: table.id }, { silent: true, signal }),
    gcTime: 0,
  });
  return (
    <Dialog
      title={`预览代码 ${table.tableName}`}
      width="min(1320px, calc(100vw - 32px))"
      className="gen-files"
      isWaiting={!generated.data}
      footer={
        <>
          {onDownload ? (
            <Button type="primary" disabled={!generated.data} onClick={onDownload}>
              下载
            </Button>
          ) : null}
          <Button onClick={onClose}>关闭</Button>
        </>
      }
      onClose={onClose}
    >
      <Loaded query={generated} rows={12}>
        {(data) => <Files generated={data} />}
      </Loaded>
    </Dialog>
  );
}

function Files({ generated: { files, tishi } }: { generated: Generated }) {
  const [path, setPath] = useState(files[0]?.path ?? "");
  const shown = files.find((file) => file.path === path) ?? files[0];
  const nodes = useMemo(() => fileTree(files.map((file) => file.path)), [files]);
  const byPath = new Map(files.map((file) => [file.path, file]));
  return (
    <>
      {tishi.length > 0 ? (
        <ul className="gen-notes" aria-label="注意">
          {tishi.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      <div className="gen-files-body">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one listener for all files */}
        <ul className="gen-tree" aria-label="文件" onKeyDown={moveInTree}>
          {nodes.map((node) => (
            <Leaf
              key={node.path}
              node={node}
              file={byPath.get(node.path)}
              isShown={node.path === shown?.path}
              onShow={setPath}
            />
          ))}
        </ul>
        {shown ? <OneFile key={shown.path} file={shown} /> : null}
      </div>
    </>
  );
}

interface LeafProps {
  node: FileNode;
  /** Missing for a folder. */
  file: GenFile | undefined;
  isShown: boolean;
  onShow: (path: string) => void;
}

function Leaf({ node, file, isShown, onShow }: LeafProps) {
  const indent = { paddingInlineStart: 8 + node.depth * 14 };
  if (!file)
    return (
      <li className="gen-folder" style={indent}>
        {node.name}
      </li>
    );
  const state = stateOf(file);
  return (
    <li>
      <button
        type="button"
        className="gen-file"
        style={indent}
        title={`文件 ${node.path}`}
        aria-current={isShown || undefined}
        onClick={() => onShow(node.path)}
      >
        <span className="dt-cut">{node.name}</span>
        {state ? <span className={`gen-state gen-state-${state.kind}`}>{state.word}</span> : null}
      </button>
    </li>
  );
}

/** Arrows go from file to file. */
function moveInTree(event: KeyboardEvent<HTMLUListElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const files = [...event.currentTarget.querySelectorAll("button")];
  const at = files.findIndex((file) => file === event.target);
  event.preventDefault();
  files[at + step]?.focus();
}

function stateOf({ xianyou, neirong }: GenFile) {
  if (xianyou === null) return undefined;
  return xianyou === neirong
    ? ({ kind: "same", word: "相同" } as const)
    : ({ kind: "changed", word: "有改动" } as const);
}

type Side = "text" | "diff";

function OneFile({ file }: { file: GenFile }) {
  const { path, neirong, xianyou, yuyan } = file;
  const [side, setSide] = useState<Side>("text");
  const count = useMemo(
    () => (xianyou === null ? null : countOf(lineDiff(xianyou, neirong))),
    [xianyou, neirong],
  );
  return (
    <section className="gen-one" aria-label={`文件 ${path}`}>
      <div className="gen-one-bar">
        <code className="dt-cut">{path}</code>
        <CopyButton text={neirong} label="复制文件内容" />
        {count ? (
          <>
            <span className="muted">
              {count.added + count.taken === 0
                ? "与源码相同"
                : `比源码多 ${count.added} 行、少 ${count.taken} 行`}
            </span>
            <Segmented<Side>
              size="small"
              value={side}
              options={[
                { value: "text", label: "内容" },
                { value: "diff", label: "与源码的差异" },
              ]}
              onChange={setSide}
            />
          </>
        ) : null}
      </div>
      {side === "diff" && xianyou !== null ? (
        <CodeDiff before={xianyou} after={neirong} label="与源码的差异" />
      ) : (
        <CodeView text={neirong} language={yuyan} label="文件内容" />
      )}
    </section>
  );
}
