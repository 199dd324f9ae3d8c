import { Avatar, Button } from "antd";
import { useRef, useState, type ChangeEvent } from "react";
import { toast } from "@/lib/feedback";
import { useSession } from "@/lib/session";
import { tellFailure, uploadFile } from "@/widgets/uploadFile";
import { parseSize } from "@/widgets/uploadSize";
import { saveAvatar } from "./profileApi";

const maxSize = "5m";

async function changeAvatar(file: File, onProgress: (done: number) => void) {
  if (file.size > parseSize(maxSize)) {
    toast.warning(`文件大小不能超过 ${maxSize}!`);
    return;
  }
  const sent = await uploadFile(file, "avatar", onProgress).catch(tellFailure);
  if (!sent) return;
  toast.success("上传成功");
  // What the server says against it is shown by the call itself.
  await saveAvatar(sent.url).catch(() => undefined);
}

/** Picture, name and the facts an administrator sets. */
export function AvatarCard() {
  const user = useSession((state) => state.user);
  const chooser = useRef<HTMLInputElement>(null);
  const [uploaded, setUploaded] = useState<number | null>(null);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    setUploaded(0);
    await changeAvatar(file, setUploaded);
    setUploaded(null);
  };

  const facts: [string, string | null | undefined][] = [
    ["账号", user.loginName],
    ["角色", user.roleNames],
    ["门店", user.mendianShow],
    ["手机号", user.phone],
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
      <Button type="link" loading={uploaded !== null} onClick={() => chooser.current?.click()}>
        {uploaded === null ? "更换头像" : `上传中 ${Math.floor(uploaded * 100)}%`}
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
