import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Backup } from "./Backup";

const good = {
  chenggongTime: "2026-03-01 03:00:12",
  shibaiTime: null,
  yuanyin: null,
  isJinggao: false,
};

it.each([
  [good, "上次成功备份 2026-03-01 03:00:12", "book-good"],
  [{ ...good, isJinggao: true }, "上次成功备份 2026-03-01 03:00:12，已超过两天", "overdue"],
  [{ ...good, chenggongTime: null }, "还没有成功的备份", "book-good"],
  [
    { ...good, shibaiTime: "2026-03-02 03:00:05", yuanyin: "备份失败：磁盘已满", isJinggao: true },
    "2026-03-02 03:00:05 没有备份成功（备份失败：磁盘已满） · 上次成功备份 2026-03-01 03:00:12",
    "overdue",
  ],
])("tells of the last backup, in red where somebody must act", (backups, text, tone) => {
  render(<Backup backups={backups} />);
  expect(screen.getByText(text).className).toBe(tone);
});
