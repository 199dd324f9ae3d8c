import { Avatar, Button } from "antd";
import { useRef, useState, type ChangeEvent } from "react";
import { toast } from "../../lib/feedback";
import { useSession } from "../../lib/session";
import { uploadFile } from "../../widgets/uploadFile";
import { parseSize } from "../../widgets/uploadSize";
import { saveAvatar } from "./profileApi";

const maxSize = "5m";

async function changeAvatar(file: File) {
  if (file.size > parseSize(maxSize)) {
    toast.warning(`文件大小不能超过 ${maxSize}!`);
    return;
  }
  try {
    const { url } = await uploadFile(file, "avatar");
    toast.success("上传成功");
    await saveAvatar(url);
  } catch {
    toast.error("上传失败");
  }
}

/** Picture, name and the facts an administrator sets. */
export function AvatarCard() {
  const user = useSession((state) => state.user);
  const chooser = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    setBusy(true);
    await changeAvatar(file);
    setBusy(false);
  };

  const facts: [string, string | null | undefined][] = [
    ["账号", user.loginName],
    ["角色", user.roleNames],
    ["门店", user.mendianShow],
    ["手机", user.phone],
  ];
  return (
    <section className="profile-card" aria-label="个人名片">
      <Avatar
        size={96}
        {...(user.headUrl ? { src: user.headUrl } : {})}
        alt="头像"
        style={{ fontSize: 36 }}
      >
        {user.nickName.slice(0, 1)}
      </Avatar>
      <h2>{user.nickName}</h2>
      <Button type="link" loading={isBusy} onClick={() => chooser.current?.click()}>
        更换头像
      </Button>
      <input
        ref={chooser}
        hidden
        type="file"
        accept="image/*"
        aria-label="选择头像图片"
        onChange={(event) => void choose(event)}
      />
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || "—"}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
