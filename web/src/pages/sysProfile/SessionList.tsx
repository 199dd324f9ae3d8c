import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Skeleton } from "antd";
import { messageOf } from "@/api/client";
import { confirm } from "@/lib/feedback";
import { deviceOf } from "@/lib/device";
import { endSessions, ownSessions, type OwnSession } from "./profileApi";

const queryKey = ["own-sessions"];

function SessionRow({
  session,
  onEnd,
}: {
  session: OwnSession;
  onEnd: (session: OwnSession) => void;
}) {
  return (
    <tr>
      <td title={session.ua ?? ""}>{deviceOf(session.ua)}</td>
      <td>{session.ip}</td>
      <td>{session.loginTime}</td>
      <td>{session.huoyueTime}</td>
      <td>
        {session.isDangqian ? (
          <span className="profile-current">当前设备</span>
        ) : (
          <Button type="link" size="small" onClick={() => onEnd(session)}>
            下线
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Where one is signed in, with the means to end what one does not know. */
export function SessionList() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ownSessions(signal),
  });

  const end = async (session: OwnSession) => {
    const isSure = await confirm({
      content: `确定让 ${session.ip ?? "未知地址"} 上的 ${deviceOf(session.ua)} 下线吗？该设备需要重新登录。`,
      okText: "下线",
    });
    if (!isSure) return;
    try {
      await endSessions([session.id]);
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  };

  if (error) {
    return (
      <p className="muted">
        {messageOf(error)}{" "}
        <Button type="link" onClick={() => void refetch()}>
          重试
        </Button>
      </p>
    );
  }
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  return (
    <table className="profile-sessions">
      <thead>
        <tr>
          <th scope="col">设备</th>
          <th scope="col">IP</th>
          <th scope="col">登录时间</th>
          <th scope="col">最近活跃</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={(one) => void end(one).catch(() => undefined)}
          />
        ))}
      </tbody>
    </table>
  );
}
