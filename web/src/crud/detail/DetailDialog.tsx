import { Button, Skeleton, Tabs } from "antd";
import { useLayoutEffect, useRef, type ComponentRef, type ReactNode } from "react";
import { ApiError } from "@/api/client";
import { codes } from "@/api/error";
import { Dialog } from "@/lib/Dialog";
import { useFocusKept } from "@/lib/DialogFocus";
import { useTaken } from "@/lib/useTaken";
import { StaleNotice } from "@/widgets/StaleNotice";
import "./detailDialog.css";
import type { Shown } from "./useShown";

export interface DetailTab {
  key: string;
  label: string;
  /** Drawn when it is first looked at. */
  children: ReactNode;
}

interface Props<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  shown: Pick<Shown, "tab" | "turn" | "close">;
  /** What it is called until it is known which one it is. */
  label: string;
  title: (row: T) => string;
  /** The strip of what decides, above the tabs. */
  renderFacts: (row: T) => ReactNode;
  renderTabs: (row: T) => readonly DetailTab[];
  /** Stands beside the tabs, whichever is open. */
  aside?: ReactNode;
  /** What can be done to it, beside 关闭. */
  renderActions?: (row: T) => ReactNode;
  /** No line of buttons below: ✕ and Escape close it. */
  hasNoFooter?: boolean;
  /** What is shown was true before something happened; it steps back until the new state has come. */
  isOld?: boolean;
}

/** One row with everything about it. Which one and which part of it is in the URL (`useShown`). */
export function DetailDialog<T>({ query, shown, isOld = false, ...props }: Props<T>) {
  // A tab hidden for long forgets its answers; what is being written in here must not go with them.
  const row = useTaken(query.data, true);
  const inside = useFocusKept();
  return (
    <Dialog
      title={row === undefined ? props.label : props.title(row)}
      width={1000}
      className="detail-dialog"
      isAddressed
      isWaiting={row === undefined}
      {...(props.hasNoFooter
        ? {}
        : {
            footer: (
              <>
                {row === undefined ? null : props.renderActions?.(row)}
                <Button onClick={shown.close}>关闭</Button>
              </>
            ),
          })}
      onClose={shown.close}
    >
      {row === undefined ? (
        <NotYet query={query} />
      ) : (
        <div
          ref={inside}
          className={isOld ? "detail-shown detail-old" : "detail-shown"}
          aria-busy={isOld || undefined}
        >
          {query.error ? <StaleNotice onRetry={() => void query.refetch()} /> : null}
          {props.renderFacts(row)}
          <div className="detail-body">
            <DetailTabs tabs={props.renderTabs(row)} shown={shown} />
            {props.aside}
          </div>
        </div>
      )}
    </Dialog>
  );
}

function DetailTabs({ tabs, shown }: { tabs: readonly DetailTab[] } & Pick<Props<never>, "shown">) {
  const open = (tabs.find(({ key }) => key === shown.tab) ?? tabs[0])?.key ?? "";
  const frame = useRef<ComponentRef<typeof Tabs>>(null);
  // All of them scroll in one box: what was read below in one must not begin below in the next.
  useLayoutEffect(() => {
    const box = frame.current?.nativeElement?.querySelector(".ant-tabs-body-holder");
    if (open && box) box.scrollTop = 0;
  }, [open]);
  return (
    <Tabs
      ref={frame}
      className="detail-tabs"
      activeKey={open}
      onChange={shown.turn}
      items={[...tabs]}
    />
  );
}

function NotYet({ query }: Pick<Props<unknown>, "query">) {
  const { error } = query;
  if (!error) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  // A link may lead to what is gone, or to what this person does not see.
  const isOutOfReach = error instanceof ApiError && error.code === codes.notFound;
  return (
    <div className="detail-failed" role="alert">
      {isOutOfReach ? (
        <p>{error.message}。它可能已被删除，或不在你能看到的数据范围内。</p>
      ) : (
        <>
          <p>没有加载成功：{error.message}</p>
          <Button onClick={() => void query.refetch()}>重试</Button>
        </>
      )}
    </div>
  );
}
