import { Button } from "antd";

/** How a first row is made. */
export interface Adding {
  text: string;
  onClick: () => void;
}

interface Props {
  error: Error | null;
  /** What must be chosen in the search first. */
  awaits?: string | undefined;
  /** Whether a search or filter is what leaves the table empty. */
  isNarrowed: boolean;
  onRetry: () => void;
  onClear: () => void;
  adding: Adding | undefined;
}

/** Why there are no rows, and the one thing that helps. */
export function TableNotice({ error, awaits, isNarrowed, onRetry, onClear, adding }: Props) {
  if (awaits !== undefined) return <span>请先在上方选择{awaits}，每次查看一位</span>;
  if (error) {
    return (
      <>
        <span role="alert">没有加载成功：{error.message}</span>
        <Button onClick={onRetry}>重试</Button>
      </>
    );
  }
  if (isNarrowed) {
    return (
      <>
        <span>没有符合条件的数据</span>
        <Button onClick={onClear}>清空筛选</Button>
      </>
    );
  }
  return (
    <>
      <span>还没有数据</span>
      {adding ? <Button onClick={adding.onClick}>{adding.text}</Button> : null}
    </>
  );
}

/** Said in place of a table the person may not see. */
export function NoPermission({ label, permission }: { label: string; permission: string }) {
  return (
    <div className="no-permission">
      <p>
        没有查看{label}的权限，需要的权限是 <code>{permission}</code>。
      </p>
      <p className="muted">请联系管理员在角色管理中开通。</p>
    </div>
  );
}
