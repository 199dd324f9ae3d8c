import type { ReactNode } from "react";
import "./tag.css";

export type TagType = "default" | "primary" | "success" | "info" | "warning" | "danger";

const TYPES = new Set<string>(["default", "primary", "success", "info", "warning", "danger"]);

export function tagType(name: string | null | undefined): TagType {
  return name && TYPES.has(name) ? (name as TagType) : "default";
}

interface Props {
  type?: TagType;
  children: ReactNode;
}

/** A state as a dot and a word, which carries the meaning for those who see no colour; a plain value as a word. */
export function Tag({ type = "default", children }: Props) {
  return <span className={`tag tag-${type}`}>{children}</span>;
}
