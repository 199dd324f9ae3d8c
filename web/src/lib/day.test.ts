import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noteOfficeTime, officeNow, officeToday, readMoment } from "./day";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date("2026-03-08T06:30:00Z"));
});

afterEach(() => vi.useRealTimers());

it("follows the clock of the office once an answer has told it", () => {
  noteOfficeTime("2026-03-10 23:59:59");
  expect(officeNow().format("YYYY-MM-DD HH:mm:ss")).toBe("2026-03-10 23:59:59");
  vi.setSystemTime(Date.now() + 1000);
  expect(officeToday()).toBe("2026-03-11");
});

it.each([null, "", "soon", "2026-02-30 09:00:00"])("keeps what it knew after %j", (text) => {
  noteOfficeTime("2026-03-10 09:00:00");
  noteOfficeTime(text);
  expect(officeToday()).toBe("2026-03-10");
});

it("reads a moment as it is written, also in an hour that a browser's zone leaves out", () => {
  // In New York the clocks went from 2 to 3 that night.
  expect(readMoment("2026-03-08 02:30:00")?.format("YYYY-MM-DD HH:mm:ss")).toBe(
    "2026-03-08 02:30:00",
  );
  expect(readMoment("2026-02-30")).toBeNull();
  expect(readMoment("明天")).toBeNull();
});

const sources = import.meta.glob<string>("../**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** They count milliseconds that pass, or days of a fixed calendar; neither is a time of day. */
const counting = new Set([
  "./day.ts",
  "./overlay.ts",
  "../app/bell/oneWindow.ts",
  "../app/heartbeat.ts",
  "../app/screenLock.ts",
  "./checkDigits.ts",
]);

it("is the only place where a clock is read", () => {
  const readers = Object.entries(sources)
    .filter(([path]) => !path.includes(".test.") && !counting.has(path))
    .filter(([, text]) => /dayjs\(|new Date\b|Date\.now|DatePicker\b.*from "antd"/.test(text))
    .map(([path]) => path)
    .filter((path) => path !== "../widgets/DatePicker.tsx");
  expect(readers).toEqual([]);
  expect(Object.keys(sources).length).toBeGreaterThan(200);
});
