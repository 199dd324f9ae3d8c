import { useState } from "react";
import { confirm } from "@/lib/feedback";

interface Props {
  value: unknown;
  activeValue: unknown;
  inactiveValue: unknown;
  label: string;
  /** Whose state it is. */
  name?: string;
  onChange: (value: unknown) => Promise<void>;
}

/** Moves at once, asks, and moves back when the person or the server says no. */
export function SwitchCell(props: Props) {
  const { value, activeValue, inactiveValue, label, name = "", onChange } = props;
  const [pending, setPending] = useState<unknown>();
  const isOn = (pending === undefined ? value : pending) === activeValue;

  async function toggle() {
    const next = isOn ? inactiveValue : activeValue;
    setPending(next);
    try {
      if (await confirm({ title: "提示", content: "确定更改状态?", about: name }))
        await onChange(next);
    } catch {
      // The call's own toast has said why; the switch only has to move back.
    } finally {
      setPending(undefined);
    }
  }

  return (
    <button
      type="button"
      role="switch"
      className="dt-switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={pending !== undefined}
      onClick={() => void toggle()}
    />
  );
}
