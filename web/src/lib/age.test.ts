import dayjs from "dayjs";
import utc from "dayjs/plugin/utc";
import { expect, it } from "vitest";
import { age, ago } from "./age";

dayjs.extend(utc);
const now = dayjs.utc("2026-03-10T09:00:00");

it("says how long something waits", () => {
  expect(age("2026-03-10 08:59:30", now)).toBe("0 分钟");
  expect(age("2026-03-10 08:01:00", now)).toBe("59 分钟");
  expect(age("2026-03-10 08:00:00", now)).toBe("1 小时");
  expect(age("2026-03-09 09:00:01", now)).toBe("23 小时");
  expect(age("2026-03-09 09:00:00", now)).toBe("1 天");
  expect(age("2026-02-10 09:00:00", now)).toBe("28 天");
});

it("says when something was", () => {
  expect(ago("2026-03-10 08:59:30", now)).toBe("刚刚");
  expect(ago("2026-03-10 08:58:30", now)).toBe("1 分钟前");
});

it("never waits before it came", () => {
  expect(age("2026-03-10 10:00:00", now)).toBe("0 分钟");
});
