import { useQuery } from "@tanstack/react-query";
import { call, quiet } from "@/api/client";
import "@/loan/contract/contract.css";
import { CopyButton } from "@/widgets/CopyButton";
import { Loaded } from "@/widgets/Loaded";

/** The placeholders that a template may have, to be copied into its text. */
export function KnownFields() {
  const fields = useQuery({
    queryKey: ["contract", "fields"],
    queryFn: ({ signal }) => call("GET /app/hetong/bianliang", {}, { ...quiet, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className="contract-fields" aria-label="可用变量">
      <h3>可用变量</h3>
      <p className="muted contract-note">写在正文的文字里，签署时换成订单的内容。</p>
      <Loaded query={fields} rows={8}>
        {(known) => (
          <ul>
            {known.map(({ jian, mingcheng }) => (
              <li key={jian}>
                <code>{`{{${jian}}}`}</code>
                <span>{mingcheng}</span>
                <CopyButton text={`{{${jian}}}`} label={`复制${mingcheng}`} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
