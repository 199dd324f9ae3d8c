import type { ReactNode } from "react";

interface Props {
  label: string;
  icon: ReactNode;
  isOn?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}

export function ToolButton({ label, icon, isOn, isDisabled, onClick }: Props) {
  return (
    <button
      type="button"
      className="rich-text-tool"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isDisabled}
      // Keeps the selection in the text while the button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
