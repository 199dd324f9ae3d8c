import { fenToYuan } from "../../../lib/money";
import { Money } from "../../../widgets/Money";
import { Tag } from "../../../widgets/Tag";
import { sideOf } from "./balance";
import "./zijin.css";

export interface BalanceLine {
  kemu: string;
  kemuShow: string;
  /** Debit positive, credit negative. */
  qichu: number;
  jie: number;
  dai: number;
  qimo: number;
}

export interface TrialBalance {
  riqiBegin: string;
  riqiEnd: string;
  mingxi: BalanceLine[];
  jieHeji: number;
  daiHeji: number;
  isPingheng: boolean;
}

/** 试算平衡表: opening, movement and closing of every account. */
export function BalanceTable({ balance }: { balance: TrialBalance }) {
  const sum = (name: "qichu" | "qimo") =>
    balance.mingxi.reduce((total, line) => total + line[name], 0);
  return (
    <>
      <p className="book-verdict">
        {balance.riqiBegin} 至 {balance.riqiEnd}{" "}
        {balance.isPingheng ? (
          <Tag type="success">借贷平衡</Tag>
        ) : (
          <Tag type="danger">
            借贷不平，相差 {fenToYuan(balance.jieHeji - balance.daiHeji)} 元，
            <a href="#/zijin/jiancha">查找原因</a>
          </Tag>
        )}
      </p>
      <table className="book" aria-label="试算平衡表">
        <thead>
          <tr>
            <th scope="col">科目</th>
            <th scope="col">期初余额(元)</th>
            <th scope="col">借方发生(元)</th>
            <th scope="col">贷方发生(元)</th>
            <th scope="col">期末余额(元)</th>
          </tr>
        </thead>
        <tbody>
          {balance.mingxi.map((line) => (
            <tr key={line.kemu}>
              <td>{line.kemuShow}</td>
              <td>
                <Balance fen={line.qichu} />
              </td>
              <td>
                <Money fen={line.jie} />
              </td>
              <td>
                <Money fen={line.dai} />
              </td>
              <td className="book-main">
                <Balance fen={line.qimo} />
              </td>
            </tr>
          ))}
          {balance.mingxi.length === 0 ? (
            <tr>
              <td colSpan={5} className="book-empty">
                还没有记账
              </td>
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td>
              <Balance fen={sum("qichu")} />
            </td>
            <td>
              <Money fen={balance.jieHeji} />
            </td>
            <td>
              <Money fen={balance.daiHeji} />
            </td>
            <td className="book-main">
              <Balance fen={sum("qimo")} />
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

/** A balance has a side, not a sign. */
function Balance({ fen }: { fen: number }) {
  const { side, amount } = sideOf(fen);
  return (
    <span className={fen === 0 ? "muted" : undefined}>
      <span className="book-side">{side}</span> {fenToYuan(amount)}
    </span>
  );
}
