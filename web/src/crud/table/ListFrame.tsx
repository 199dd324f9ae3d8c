import { ReloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, type ReactNode, type RefObject } from "react";
import { useOneStop } from "@/lib/useOneStop";
import { StaleNotice } from "@/widgets/StaleNotice";
import type { Row } from "@/crud/column";
import type { SearchField } from "@/crud/fromMeta";
import { SearchForm } from "@/crud/search/SearchForm";
import { Pager } from "./Pager";
import "./resourceTable.css";
import { rememberSize, withSize } from "./tableState";
import type { List } from "./useList";
import { useMaxHeight } from "./useMaxHeight";

interface Props<R extends Row, A> {
  label: string;
  list: List<R, A>;
  fields: readonly SearchField[];
  /** A line between the search and the toolbar. */
  tabs?: ReactNode;
  /** The left side of the toolbar. */
  actions: ReactNode;
  /** Beside 刷新, on the right. */
  tools: ReactNode;
  /** The rows come a page at a time. */
  isPaged: boolean;
  children: (table: RefObject<HTMLDivElement | null>, maxHeight: number) => ReactNode;
}

/** Search, tabs, toolbar, what is listed, pager: where they stand and how high the middle may be. */
export function ListFrame<R extends Row, A>(props: Props<R, A>) {
  const { label, list, fields } = props;
  const { state, setState } = list;
  const table = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  const toolKeys = useOneStop(tools);
  const pager = useRef<HTMLDivElement>(null);
  const maxHeight = useMaxHeight(table, form, bar, pager);
  return (
    <div className="list-page">
      {fields.length > 0 ? (
        <SearchForm
          ref={form}
          label={label}
          fields={fields}
          search={state.search}
          onSearch={list.onSearch}
        />
      ) : null}
      <div className="table-top" ref={bar}>
        <div ref={tools} className="table-tools" role="toolbar" aria-label="列表工具" {...toolKeys}>
          {props.tabs}
          <div className="table-bar">
            <div className="table-actions">{props.actions}</div>
            <div className="table-actions">
              <Button
                icon={<ReloadOutlined spin={list.isFetching} />}
                aria-label="刷新"
                title="刷新"
                onClick={list.reload}
              />
              {props.tools}
            </div>
          </div>
        </div>
        {list.error && list.rows.length > 0 ? <StaleNotice onRetry={list.reload} /> : null}
      </div>
      {props.children(table, maxHeight)}
      {props.isPaged ? (
        <Pager
          ref={pager}
          current={state.current}
          size={state.size}
          total={list.total}
          isTotalExact={list.isTotalExact}
          isUnknown={list.rows.length === 0 && (list.error !== null || list.isLoading)}
          onPage={(current) => setState({ ...state, current })}
          onSize={(size) => {
            rememberSize(size);
            setState(withSize(state, size));
          }}
        />
      ) : null}
    </div>
  );
}
