import { useQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import { call } from "@/api/client";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { toast } from "@/lib/feedback";
import { DictSelect } from "@/widgets/DictSelect";
import { TOUCHED } from "./customerQueries";
import { whom, type Named } from "./whom";

interface Props {
  customers: readonly Named[];
  onDone: () => void;
  onClose: () => void;
}

interface Values {
  genjinrenId?: number | null;
  mendian?: string | null;
}

/** 分配: whom customers belong to, and where. */
export function AssignDialog({ customers, onDone, onClose }: Props) {
  // Whoever assigns need not be allowed to see the accounts of the staff.
  const staff = useQuery({
    queryKey: ["app/user/fenpei/renyuan"],
    queryFn: ({ signal }) => call("GET /app/user/fenpei/renyuan", {}, { signal, silent: true }),
  });
  const verb = useVerb("POST /app/user/fenpei", {
    body: ({ genjinrenId, mendian }: Values) => {
      if (genjinrenId || mendian)
        return {
          userIds: customers.map(({ id }) => id),
          genjinrenId: genjinrenId ?? null,
          mendian: mendian ?? null,
        };
      toast.warning("请选择归属人或门店");
      return null;
    },
    refreshes: [...TOUCHED, "app/dingdan"],
    onDone,
  });
  return (
    <VerbDialog
      verb={verb}
      title={`分配 ${whom(customers)}`}
      okText="分配"
      intro={<p className="verb-sentence">没有选择的一项保持原样，客户的订单随之变更。</p>}
      onClose={onClose}
    >
      <Form.Item name="genjinrenId" label="归属人">
        <Select
          allowClear
          showSearch={{ optionFilterProp: "label" }}
          placeholder="请选择归属人"
          loading={staff.isFetching}
          options={(staff.data ?? []).map(({ id, nickName }) => ({ value: id, label: nickName }))}
          notFoundContent={staff.error ? staff.error.message : "没有可分配的员工"}
        />
      </Form.Item>
      <Form.Item name="mendian" label="门店">
        <DictSelect dict="mendian" />
      </Form.Item>
    </VerbDialog>
  );
}
