import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const e2e = fileURLToPath(new URL("../e2e", import.meta.url));
// The flows live beside the web folder but share its packages.
const installed = (name: string) =>
  fileURLToPath(new URL(`./node_modules/${name}`, import.meta.url));

export default defineConfig({
  root: e2e,
  cacheDir: installed(".vite-e2e"),
  resolve: {
    alias: {
      "playwright-core": installed("playwright-core/index.mjs"),
      vitest: installed("vitest/dist/index.js"),
    },
  },
  server: { fs: { strict: false } },
  test: {
    environment: "node",
    include: ["flows/**/*.test.ts"],
    // Every file starts its own server and browser; two at a time are enough for two cores.
    maxWorkers: 2,
    // Longer than several waits in the browser, so that it is the wait that says what is missing.
    testTimeout: 60_000,
    // A browser on a busy build machine may miss a deadline; a flow that is wrong fails twice.
    // The second try begins in a new, empty office (support/browser.ts).
    retry: 1,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    env: { WEB_DIR: fileURLToPath(new URL(".", import.meta.url)) },
  },
});
