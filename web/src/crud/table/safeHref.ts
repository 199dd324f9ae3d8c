/**
 * Addresses come from people's data: only the web, mail and our own paths are followed,
 * never `javascript:` or `data:`.
 */
export function safeHref(address: string): string | undefined {
  const text = address.trim();
  if (/^(https?:|mailto:|tel:)/i.test(text)) return text;
  if (text.startsWith("#/")) return text;
  return text.startsWith("/") && !text.startsWith("//") ? text : undefined;
}
