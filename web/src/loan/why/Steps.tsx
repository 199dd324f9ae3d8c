import { Skeleton } from "antd";
import type { ReasonLine } from "@/api/types.gen";
import { fenToYuan } from "@/lib/money";
import { OrderLink } from "@/loan/order/OrderLink";

interface Props {
  query: { data: readonly ReasonLine[] | undefined; error: Error | null };
}

/** The lines behind an amount, as the server worked them out. */
export function Steps({ query: { data, error } }: Props) {
  if (error) return <p className="why-steps">没有加载成功：{error.message}</p>;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3, width: 220 }} />;
  if (data.length === 0) return <p className="why-steps">没有可说明的内容</p>;
  return (
    <div className="why-scroll">
      <table className="why-steps">
        <tbody>
          {data.map((line) => (
            <tr key={`${line.xiang}:${line.suanshi}:${line.liushuihao ?? ""}`}>
              <th scope="row">
                {line.dingdanId ? (
                  <OrderLink id={line.dingdanId} bianhao={line.xiang} />
                ) : (
                  line.xiang
                )}
                {line.liushuihao ? <small>流水号 {line.liushuihao}</small> : null}
              </th>
              <td>= {line.suanshi}</td>
              <td className="num">= {fenToYuan(line.jieguo)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
