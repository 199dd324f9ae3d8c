import type { AppDict } from "@/api/types.gen";
import { useCallback, useState } from "react";
import type { Row } from "@/crud/column";
import type { FieldOverrides } from "@/crud/form/FormFields";
import type { ColumnOverrides } from "@/crud/fromMeta";
import { ResourcePage } from "@/crud/ResourcePage";
import type { RowAction } from "@/crud/table/RowActions";
import { DictData } from "./DictData";

type Dict = Row & AppDict;

const columns: ColumnOverrides<Dict> = {
  name: { width: 180 },
  type: { width: 200 },
};

const fields: FieldOverrides = {
  type: { hint: "小写字母、数字和下划线，保存后不能修改" },
};

const refuseDelete = ({ isXitong }: Dict) => (isXitong ? "内置字典不能删除" : undefined);

/** 字典管理: the list, then the data of one dictionary. */
export default function DictPage() {
  const [shown, setShown] = useState<Dict | null>(null);
  const actions = useCallback(
    (): RowAction<Dict>[] => [{ label: "数据", perm: "app:dict:data:list", onClick: setShown }],
    [],
  );
  return (
    <>
      <ResourcePage<Dict>
        resource="app/dict"
        columns={columns}
        fields={fields}
        actions={actions}
        refuseDelete={refuseDelete}
      />
      {shown ? (
        <DictData name={shown.name} type={shown.type} onClose={() => setShown(null)} />
      ) : null}
    </>
  );
}
