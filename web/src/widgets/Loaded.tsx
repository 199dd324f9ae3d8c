import { Button, Skeleton } from "antd";
import type { ReactNode } from "react";
import { StaleNotice } from "./StaleNotice";

interface Asked<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface Props<T> {
  query: Asked<T>;
  /** Lines of the outline while nothing has arrived. */
  rows?: number;
  /** An outline of the final shape, in place of lines. */
  outline?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * What a query brought, its outline until then, or why it did not come and a second try. Older
 * figures say that they are old.
 */
export function Loaded<T>({ query, rows = 4, outline, children }: Props<T>) {
  if (query.data !== undefined)
    return (
      <>
        {query.error ? <StaleNotice onRetry={() => void query.refetch()} /> : null}
        {children(query.data)}
      </>
    );
  if (!query.error)
    return (
      <div role="status" aria-busy="true" aria-label="加载中">
        {outline ?? <Skeleton active title={false} paragraph={{ rows }} />}
      </div>
    );
  return (
    <div role="alert">
      <p>没有加载成功：{query.error.message}</p>
      <Button onClick={() => void query.refetch()}>重试</Button>
    </div>
  );
}
