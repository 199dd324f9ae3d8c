import type { RowOf } from "@/crud/column";
import type { ColumnOverrides } from "@/crud/fromMeta";
import { Money } from "@/widgets/Money";
import { Tag } from "@/widgets/Tag";

/** What was taken back stays in every list of money: struck through, and said in a word. */
export const revokedColumns: ColumnOverrides<RowOf<"app/dingdan/xingqing">> = {
  miaoshu: {
    width: 190,
    render: ({ miaoshu, isChexiao }) =>
      isChexiao ? (
        <>
          <del className="muted">{miaoshu}</del> <Tag type="danger">已撤销</Tag>
        </>
      ) : (
        miaoshu
      ),
  },
  shifujine: {
    render: ({ shifujine, isChexiao }) =>
      isChexiao ? (
        <del className="muted">
          <Money fen={shifujine} />
        </del>
      ) : (
        <Money fen={shifujine} />
      ),
  },
};
