import { Popover, Skeleton } from "antd";
import { useId, type ReactNode } from "react";
import { fenToYuan } from "@/lib/money";
import { useExplanation, type Explained } from "@/loan/order/orderQueries";
import { useMeeting } from "./useMeeting";
import "./why.css";

interface Props {
  id: number;
  asked: Explained;
  /** The value date the figure is of; today without one. */
  riqi?: string | null | undefined;
  /** The amount beside it tells the same: the pointer finds this one too, Tab does not stop. */
  isSecond?: boolean;
  children: ReactNode;
}

/** An amount that can say why it is this number, on hover or focus. */
export function Why({ id, asked, riqi, isSecond = false, children }: Props) {
  const { isMet, isOpen, close, handlers } = useMeeting();
  const name = useId();
  return (
    <button
      type="button"
      className="why"
      tabIndex={isSecond ? -1 : undefined}
      aria-describedby={isOpen ? name : undefined}
      {...handlers}
    >
      {children}
      {isMet ? (
        <Popover
          open={isOpen}
          onOpenChange={(open) => {
            // Esc; hover and focus are ours.
            if (!open) close();
          }}
          destroyOnHidden
          title="为什么是这个数"
          content={
            <div id={name}>
              <Steps id={id} asked={asked} riqi={riqi} />
            </div>
          }
        >
          <span className="why-anchor" />
        </Popover>
      ) : null}
    </button>
  );
}

function Steps({ id, asked, riqi }: Pick<Props, "id" | "asked" | "riqi">) {
  const { data, error } = useExplanation(id, asked, riqi);
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
