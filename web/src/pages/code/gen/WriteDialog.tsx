import { Button } from "antd";
import { useState } from "react";
import { call, type ApiError } from "@/api/client";
import type { Written } from "@/api/types.gen";
import type { RowOf } from "@/crud/column";
import { useOnce } from "@/crud/verb/useOnce";
import { useRefresh } from "@/crud/verb/useRefresh";
import { Dialog } from "@/lib/Dialog";
import { Tag } from "@/widgets/Tag";
import "./gen.css";

interface Props {
  table: RowOf<"code/gen/table">;
  onClose: () => void;
}

const RESULTS: Readonly<Record<string, { word: string; type: "success" | "default" | "warning" }>> =
  {
    XIERU: { word: "已写入", type: "success" },
    WEIBIAN: { word: "没有变化", type: "default" },
    BAOLIU: { word: "已有内容，未覆盖", type: "warning" },
  };

/** 生成到源码: the files are written where the server knows the source tree; else it says why not. */
export function WriteDialog({ table, onClose }: Props) {
  const [written, setWritten] = useState<Written | null>(null);
  const [refusal, setRefusal] = useState("");
  const refresh = useRefresh();
  const { submit, isSending } = useOnce(
    (ask: { id: number }, key) =>
      call("POST /code/gen/genCodeById/{id}", ask, { ...key, isToldInPlace: () => true }),
    {
      onDone: (answer) => {
        setWritten(answer);
        void refresh(["code/gen/table"]);
      },
      onFailed: ({ message }: ApiError) => setRefusal(message),
    },
  );
  const title = `生成到源码 ${table.tableName}`;
  if (written)
    return (
      <Dialog
        title={title}
        width={760}
        footer={<Button onClick={onClose}>关闭</Button>}
        onClose={onClose}
      >
        <Result written={written} />
      </Dialog>
    );
  return (
    <Dialog
      title={title}
      isBusy={isSending}
      ok={{
        text: "写入源码",
        isDisabled: refusal !== "",
        onClick: () => void submit({ id: table.id }),
      }}
      onClose={onClose}
    >
      <p>
        把“{table.biaoMingcheng}
        ”的文件写入服务器的代码目录。资源定义会重新生成，其他已有内容的文件保持原样。
      </p>
      <p className="muted">写入后运行 make gen &amp;&amp; make test 即可完成。</p>
      {refusal ? (
        <div className="form-problem" role="alert">
          {refusal}
        </div>
      ) : null}
    </Dialog>
  );
}

function Result({ written }: { written: Written }) {
  return (
    <>
      <table className="gen-differences">
        <thead>
          <tr>
            <th scope="col">文件</th>
            <th scope="col">结果</th>
          </tr>
        </thead>
        <tbody>
          {written.files.map(({ path, jieguo }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td>
                <Tag type={RESULTS[jieguo]?.type ?? "default"}>
                  {RESULTS[jieguo]?.word ?? jieguo}
                </Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {written.tishi.length > 0 ? (
        <ul className="gen-notes">
          {written.tishi.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      <p>
        接着在代码目录中运行 <code>make gen &amp;&amp; make test</code>。
      </p>
    </>
  );
}
