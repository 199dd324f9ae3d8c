import { toast } from "./feedback";

/** Copies text, and says 已复制 when it was. */
export async function copyText(text: string): Promise<void> {
  if (await isCopied(text)) toast.success("已复制");
  else toast.warning("复制失败，请手动选择文字复制");
}

/** Browsers offer the clipboard on https alone, and may refuse it there; offices also run on plain http. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return isCopiedBySelection(text);
  }
}

/**
 * The copy command wants something selected. A selection leaves the focus where it is, which a
 * field would not: dialogs hold it to themselves.
 */
function isCopiedBySelection(text: string): boolean {
  const selection = getSelection();
  if (!selection) return false;
  const before = rangesOf(selection);
  const mark = document.createElement("span");
  mark.className = "visually-hidden";
  mark.textContent = text;
  let isTaken = false;
  const take = (event: ClipboardEvent) => {
    // The text itself, not the selection with its styles.
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopPropagation();
    isTaken = event.clipboardData !== null;
  };
  document.addEventListener("copy", take, true);
  document.body.append(mark);
  try {
    selection.selectAllChildren(mark);
    // Deprecated, and without a successor on plain http.
    return document.execCommand("copy") && isTaken;
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", take, true);
    mark.remove();
    selection.removeAllRanges();
    for (const range of before) selection.addRange(range);
  }
}

function rangesOf(selection: Selection): Range[] {
  return Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at));
}
