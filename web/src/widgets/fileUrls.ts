const IMAGE = /\.(png|jpe?g|webp|gif|ico)(\?|#|$)/i;

/** The types a browser can show; everything else is offered as a file. */
export function isImageUrl(url: string): boolean {
  return IMAGE.test(url) || url.startsWith("blob:");
}

/** Files are kept comma-joined or as a list; both readings occur on the wire. */
export function splitUrls(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(splitUrls);
  if (typeof value !== "string") return [];
  return value
    .split(",")
    .map((url) => url.trim())
    .filter((url) => url !== "");
}

/** The list with one of its items at another place. */
export function movedTo<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_item, at) => at !== from);
  return rest.toSpliced(to, 0, ...items.slice(from, from + 1));
}

export function fileName(url: string): string {
  const last = url.split(/[?#]/)[0]?.split("/").at(-1) ?? url;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
