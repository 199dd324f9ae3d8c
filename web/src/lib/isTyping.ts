/** Whether a key pressed there is text, or belongs to a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  const inside = "input, textarea, select, [contenteditable], [role=dialog]";
  return target instanceof Element && target.closest(inside) !== null;
}
