import { definePage } from "@/crud/definePage";
import { useInvalidateRows } from "@/crud/table/useTableData";
import { Dialog } from "@/lib/Dialog";
import { Tag, tagType } from "@/widgets/Tag";

interface Props {
  name: string;
  type: string;
  onClose: () => void;
}

const Entries = definePage("app/dict/data", {
  columns: {
    dictType: false,
    dictLabel: {
      width: 150,
      render: ({ dictLabel, tagType: style }) => (
        <Tag type={tagType(String(style))}>{dictLabel}</Tag>
      ),
    },
    createTime: false,
  },
  fields: { dictType: false },
  search: { dictType: false, createTime: false },
  isOrdered: true,
});

/** The values of one dictionary, in the order they are offered; drag to change it. */
export function DictData({ name, type, onClose }: Props) {
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
      <Entries fixed={{ dictType: type }} />
    </Dialog>
  );
}
