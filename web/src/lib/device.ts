const browsers: [RegExp, string][] = [
  [/MicroMessenger/i, "微信"],
  [/Edg\//, "Edge"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/Windows/, "Windows"],
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

const nameIn = (table: [RegExp, string][], ua: string) =>
  table.find(([pattern]) => pattern.test(ua))?.[1];

/** "Chrome / Windows" from a user agent; its beginning when nothing is known. */
export function deviceOf(agent: string | null | undefined): string {
  const ua = agent ?? "";
  const names = [nameIn(browsers, ua), nameIn(systems, ua)].filter(Boolean);
  return names.length > 0 ? names.join(" / ") : ua.slice(0, 30) || "未知设备";
}
