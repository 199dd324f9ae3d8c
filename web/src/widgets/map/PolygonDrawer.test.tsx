import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import "@/test/stillLayout";
import { toast } from "@/lib/feedback";
import { answer } from "@/test/server";
import type { Point } from "./mercator";
import PolygonDrawer from "./PolygonDrawer";

const showMap = (map: ReactNode) =>
  render(<QueryClientProvider client={new QueryClient()}>{map}</QueryClientProvider>);

const button = (name: string) => screen.getByRole("button", { name });

function show(start: Point[] | null = null, disabled = false) {
  answer("/api/app/config/findByType/JICHU", []);
  const given: Point[][] = [];
  function Page() {
    const [value, setValue] = useState(start);
    return (
      <PolygonDrawer
        value={value}
        disabled={disabled}
        onChange={(points) => {
          given.push(points);
          setValue(points);
        }}
      />
    );
  }
  showMap(<Page />);
  const map = screen.getByRole("application", { name: "地图" });
  const press = (x: number, y: number, toX = x, toY = y) => {
    fireEvent.pointerDown(map, { clientX: x, clientY: y, button: 0 });
    fireEvent.pointerMove(map, { clientX: toX, clientY: toY });
    fireEvent.pointerUp(map, { clientX: toX, clientY: toY });
  };
  return { given, map, press };
}

const triangle = [
  { lat: 35.05, lng: 111 },
  { lat: 35, lng: 111.05 },
  { lat: 35, lng: 110.95 },
];

describe("the map polygon", () => {
  it("is 400 px high and opens at zoom 13 in its place", () => {
    const { map } = show();
    expect(map).toHaveAttribute("height", "400");
    expect(screen.getByText(/35\.031641, 111\.004468 · 13 级/)).toBeInTheDocument();
    expect(map.querySelectorAll(".map-line").length).toBeGreaterThan(4);
    expect(map.querySelector("image")).toBeNull();
  });

  it("gives the points out when it is finished, and takes no more", async () => {
    const warning = vi.spyOn(toast, "warning").mockImplementation(() => {});
    const { given, map, press } = show();
    press(300, 100);
    press(400, 300);
    await userEvent.click(button("绘画完成"));
    expect(warning).toHaveBeenCalledWith("至少点出 3 个点，才能围成区域");
    expect(given).toEqual([]);
    press(200, 300);
    press(10, 10);
    await userEvent.click(button("撤销一点"));
    await userEvent.click(button("绘画完成"));
    expect(given).toHaveLength(1);
    const [first, second, third] = given[0] ?? [];
    expect(first?.lng).toBe(111.004468);
    expect(first?.lat).toBeGreaterThan(35.031641);
    expect(second?.lng).toBeGreaterThan(third?.lng ?? 0);
    expect(second?.lat).toBe(third?.lat);
    expect(map.querySelector("polygon.map-area")).not.toBeNull();
    press(50, 50);
    expect(map.querySelectorAll("circle")).toHaveLength(3);
    expect(button("绘画完成")).toBeDisabled();
  });

  it("clears, and gives an empty list out, when it is drawn anew", async () => {
    const { given, map } = show(triangle);
    expect(screen.getByText("区域已画好，共 3 个点")).toBeInTheDocument();
    await userEvent.click(button("重新绘制"));
    expect(given).toEqual([[]]);
    expect(map.querySelectorAll("circle")).toHaveLength(0);
    expect(map.querySelector("polygon")).toBeNull();
  });

  it("is moved by dragging, which draws nothing, and by keys, which draw too", async () => {
    const { map, press } = show();
    press(100, 100, 160, 100);
    expect(map.querySelectorAll("circle")).toHaveLength(0);
    expect(screen.getByText(/35\.031641, 110\.994/)).toBeInTheDocument();
    map.focus();
    await userEvent.keyboard("{Enter}{ArrowRight}{Enter}{-}");
    expect(map.querySelectorAll("circle")).toHaveLength(2);
    expect(screen.getByText(/12 级/)).toBeInTheDocument();
    await userEvent.keyboard("{Backspace}");
    expect(map.querySelectorAll("circle")).toHaveLength(1);
  });

  it("only shows what it may not change", () => {
    const { map, press } = show(null, true);
    press(100, 100);
    expect(map.querySelectorAll("circle")).toHaveLength(0);
    expect(screen.queryByRole("button", { name: "绘画完成" })).toBeNull();
    expect(screen.getByText("没有画区域")).toBeInTheDocument();
  });

  it("takes pictures from a tile server that is named", async () => {
    answer("/api/app/config/findByType/JICHU", [
      { jian: "dituTileUrl", zhi: "https://tiles.example/{z}/{x}/{y}.png" },
    ]);
    showMap(<PolygonDrawer />);
    const map = screen.getByRole("application");
    await expect.poll(() => map.querySelectorAll("image").length).toBeGreaterThan(3);
    const addresses = [...map.querySelectorAll("image")].map((one) => one.getAttribute("href"));
    expect(addresses).toContain("https://tiles.example/13/6621/3243.png");
  });
});
