import { Button } from "antd";
import { lessFen, type FenSum } from "@/lib/money";
import { Fact, Facts } from "@/widgets/Facts";
import { Money } from "@/widgets/Money";
import { Tag } from "@/widgets/Tag";
import { isNarrower, type Search, type Sums } from "./movements";
import "./zijin.css";

interface Props {
  search: Search;
  sums: Sums | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** What came in, what went out, what was taken back, and whether the books say the same. */
export function SumsBar({ search, sums, error, onRetry }: Props) {
  if (error)
    return (
      <div className="sums-error" role="alert">
        合计没有加载成功：{error.message}
        <Button size="small" onClick={onRetry}>
          重试
        </Button>
      </div>
    );
  return (
    <section className="sums" aria-label="合计" aria-busy={!sums || undefined}>
      <Facts className="sums-facts">
        <Amount label="收入(元)" fen={sums?.ruzhang} />
        <Amount label="支出(元)" fen={sums?.chuzhang} />
        <Amount label="冲销(元)" fen={sums?.chongxiao} />
        <Amount label="净额(元)" fen={sums?.jinge} isMain />
        <Fact label="笔数">{sums ? sums.bishu.toLocaleString("zh-CN") : "—"}</Fact>
        <Amount label="总账资金变动(元)" fen={sums?.zhangmian} />
      </Facts>
      {sums ? <Verdict sums={sums} search={search} /> : null}
    </section>
  );
}

function Amount({ label, fen, isMain }: { label: string; fen?: FenSum | null; isMain?: boolean }) {
  return (
    <Fact label={label} className={isMain ? "sums-main" : undefined}>
      <Money fen={fen} />
    </Fact>
  );
}

function Verdict({ sums, search }: { sums: Sums; search: Search }) {
  if (isNarrower(search))
    return <span className="muted">合计只随日期、支付方式、操作人和类型变化</span>;
  if (sums.zhangmian === null || sums.zhangmian === undefined)
    return <span className="muted">只按日期查询时才能与总账核对</span>;
  if (sums.isYizhi) return <Tag type="success">与总账一致</Tag>;
  return (
    <Tag type="danger">
      与总账相差 <Money fen={lessFen(sums.jinge, sums.zhangmian)} />，
      <a href="#/zijin/jiancha">查找原因</a>
    </Tag>
  );
}
