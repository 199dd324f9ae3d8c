import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Search, Sums } from "./movements";
import { SumsBar } from "./SumsBar";

const sums: Sums = {
  bishu: 3,
  ruzhang: 500_000,
  chuzhang: 200_000,
  chongxiao: 10_000,
  jinge: 290_000,
  zhangmian: 290_000,
  isYizhi: true,
};

const show = (change: Partial<Sums>, search: Search = {}) =>
  render(<SumsBar search={search} sums={{ ...sums, ...change }} error={null} onRetry={() => {}} />);

it("says that the books agree", () => {
  show({});
  expect(screen.getByText("与总账一致")).toBeInTheDocument();
});

it("says by how much they do not", () => {
  show({ zhangmian: 280_000, isYizhi: false });
  expect(screen.getByText(/与总账相差/)).toHaveTextContent("100.00");
  expect(screen.queryByText("与总账一致")).not.toBeInTheDocument();
});

it("compares nothing that cannot be compared", () => {
  show({ zhangmian: null, isYizhi: false }, { type: "HUANKUAN" });
  expect(screen.getByText("只按日期查询时才能与总账核对")).toBeInTheDocument();
  expect(screen.queryByText(/相差/)).not.toBeInTheDocument();
});

it("says that it does not follow every search", () => {
  show({}, { bianhao: "D2026" });
  expect(screen.getByText(/合计只随日期/)).toBeInTheDocument();
});
