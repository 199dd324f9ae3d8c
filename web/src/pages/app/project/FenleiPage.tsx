import type { ColumnOverrides } from "@/crud/fromMeta";
import { newPlaces, saveOrder } from "@/crud/table/reorder";
import { ResourcePage } from "@/crud/ResourcePage";
import type { AppProjectFenlei } from "@/api/types.gen";
import type { Row } from "@/crud/column";
import { useInvalidateRows } from "@/crud/table/useTableData";

type Category = Row & AppProjectFenlei;

const PATH = "app/project/fenlei";

const columns: ColumnOverrides<Category> = {
  mingcheng: { width: 160 },
};

const refuseDelete = ({ projectCount }: Category) =>
  projectCount > 0 ? `还有 ${projectCount} 个项目属于这个分类` : undefined;

/** 项目分类: drag a row to change the order in which they are offered. */
export default function FenleiPage() {
  const invalidate = useInvalidateRows();
  return (
    <ResourcePage<Category>
      resource={PATH}
      columns={columns}
      refuseDelete={refuseDelete}
      onMove={(row, before, rows) =>
        void saveOrder(PATH, newPlaces(rows, row, before)).then(() => invalidate(PATH))
      }
    />
  );
}
