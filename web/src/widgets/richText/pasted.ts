import { FONT_SIZES } from "./fontSizes";

/** What means nothing outside the program it was copied from. */
const DROPPED = "style, script, meta, link, title, xml, head > *, object, iframe, input, button";
/** Attributes that carry content; everything else is somebody's layout. */
const KEPT = new Set(["href", "src", "alt", "colspan", "rowspan", "start", "style"]);
const KEPT_STYLES = ["font-weight", "font-style", "text-decoration", "text-align", "color"];
/** Colours a program writes for its own plain text. */
const PLAIN = /^(windowtext|black|inherit|initial|#0{3,6}|rgb\(0, 0, 0\))$/i;
/** Ours, or a picture anybody can fetch; one on the writer's own disk is nobody's. */
const REACHABLE = /^(https:\/\/|\/server\/)/;
const IGNORED = 'span[style*="mso-list" i]';

/**
 * Pasted HTML as the editor may take it: what Word and its like write about themselves is gone,
 * their lists are lists, and of the styles those stay that a person sees.
 */
export function cleanPasted(html: string): string {
  // What was copied in the editor itself is as it should be.
  if (html.includes("data-pm-slice")) return html;
  const page = new DOMParser().parseFromString(html, "text/html");
  const { body } = page;
  for (const node of body.querySelectorAll(DROPPED)) node.remove();
  makeLists(body);
  for (const comment of comments(page)) comment.remove();
  for (const element of body.querySelectorAll("*")) clean(element);
  for (const paragraph of body.querySelectorAll("p")) if (isBlank(paragraph)) paragraph.remove();
  return body.innerHTML.trim();
}

function comments(page: Document): Comment[] {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT);
  const found: Comment[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Comment);
  return found;
}

const isBlank = (element: Element) =>
  element.textContent?.replaceAll("\u00a0", "").trim() === "" &&
  element.querySelector("img, video, br:only-child") === null;

function clean(element: Element) {
  // `o:p`, `w:sdt` and the like, and the old element for letters: their words stay.
  if (element.localName.includes(":") || element.localName === "font") {
    element.replaceWith(...element.childNodes);
    return;
  }
  if (element.localName === "img" && !REACHABLE.test(element.getAttribute("src") ?? "")) {
    element.remove();
    return;
  }
  const style = element instanceof HTMLElement ? styleOf(element) : "";
  for (const name of element.getAttributeNames())
    if (!KEPT.has(name) || name === "style") element.removeAttribute(name);
  if (style) element.setAttribute("style", style);
}

function styleOf({ style }: HTMLElement): string {
  const kept = KEPT_STYLES.flatMap((name) => {
    const value = style.getPropertyValue(name);
    return value === "" || PLAIN.test(value) ? [] : [`${name}: ${value}`];
  });
  const size = nearestSize(style.fontSize);
  return [...kept, ...(size ? [`font-size: ${size}pt`] : [])].join("; ");
}

const PX_PER_PT = 96 / 72;

/** One of the sizes that can be chosen; none for those of plain text. */
function nearestSize(text: string): number | undefined {
  const found = /^([\d.]+)(pt|px)$/.exec(text);
  if (!found) return undefined;
  const points = Number(found[1]) / (found[2] === "px" ? PX_PER_PT : 1);
  // Between 10 and 12 pt lies what programs begin with (10.5 is 五号).
  if (points >= 10 && points <= 12) return undefined;
  return FONT_SIZES.reduce((best, size) =>
    Math.abs(size - points) < Math.abs(best - points) ? size : best,
  );
}

/** A paragraph of Word that is an item of a list, and how deep. */
function levelOf(element: Element | null): number {
  const style = element?.localName === "p" ? (element.getAttribute("style") ?? "") : "";
  const found = /mso-list:\s*\S+\s+level(\d)/i.exec(style);
  return found ? Number(found[1]) : 0;
}

/** Word writes the items of a list as paragraphs with their number before them. */
function makeLists(body: HTMLElement) {
  const items = [...body.querySelectorAll("p")].filter((one) => levelOf(one) > 0);
  const taken = new Set<Element>();
  for (const first of items) {
    if (taken.has(first)) continue;
    const run: Element[] = [];
    for (let one: Element | null = first; levelOf(one) > 0; one = one?.nextElementSibling ?? null)
      if (one) run.push(one);
    for (const one of run) taken.add(one);
    first.before(listOf(run, body.ownerDocument));
    for (const one of run) one.remove();
  }
}

function listOf(items: readonly Element[], page: Document): Element {
  const open: { level: number; list: Element }[] = [];
  for (const item of items) {
    const level = levelOf(item);
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    if (open.length === 0 || (open.at(-1)?.level ?? 0) < level) {
      const list = page.createElement(isNumbered(item) ? "ol" : "ul");
      const above = open.at(-1)?.list.lastElementChild;
      above?.append(list);
      open.push({ level, list });
    }
    const line = page.createElement("li");
    item.querySelector(IGNORED)?.remove();
    line.append(...item.childNodes);
    open.at(-1)?.list.append(line);
  }
  return open[0]?.list ?? page.createElement("ul");
}

const isNumbered = (item: Element) =>
  /^\s*[(（]?[\da-z一二三四五六七八九十]+[.)）、]/i.test(
    item.querySelector(IGNORED)?.textContent ?? "",
  );
