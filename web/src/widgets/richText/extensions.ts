import { mergeAttributes, Node } from "@tiptap/core";
import { TextAlign } from "@tiptap/extension-text-align";
import { Color, FontSize, TextStyle } from "@tiptap/extension-text-style";
import { StarterKit } from "@tiptap/starter-kit";
import { tables } from "./tables";

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
});

const Picture = Node.create({
  name: "image",
  group: "block",
  draggable: true,
  addAttributes: () => ({ src: attribute("src"), alt: attribute("alt") }),
  parseHTML: () => [{ tag: "img[src]" }],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
});

const Video = Node.create({
  name: "video",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: attribute("src") }),
  parseHTML: () => [{ tag: "video[src]" }],
  renderHTML: ({ HTMLAttributes }) => [
    "video",
    mergeAttributes(HTMLAttributes, { controls: "true", preload: "metadata" }),
  ],
});

export const extensions = [
  StarterKit.configure({ link: { openOnClick: false } }),
  TextStyle,
  FontSize,
  Color,
  TextAlign.configure({ types: ["heading", "paragraph"] }),
  Picture,
  Video,
  ...tables,
];
