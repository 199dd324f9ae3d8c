import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useId, useRef, useState } from "react";
import { call } from "@/api/client";
import { ordersKey } from "@/loan/order/orderQueries";
import { Loaded } from "@/widgets/Loaded";
import { Paper, printPaper } from "@/widgets/Paper";
import "./contract.css";

/** 合同: what the order was applied for under, whatever became of the templates since. */
export function ContractTab({ id }: { id: number }) {
  const signed = useQuery({
    queryKey: [...ordersKey, id, "contracts"],
    queryFn: ({ signal }) => call("GET /app/dingdan/hetong/{id}", { id }, { signal }),
  });
  return (
    <div className="order-pane contract-signed">
      <Loaded query={signed} rows={6}>
        {(versions) =>
          versions.length === 0 ? (
            <p className="muted">申请时产品没有合同模板</p>
          ) : (
            <Signed order={id} versions={versions} />
          )
        }
      </Loaded>
    </div>
  );
}

interface Version {
  id: number;
  mingcheng: string;
  banben: number;
  fabuTime: string;
  isQianzhang: boolean;
  wenjianUrl: string | null;
}

function Signed({ order, versions }: { order: number; versions: readonly Version[] }) {
  const [chosen, setChosen] = useState(versions[0]?.id ?? 0);
  const frame = useRef<HTMLIFrameElement>(null);
  const select = useId();
  const version = versions.find(({ id }) => id === chosen);
  const text = useQuery({
    queryKey: [...ordersKey, order, "contract", chosen],
    queryFn: ({ signal }) =>
      call("GET /app/dingdan/hetongZhengwen", { dingdanId: order, banbenId: chosen }, { signal }),
  });
  return (
    <>
      <div className="contract-bar">
        <label htmlFor={select}>合同</label>
        <Select
          id={select}
          value={chosen}
          options={versions.map(({ id, mingcheng, banben }) => ({
            value: id,
            label: `${mingcheng}（第 ${banben} 版）`,
          }))}
          onChange={setChosen}
        />
        {version ? (
          <span className="muted">
            {version.fabuTime} 发布{version.isQianzhang ? "，需签章" : ""}
          </span>
        ) : null}
        {version?.wenjianUrl ? (
          <a href={version.wenjianUrl} target="_blank" rel="noreferrer">
            附件
          </a>
        ) : null}
        <Button
          className="contract-print"
          disabled={!text.data}
          onClick={() => printPaper(frame.current)}
        >
          打印
        </Button>
      </div>
      <Loaded query={text} rows={8}>
        {({ mingcheng, neirong }) => <Paper ref={frame} title={mingcheng} html={neirong} />}
      </Loaded>
      <p className="muted contract-note">申请时的版本，模板以后的修改不影响它。</p>
    </>
  );
}
