import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useId, useRef, useState } from "react";
import { call } from "@/api/client";
import type { RowOf } from "@/crud/column";
import { RefSelect } from "@/crud/RefSelect";
import { dayOf } from "@/lib/day";
import { Dialog } from "@/lib/Dialog";
import "@/loan/contract/contract.css";
import { Loaded } from "@/widgets/Loaded";
import { Paper, printPaper } from "@/widgets/Paper";

interface Props {
  contract: RowOf<"app/hetong">;
  /** Whether the person may fill it in with an order. */
  maySeeOrders: boolean;
  onClose: () => void;
}

const AS_IT_IS = 0;

/** 预览: a template or one of its versions, with the data of an order. */
export function ContractPreview({ contract, maySeeOrders, onClose }: Props) {
  const [version, setVersion] = useState(AS_IT_IS);
  const [order, setOrder] = useState<number | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const id = useId();
  const versions = useQuery({
    queryKey: ["contract", contract.id, "versions"],
    queryFn: ({ signal }) => call("GET /app/hetong/banben/{id}", { id: contract.id }, { signal }),
    gcTime: 0,
  });
  const text = useQuery({
    queryKey: ["contract", contract.id, "text", version, order],
    queryFn: ({ signal }) =>
      call(
        "GET /app/hetong/yulan",
        { hetongId: contract.id, banbenId: version || null, dingdanId: order },
        { signal },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const options = (versions.data ?? []).map(({ id: value, banben, fabuTime }) => ({
    value,
    label: `第 ${banben} 版（${dayOf(fabuTime)}）`,
  }));
  return (
    <Dialog
      title={`预览 ${contract.mingcheng}`}
      width={1000}
      footer={<Button onClick={onClose}>关闭</Button>}
      onClose={onClose}
    >
      <div className="contract-bar">
        <label htmlFor={`${id}-version`}>版本</label>
        <Select
          id={`${id}-version`}
          value={version}
          options={[{ value: AS_IT_IS, label: "当前内容" }, ...options]}
          onChange={setVersion}
        />
        {maySeeOrders ? (
          <>
            <label htmlFor={`${id}-order`}>订单</label>
            <span className="contract-order">
              <RefSelect
                id={`${id}-order`}
                resource="app/dingdan"
                placeholder="选择订单填入数据"
                value={order}
                onChange={setOrder}
              />
            </span>
          </>
        ) : null}
        <Button
          className="contract-print"
          type="primary"
          disabled={!text.data}
          onClick={() => printPaper(frame.current)}
        >
          打印
        </Button>
      </div>
      <Loaded query={text} rows={8}>
        {({ mingcheng, neirong }) => <Paper ref={frame} title={mingcheng} html={neirong} />}
      </Loaded>
      <p className="muted contract-note">
        {order === null
          ? "方括号中是变量的含义，选择订单后换成订单的内容。"
          : "客户信息按你的权限脱敏；空着的内容订单还没有。"}
        打印时可另存为 PDF。
      </p>
    </Dialog>
  );
}
