import { ConfigProvider } from "antd";
import zhCN from "antd/locale/zh_CN";
import { createRef, type ComponentType, type Ref } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Row } from "@/crud/column";
import "@/theme/base.css";
import { applyTokens, themeFor } from "@/theme/tokens";
import { AntdTable } from "./antd";
import { makeRows } from "./data";
import type { Handle } from "./handle";
import { Ours } from "./ours";

type Table = ComponentType<{ rows: Row[]; ref: Ref<Handle> }>;

export interface Sample {
  /** First render into an empty page, milliseconds until the DOM is there and laid out. */
  mount: number;
  /** One more row selected. */
  select: number;
  /** Every element of the table. */
  elements: number;
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function timed(work: () => void): number {
  const start = performance.now();
  flushSync(work);
  // Reading a size forces the layout, which belongs to the price of what was rendered.
  void document.body.offsetHeight;
  return performance.now() - start;
}

async function measure(Component: Table, seed: number): Promise<Sample> {
  const box = document.getElementById("root");
  if (!box) throw new Error("no root");
  const root = createRoot(box);
  const handle = createRef<Handle>();
  const rows = makeRows(seed);
  const mount = timed(() =>
    root.render(
      <ConfigProvider locale={zhCN} theme={themeFor("light", "small")}>
        <Component rows={rows} ref={handle} />
      </ConfigProvider>,
    ),
  );
  await frame();
  await frame();
  const select = timed(() => handle.current?.select([3]));
  await frame();
  const selected = box.querySelectorAll("tr[aria-selected=true], tr.ant-table-row-selected");
  if (selected.length !== 1) throw new Error(`${selected.length} rows are selected, not one`);
  const elements = box.querySelectorAll("*").length;
  root.unmount();
  await frame();
  return { mount, select, elements };
}

declare global {
  interface Window {
    measureTables: (rounds: number) => Promise<Record<string, Sample[]>>;
  }
}

applyTokens("light", "small");

/** Both tables in turn, so that a busy moment of the machine hits both. */
window.measureTables = async (rounds) => {
  const samples: Record<string, Sample[]> = { ours: [], antd: [] };
  for (let round = 0; round < rounds; round++) {
    samples.ours?.push(await measure(Ours, round));
    samples.antd?.push(await measure(AntdTable, round));
  }
  return samples;
};
