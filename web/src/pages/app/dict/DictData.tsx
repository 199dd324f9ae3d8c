import { useMemo } from "react";
import type { Row } from "@/crud/column";
import type { FieldOverrides } from "@/crud/form/FormFields";
import { searchFields, type ColumnOverrides } from "@/crud/fromMeta";
import { metaOf } from "@/crud/metaOf";
import { newPlaces, saveOrder } from "@/crud/table/reorder";
import { ResourcePage } from "@/crud/ResourcePage";
import { useInvalidateRows } from "@/crud/table/useTableData";
import { Dialog } from "@/lib/Dialog";
import { Tag, tagType } from "@/widgets/Tag";

interface Props {
  name: string;
  type: string;
  onClose: () => void;
}

const PATH = "app/dict/data";

const columns: ColumnOverrides<Row> = {
  dictType: false,
  dictLabel: {
    width: 150,
    render: ({ dictLabel, tagType: style }) => (
      <Tag type={tagType(String(style))}>{String(dictLabel)}</Tag>
    ),
  },
  createTime: false,
};

const fields: FieldOverrides = { dictType: false };
const SHOWN = new Set(["dictLabel"]);

/** The values of one dictionary, in the order they are offered; drag to change it. */
export function DictData({ name, type, onClose }: Props) {
  const fixed = useMemo(() => ({ dictType: type }), [type]);
  const search = useMemo(
    () => searchFields(metaOf(PATH)).filter(({ prop }) => SHOWN.has(prop)),
    [],
  );
  const invalidate = useInvalidateRows();
  return (
    <Dialog
      title={`${name}（${type}）`}
      width={1000}
      onClose={() => {
        void invalidate("app/dict");
        onClose();
      }}
    >
      <ResourcePage
        resource={PATH}
        columns={columns}
        fields={fields}
        search={search}
        fixed={fixed}
        isEmbedded
        onMove={(row, before, rows) =>
          void saveOrder(PATH, newPlaces(rows, row, before)).then(() => invalidate(PATH))
        }
      />
    </Dialog>
  );
}
