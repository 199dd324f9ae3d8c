import type { KeyboardEvent } from "react";

/** Fields that choose from something that opens: there Enter takes what is chosen. */
const CHOOSING = ".ant-picker, .ant-picker-dropdown, [role=combobox], [aria-haspopup]";

/**
 * For a form with a submit button: keeps the browser from submitting it when Enter only took a
 * day from a calendar or an entry from a list. Such fields have handled the key by then.
 */
export function keepEnterFromPopups(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key === "Enter" && target instanceof Element && target.closest(CHOOSING))
    event.preventDefault();
}
