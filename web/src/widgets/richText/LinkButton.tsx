import type { Editor } from "@tiptap/core";
import { Button, Input, Popover, Space } from "antd";
import { useState, type ReactNode } from "react";
import { toast } from "@/lib/feedback";

interface Props {
  editor: Editor;
  icon: ReactNode;
  isOn: boolean;
}

/** Sets or removes the address behind the selected words. */
export function LinkButton({ editor, icon, isOn }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState("");

  function show(open: boolean) {
    if (open) setAddress((editor.getAttributes("link").href as string | undefined) ?? "");
    setOpen(open);
  }

  function apply(href: string) {
    const text = href.trim();
    if (text !== "" && !/^(https?:\/\/|mailto:)/i.test(text)) {
      toast.warning("链接须以 http:// 或 https:// 开头");
      return;
    }
    const chain = editor.chain().focus().extendMarkRange("link");
    if (text === "") chain.unsetLink().run();
    else chain.setLink({ href: text }).run();
    setOpen(false);
  }

  return (
    <Popover
      open={isOpen}
      onOpenChange={show}
      trigger="click"
      content={
        <Space.Compact>
          <Input
            autoFocus
            aria-label="链接地址"
            placeholder="https://"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            onPressEnter={(event) => {
              event.preventDefault();
              apply(address);
            }}
          />
          <Button type="primary" onClick={() => apply(address)}>
            确定
          </Button>
          {isOn ? <Button onClick={() => apply("")}>移除</Button> : null}
        </Space.Compact>
      }
    >
      <button
        type="button"
        className="rich-text-tool"
        aria-label="链接"
        title="链接"
        aria-pressed={isOn}
      >
        {icon}
      </button>
    </Popover>
  );
}
