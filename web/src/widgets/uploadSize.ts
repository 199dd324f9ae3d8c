const UNITS: Record<string, number> = { kb: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** "5m" → 5242880. Units are kb, m and g; anything else is a programming mistake. */
export function parseSize(text: string): number {
  const found = /^(\d+(?:\.\d+)?)(kb|m|g)$/i.exec(text.trim());
  const unit = found?.[2] && UNITS[found[2].toLowerCase()];
  if (!found || !unit) throw new Error(`not a size: ${text}`);
  return Number(found[1]) * unit;
}

/** "5m" → "5MB", as people write it. */
export function sizeWords(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/(\d)([MG])$/, "$1$2B");
}

/** Whether a chosen file fits an `accept` list; the browser's own filter can be switched off. */
export function isAccepted(file: { name: string; type: string }, accept: string): boolean {
  const rules = accept.split(",").map((rule) => rule.trim().toLowerCase());
  return rules.some((rule) => {
    if (rule === "" || rule === "*" || rule === "*/*") return true;
    if (rule.startsWith(".")) return file.name.toLowerCase().endsWith(rule);
    if (rule.endsWith("/*")) return file.type.startsWith(rule.slice(0, -1));
    return file.type === rule;
  });
}
