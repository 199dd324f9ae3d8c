import { useQuery } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import { useState } from "react";
import { call } from "@/api/client";
import type { TemplateVersion } from "@/api/types.gen";
import type { RowOf } from "@/crud/column";
import { useVerb } from "@/crud/verb/useVerb";
import { Dialog } from "@/lib/Dialog";
import { CodeDiff, CodeView } from "@/pages/code/source/CodeView";
import { CopyButton } from "@/widgets/CopyButton";
import { Loaded } from "@/widgets/Loaded";
import "./tmpl.css";

interface Props {
  template: RowOf<"code/tmpl">;
  mayRestore: boolean;
  onClose: () => void;
}

type Side = "text" | "diff";

/** 历史版本: every text a template had; taking one back makes a new version. */
export function VersionsDialog({ template, mayRestore, onClose }: Props) {
  const { id, banbenSuo } = template;
  const versions = useQuery({
    queryKey: ["record", "code/tmpl", id, "versions"],
    queryFn: ({ signal }) => call("GET /code/tmpl/banben/{id}", { id }, { silent: true, signal }),
    gcTime: 0,
  });
  const [number, setNumber] = useState<number | null>(null);
  const now = versions.data?.[0];
  const shown = versions.data?.find(({ banben }) => banben === number) ?? now;
  const isNow = shown === now;
  const verb = useVerb("POST /code/tmpl/edit", {
    isBare: true,
    body: ({ neirong, wenjianPath }: TemplateVersion) => ({ id, banbenSuo, neirong, wenjianPath }),
    refreshes: ["code/tmpl"],
    onDone: onClose,
  });
  return (
    <Dialog
      title={`历史版本 ${template.mingcheng}`}
      width="min(1200px, calc(100vw - 32px))"
      className="template-versions"
      isWaiting={!versions.data}
      isBusy={verb.isSending}
      footer={
        <>
          {mayRestore ? (
            <Button
              type="primary"
              disabled={!shown || isNow}
              title={isNow ? "这就是现在的内容" : undefined}
              loading={verb.isSending}
              onClick={() => shown && verb.submit(shown)}
            >
              取回这一版
            </Button>
          ) : null}
          <Button onClick={onClose}>关闭</Button>
        </>
      }
      onClose={onClose}
    >
      <Loaded query={versions} rows={10}>
        {(all) => (
          <div className="template-versions-body">
            <ul aria-label="版本">
              {all.map((version, at) => (
                <li key={version.banben}>
                  <button
                    type="button"
                    aria-current={version === shown || undefined}
                    onClick={() => setNumber(version.banben)}
                  >
                    <span>
                      第 {version.banben} 版{at === 0 ? "（现在）" : ""}
                    </span>
                    <span className="muted">
                      {version.xiugaiTime} {version.xiugaiRen ?? ""}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {shown && now ? <OneVersion key={shown.banben} version={shown} now={now} /> : null}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function OneVersion({ version, now }: { version: TemplateVersion; now: TemplateVersion }) {
  const [side, setSide] = useState<Side>("text");
  const isNow = version === now;
  return (
    <section className="template-version" aria-label={`第 ${version.banben} 版`}>
      <div className="template-version-bar">
        <code>{version.wenjianPath}</code>
        <CopyButton text={version.neirong} label="复制模板内容" />
        {isNow ? null : (
          <Segmented<Side>
            size="small"
            value={side}
            options={[
              { value: "text", label: "内容" },
              { value: "diff", label: "取回后的变化" },
            ]}
            onChange={setSide}
          />
        )}
      </div>
      {side === "diff" && !isNow ? (
        <CodeDiff before={now.neirong} after={version.neirong} label="取回后的变化" />
      ) : (
        <CodeView text={version.neirong} language="template" label="模板内容" />
      )}
    </section>
  );
}
