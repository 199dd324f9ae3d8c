import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import { init, use as register, type EChartsCoreOption } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";

register([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer]);

export interface Series {
  name: string;
  kind: "line" | "bar";
  tone: "brand" | "jade" | "seal";
  /** Of the colour, from 0 to 1. */
  strength?: number;
  isDashed?: boolean;
  values: readonly number[];
}

export interface DrawingProps {
  /** What stands along the axis. */
  names: readonly string[];
  series: readonly Series[];
  /** How a value is told. */
  inWords: (value: number) => string;
  /** What is behind the place that was pressed, by its number on the axis. */
  onPick: (at: number) => void;
}

export function Drawing({ names, series, inWords, onPick }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  useEffect(() => {
    if (!place.current) return;
    const chart = init(place.current, null, { renderer: "svg" });
    chart.setOption(option({ names, series, inWords }));
    // Anywhere above a place of the axis, not on its thin line alone.
    chart.getZr().on("click", ({ offsetX, offsetY }) => {
      const [x] = chart.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY]);
      if (typeof x === "number" && x >= 0) pick.current(Math.round(x));
    });
    const resize = new ResizeObserver(() => chart.resize());
    resize.observe(place.current);
    return () => {
      resize.disconnect();
      chart.dispose();
    };
  }, [names, series, inWords]);
  return <div ref={place} className="chart-drawing" aria-hidden />;
}

function option({ names, series, inWords }: Omit<DrawingProps, "onPick">): EChartsCoreOption {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const line = { lineStyle: { color: colour("line") } };
  const axisLabel = { color: colour("second") };
  return {
    animation: false,
    textStyle: { fontFamily: "inherit" },
    grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
    xAxis: {
      type: "category",
      data: names,
      axisLine: line,
      axisTick: { show: false },
      axisLabel,
    },
    yAxis: { type: "value", splitLine: line, axisLabel },
    tooltip: {
      trigger: "axis",
      confine: true,
      backgroundColor: colour("surface"),
      borderColor: colour("line"),
      textStyle: { color: colour("text") },
      valueFormatter: (value: unknown) => inWords(Number(value)),
    },
    series: series.map(({ name, kind, tone, strength = 1, isDashed, values }) => ({
      name,
      type: kind,
      color: faded(colour(tone), strength),
      data: values,
      ...(kind === "bar"
        ? { barMaxWidth: 32 }
        : { showSymbol: false, lineStyle: { type: isDashed ? "dashed" : "solid" } }),
    })),
  };
}

/** A colour as strong as it is drawn; the dot of the tooltip has the same. */
function faded(colour: string, strength: number): string {
  const part = Math.round(strength * 255);
  return strength < 1 ? colour + part.toString(16).padStart(2, "0") : colour;
}
