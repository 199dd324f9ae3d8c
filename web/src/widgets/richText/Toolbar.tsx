import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
  VideoCameraOutlined,
} from "@ant-design/icons";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useState } from "react";
import { light } from "@/theme/tokens";
import { FilePick } from "./FilePick";
import { LinkButton } from "./LinkButton";
import { FONT_SIZES } from "./fontSizes";
import { insertFile } from "./insertFile";
import { TableMenu } from "./TableMenu";
import { ToolButton } from "./ToolButton";

const HEADINGS = [
  { value: 0, label: "正文" },
  { value: 1, label: "标题 1" },
  { value: 2, label: "标题 2" },
  { value: 3, label: "标题 3" },
] as const;

/** Everything the editor can do, one button each; pressed while it applies at the cursor. */
export function Toolbar({ editor }: { editor: Editor }) {
  const at = useEditorState({ editor, selector: ({ editor: now }) => marksAt(now) });
  const run = () => editor.chain().focus();
  const [uploaded, setUploaded] = useState<number | null>(null);
  const insert = (file: File) =>
    void insertFile(editor, file, setUploaded).finally(() => setUploaded(null));
  return (
    <div className="rich-text-bar" role="toolbar" aria-label="格式">
      {/* Native selects: a form's error state must not colour the editor's tools. */}
      <select
        aria-label="段落"
        className="rich-text-select"
        value={at.heading}
        onChange={(event) => {
          const level = HEADINGS.find(({ value }) => String(value) === event.target.value)?.value;
          if (level) run().setHeading({ level }).run();
          else run().setParagraph().run();
        }}
      >
        {HEADINGS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label="字号"
        className="rich-text-select"
        value={at.fontSize}
        onChange={(event) =>
          event.target.value
            ? run().setFontSize(event.target.value).run()
            : run().unsetFontSize().run()
        }
      >
        <option value="">字号</option>
        {FONT_SIZES.map((size) => (
          <option key={size} value={`${size}pt`}>
            {size} pt
          </option>
        ))}
      </select>
      <ToolButton
        label="加粗"
        icon={<BoldOutlined />}
        isOn={at.bold}
        onClick={() => run().toggleBold().run()}
      />
      <ToolButton
        label="斜体"
        icon={<ItalicOutlined />}
        isOn={at.italic}
        onClick={() => run().toggleItalic().run()}
      />
      <ToolButton
        label="下划线"
        icon={<UnderlineOutlined />}
        isOn={at.underline}
        onClick={() => run().toggleUnderline().run()}
      />
      <ToolButton
        label="删除线"
        icon={<StrikethroughOutlined />}
        isOn={at.strike}
        onClick={() => run().toggleStrike().run()}
      />
      <input
        type="color"
        className="rich-text-color"
        aria-label="文字颜色"
        title="文字颜色"
        value={at.color}
        onChange={(event) => run().setColor(event.target.value).run()}
      />
      <ToolButton
        label="左对齐"
        icon={<AlignLeftOutlined />}
        isOn={at.align === "left"}
        onClick={() => run().setTextAlign("left").run()}
      />
      <ToolButton
        label="居中"
        icon={<AlignCenterOutlined />}
        isOn={at.align === "center"}
        onClick={() => run().setTextAlign("center").run()}
      />
      <ToolButton
        label="右对齐"
        icon={<AlignRightOutlined />}
        isOn={at.align === "right"}
        onClick={() => run().setTextAlign("right").run()}
      />
      <ToolButton
        label="无序列表"
        icon={<UnorderedListOutlined />}
        isOn={at.bullets}
        onClick={() => run().toggleBulletList().run()}
      />
      <ToolButton
        label="编号列表"
        icon={<OrderedListOutlined />}
        isOn={at.numbers}
        onClick={() => run().toggleOrderedList().run()}
      />
      <TableMenu editor={editor} isOn={at.table} />
      <LinkButton editor={editor} icon={<LinkOutlined />} isOn={at.link} />
      <FilePick label="插入图片" icon={<PictureOutlined />} accept="image/*" onFile={insert} />
      <FilePick label="插入视频" icon={<VideoCameraOutlined />} accept="video/*" onFile={insert} />
      <ToolButton
        label="清除格式"
        icon={<ClearOutlined />}
        onClick={() => run().unsetAllMarks().clearNodes().run()}
      />
      <ToolButton
        label="撤销"
        icon={<UndoOutlined />}
        isDisabled={!at.canUndo}
        onClick={() => run().undo().run()}
      />
      <ToolButton
        label="重做"
        icon={<RedoOutlined />}
        isDisabled={!at.canRedo}
        onClick={() => run().redo().run()}
      />
      {uploaded === null ? null : (
        <progress className="rich-text-progress" value={uploaded} max={1} aria-label="上传进度" />
      )}
    </div>
  );
}

function marksAt(editor: Editor) {
  const style = editor.getAttributes("textStyle");
  const align = (["center", "right"] as const).find((side) => editor.isActive({ textAlign: side }));
  return {
    heading:
      ([1, 2, 3] as const).find((level) => editor.isActive("heading", { level })) ?? (0 as const),
    fontSize: (style.fontSize as string | undefined) ?? "",
    color: (style.color as string | undefined) ?? light.text,
    bold: editor.isActive("bold"),
    italic: editor.isActive("italic"),
    underline: editor.isActive("underline"),
    strike: editor.isActive("strike"),
    bullets: editor.isActive("bulletList"),
    numbers: editor.isActive("orderedList"),
    link: editor.isActive("link"),
    table: editor.isActive("table"),
    align: align ?? "left",
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  };
}
