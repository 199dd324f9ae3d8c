import { Editor } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import { extensions } from "./extensions";
import { insertFiles } from "./insertFile";
import { cleanPasted } from "./pasted";
import "./richText.css";
import { Toolbar } from "./Toolbar";

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (html: string) => void;
  "aria-label"?: string;
}

export default function RichTextEditor({ id, value, onChange, "aria-label": label }: Props) {
  const [editor] = useState(() => new Editor({ element: null, extensions, content: value ?? "" }));
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Effects also end when the tab is merely hidden. Only the view goes then: the text and its
    // undo history stay in the editor and are mounted again.
    if (box.current) editor.mount(box.current);
    return () => editor.unmount();
  }, [editor]);

  useEffect(() => {
    const tell = () => onChange?.(htmlOf(editor));
    editor.on("update", tell);
    return () => {
      editor.off("update", tell);
    };
  }, [editor, onChange]);

  useEffect(() => {
    // A form that is filled later or reset brings its own text; what was typed here is equal already.
    if ((value ?? "") !== htmlOf(editor))
      editor.commands.setContent(value ?? "", { emitUpdate: false });
  }, [editor, value]);

  useEffect(() => {
    const attributes: Record<string, string> = {
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": label ?? "正文",
    };
    if (id) attributes.id = id;
    editor.setOptions({
      editorProps: {
        attributes,
        transformPastedHTML: cleanPasted,
        // What comes with words of its own (a part of a page, a document) is taken as words.
        handlePaste: (_view, { clipboardData }) =>
          !clipboardData?.getData("text/html") &&
          insertFiles(editor, [...(clipboardData?.files ?? [])]),
        handleDrop: (_view, { dataTransfer }, _slice, isOwn) =>
          !isOwn && insertFiles(editor, [...(dataTransfer?.files ?? [])]),
      },
    });
  }, [editor, id, label]);

  return (
    <div className="rich-text">
      <Toolbar editor={editor} />
      <div ref={box} className="rich-text-body" />
    </div>
  );
}

function htmlOf(editor: Editor): string {
  return editor.isEmpty ? "" : editor.getHTML();
}
