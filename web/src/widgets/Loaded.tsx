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
  children: (data: T) => ReactNode;
}

/**
 * What a query brought, its outline until then, or why it did not come and a second try. Older
 * figures say that they are old.
 */
export function Loaded<T>({ query, rows = 4, children }: Props<T>) {
  if (query.data !== undefined)
    return (
      <>
        {query.error ? <StaleNotice onRetry={() => void query.refetch()} /> : null}
        {children(query.data)}
      </>
    );
  if (!query.error) return <Skeleton active title={false} paragraph={{ rows }} />;
  return (
    <div role="alert">
      <p>没有加载成功：{query.error.message}</p>
      <Button onClick={() => void query.refetch()}>重试</Button>
    </div>
  );
}
