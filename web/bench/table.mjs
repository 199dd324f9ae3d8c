// Mount and row selection of 50 rows × 15 columns, our table against antd's own, in one run of
// headless Chromium. Prints medians, minima and their ratios; the first rounds warm up.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { chromium } from "playwright-core";
import { build, preview } from "vite";

const ROUNDS = Number(process.env.ROUNDS ?? 20);
const WARM_UP = 5;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const outDir = await mkdtemp(join(tmpdir(), "table-bench-"));
const config = {
  root: fileURLToPath(new URL(".", import.meta.url)),
  configFile: false,
  logLevel: "error",
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("../src", import.meta.url)) } },
  build: { outDir, emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 5000 },
};
await build(config);
const server = await preview({ ...config, preview: { port: 0, host: "127.0.0.1" } });
const browser = await chromium.launch({ executablePath, args });
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  await page.goto(server.resolvedUrls.local[0]);
  await page.waitForFunction(() => "measureTables" in window);
  const samples = await page.evaluate((rounds) => window.measureTables(rounds), WARM_UP + ROUNDS);
  print(samples);
} finally {
  await browser.close();
  await server.close();
  await rm(outDir, { recursive: true });
}

function middle(sorted) {
  return sorted[Math.floor(sorted.length / 2)];
}

function cell(value) {
  return value.toFixed(1).padStart(8);
}

function ratio(mine, theirs) {
  return `${(theirs / mine).toFixed(1)}×`.padStart(7);
}

function print({ ours, antd }) {
  const line = (name, pick) => {
    const [a, b] = [ours, antd].map((all) =>
      all
        .slice(WARM_UP)
        .map(pick)
        .toSorted((x, y) => x - y),
    );
    process.stdout.write(
      `${name.padEnd(10)} ${cell(middle(a))} ${cell(middle(b))} ${ratio(middle(a), middle(b))}` +
        `   ${cell(a[0])} ${cell(b[0])} ${ratio(a[0], b[0])}\n`,
    );
  };
  process.stdout.write("50 rows × 15 columns, ms        median                     minimum\n");
  process.stdout.write("               ours     antd   ratio       ours     antd   ratio\n");
  line("mount", ({ mount }) => mount);
  line("select", ({ select }) => select);
  process.stdout.write(`elements   ${ours[0].elements} ${antd[0].elements}\n`);
}
