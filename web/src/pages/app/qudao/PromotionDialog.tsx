import { Button, QRCode } from "antd";
import { useRef } from "react";
import type { RowOf } from "@/crud/column";
import { Dialog } from "@/lib/Dialog";
import { annualRate } from "@/lib/money";
import { palettes } from "@/theme/tokens";
import { CopyButton } from "@/widgets/CopyButton";
import { fullLink } from "./channelLink";
import "./promotion.css";

type Channel = RowOf<"app/qudao">;

interface Props {
  channel: Channel;
  onClose: () => void;
}

/** 推广: the link of a channel, its picture for posters, and how far those who followed it went. */
export function PromotionDialog({ channel, onClose }: Props) {
  const picture = useRef<HTMLDivElement>(null);
  const link = fullLink(channel.tuiguangUrl);

  function save() {
    const drawn = picture.current?.querySelector("canvas");
    if (!drawn) return;
    const file = document.createElement("a");
    file.href = drawn.toDataURL("image/png");
    file.download = `${channel.mingcheng}-二维码.png`;
    file.click();
  }

  return (
    <Dialog
      title={`推广 ${channel.mingcheng}`}
      width={700}
      footer={<Button onClick={onClose}>关闭</Button>}
      onClose={onClose}
    >
      <div className="promotion">
        <div className="promotion-code">
          <div ref={picture} role="img" aria-label={`${channel.mingcheng} 的二维码`}>
            <QRCode
              type="canvas"
              value={link}
              size={184}
              marginSize={2}
              bordered={false}
              // Cameras want dark on light, whatever the mode.
              color={palettes.light.text}
              bgColor={palettes.light.surface}
            />
          </div>
          <Button onClick={save}>下载二维码</Button>
        </div>
        <div className="promotion-facts">
          <p className="promotion-link">
            <span>{link}</span>
            <CopyButton text={link} label="复制推广链接" />
          </p>
          {channel.state === "QIYONG" ? null : <p className="overdue">渠道已停用，链接打不开</p>}
          <Funnel channel={channel} />
          <p className="muted promotion-note">
            浏览数几秒后更新，只计次数，不记录访客信息；落地页和访问地址在参数设置的基础设置中填写。
          </p>
        </div>
      </div>
    </Dialog>
  );
}

function Funnel({ channel }: { channel: Channel }) {
  const steps = [
    { label: "浏览", count: channel.liulanshu, share: null },
    { label: "注册", count: channel.zhuceshu, share: channel.zhucelv },
    { label: "申请", count: channel.shenqingshu, share: channel.shenqinglv },
    { label: "放款", count: channel.fangkuanshu, share: channel.fangkuanlv },
  ];
  return (
    <table className="promotion-steps" aria-label="转化">
      <thead>
        <tr>
          <th>环节</th>
          <th>数量</th>
          <th>占上一环节</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ label, count, share }) => (
          <tr key={label}>
            <td>{label}</td>
            <td>{count.toLocaleString("en-US")}</td>
            <td>{share === null ? <span className="muted">—</span> : annualRate(share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
