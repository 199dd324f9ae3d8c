import generateConfig from "@rc-component/picker/generate/dayjs";
import { DatePicker as KitPicker } from "antd";
import type { Dayjs } from "dayjs";
import { officeNow, readMoment } from "@/lib/day";

/**
 * The kit's calendars on the office's clock: today, 此刻 and typed text are read there, whatever
 * the browser's zone is.
 */
export const DatePicker = KitPicker.generatePicker<Dayjs>({
  ...generateConfig,
  getNow: officeNow,
  getFixedDate: (text) => readMoment(text) ?? officeNow(),
  locale: { ...generateConfig.locale, parse: (_locale, text) => readMoment(text) },
});
