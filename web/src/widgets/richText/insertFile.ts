import type { Command, Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { toast } from "@/lib/feedback";
import { tellFailure, uploadFile } from "@/widgets/uploadFile";
import { parseSize } from "@/widgets/uploadSize";

export const VIDEO_LIMIT = parseSize("30m");
const IMAGE_LIMIT = "5m";

/** Uploads a chosen picture or video and puts it where the cursor is. */
export async function insertFile(
  editor: Editor,
  file: File,
  onProgress?: (done: number) => void,
): Promise<void> {
  const isVideo = file.type.startsWith("video/");
  if (isVideo && file.size >= VIDEO_LIMIT) {
    toast.warning("上传视频大小限制 30M 以内！");
    return;
  }
  if (!isVideo && file.size > parseSize(IMAGE_LIMIT)) {
    toast.warning(`文件大小不能超过 ${IMAGE_LIMIT}!`);
    return;
  }
  try {
    const { url, name } = await uploadFile(file, "editor", onProgress);
    const attrs = isVideo ? { src: url } : { src: url, alt: name };
    const { selection } = editor.state;
    // A selected picture stays: the new one comes after it, not in its place.
    const place = selection instanceof NodeSelection ? selection.to : selection;
    editor
      .chain()
      .focus()
      .insertContentAt(typeof place === "number" ? place : { from: place.from, to: place.to }, {
        type: isVideo ? "video" : "image",
        attrs,
      })
      .command(writeOnBelow)
      .run();
    toast.success("上传成功");
  } catch (error) {
    tellFailure(error);
  }
}

/** Pictures and videos among what was pasted or dropped are uploaded, one after the other. */
export function insertFiles(editor: Editor, files: readonly File[]): boolean {
  const shown = files.filter(({ type }) => /^(image|video)\//.test(type));
  void shown.reduce(
    (before, file) => before.then(() => insertFile(editor, file)),
    Promise.resolve(),
  );
  return shown.length > 0;
}

/** Puts the cursor below what was just inserted: left selected, the next key would replace it. */
const writeOnBelow: Command = ({ tr, state }) => {
  if (!(tr.selection instanceof NodeSelection)) return true;
  const below = tr.selection.to;
  const paragraph = state.schema.nodes.paragraph;
  if (!tr.doc.resolve(below).nodeAfter?.isTextblock && paragraph)
    tr.insert(below, paragraph.create());
  tr.setSelection(TextSelection.create(tr.doc, below + 1));
  return true;
};
