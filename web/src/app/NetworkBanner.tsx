import { useNetwork } from "@/lib/network";

/** Says that the network is gone, for as long as it is. */
export function NetworkBanner() {
  const isDown = useNetwork((state) => state.isDown);
  return (
    <div role="status">
      {isDown && <p className="network-banner">网络已断开，正在重新连接。恢复后页面会自动刷新。</p>}
    </div>
  );
}
