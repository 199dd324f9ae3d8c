import { useState } from "react";
import "./tagInput.css";

interface Props {
  id?: string;
  value?: readonly string[] | null;
  onChange?: (tags: string[]) => void;
  placeholder?: string;
  disabled?: boolean;
}

/** Free words as tags. Enter or a comma adds one; empty and repeated entries are ignored. */
export function TagInput({ id, value, onChange, placeholder = "输入后回车", disabled }: Props) {
  const [draft, setDraft] = useState("");
  const tags = value ?? [];

  function add(text: string) {
    const fresh = text
      .split(/[,，]/)
      .map((word) => word.trim())
      .filter(
        (word, index, all) => word !== "" && !tags.includes(word) && all.indexOf(word) === index,
      );
    if (fresh.length > 0) onChange?.([...tags, ...fresh]);
    setDraft("");
  }

  return (
    <div className="tag-input" data-disabled={disabled || undefined}>
      {tags.map((tag) => (
        <span key={tag} className="tag-input-tag">
          {tag}
          {disabled ? null : (
            <button
              type="button"
              aria-label={`移除${tag}`}
              onClick={() => onChange?.(tags.filter((other) => other !== tag))}
            >
              ×
            </button>
          )}
        </span>
      ))}
      <input
        id={id}
        type="text"
        autoComplete="off"
        disabled={disabled}
        placeholder={tags.length === 0 ? placeholder : ""}
        value={draft}
        onChange={({ target }) =>
          /[,，]/.test(target.value) ? add(target.value) : setDraft(target.value)
        }
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) {
            event.preventDefault();
            add(draft);
          }
          if (event.key === "Backspace" && draft === "" && tags.length > 0)
            onChange?.(tags.slice(0, -1));
        }}
        onBlur={() => add(draft)}
      />
    </div>
  );
}
