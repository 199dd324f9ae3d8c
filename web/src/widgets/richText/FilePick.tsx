import { useRef, type ReactNode } from "react";
import { ToolButton } from "./ToolButton";

interface Props {
  label: string;
  icon: ReactNode;
  accept: string;
  onFile: (file: File) => void;
}

export function FilePick({ label, icon, accept, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ToolButton label={label} icon={icon} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        // The form's own styles would show a merely `hidden` file input.
        style={{ display: "none" }}
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </>
  );
}
