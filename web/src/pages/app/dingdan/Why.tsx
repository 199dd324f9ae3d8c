import { Popover, Skeleton } from "antd";
import type { ReactNode } from "react";
import { fenToYuan } from "../../../lib/money";
import { useExplanation, type Explained } from "./orderQueries";
import "./why.css";

interface Props {
  id: number;
  asked: Explained;
  /** The server explains today's figures; of another value date the amount stands alone. */
  riqi?: string | null | undefined;
  /** The amount beside it tells the same: the pointer finds this one too, Tab does not stop. */
  isSecond?: boolean;
  children: ReactNode;
}

/** An amount that can say why it is this number, on hover or focus. */
export function Why({ id, asked, riqi, isSecond = false, children }: Props) {
  if (riqi) return children;
  return (
    <Popover
      trigger={["hover", "focus"]}
      mouseEnterDelay={0.25}
      destroyOnHidden
      title="为什么是这个数"
      content={<Steps id={id} asked={asked} />}
    >
      <button type="button" className="why" tabIndex={isSecond ? -1 : undefined}>
        {children}
      </button>
    </Popover>
  );
}

function Steps({ id, asked }: Pick<Props, "id" | "asked">) {
  const { data, error } = useExplanation(id, asked);
  if (error) return <p className="why-steps">没有加载成功：{error.message}</p>;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3, width: 220 }} />;
  if (data.length === 0) return <p className="why-steps">没有可说明的内容</p>;
  return (
    <div className="why-scroll">
      <table className="why-steps">
        <tbody>
          {data.map(({ xiang, suanshi, jieguo }) => (
            <tr key={`${xiang}:${suanshi}`}>
              <th scope="row">{xiang}</th>
              <td>= {suanshi}</td>
              <td className="num">= {fenToYuan(jieguo)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
