import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const e2e = fileURLToPath(new URL("../e2e", import.meta.url));
// The flows live beside the web folder but share its packages.
const installed = (name: string) =>
  fileURLToPath(new URL(`./node_modules/${name}`, import.meta.url));

/** Flows of minutes; the last of them must not run alone when everything else is done. */
const LONG = [
  "screens",
  "missingChunks",
  "listHeights",
  "dialogs",
  "customerDialog",
  "hostileTexts",
];

const isLong = ({ moduleId }: TestSpecification) =>
  LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`));

class LongFirst extends BaseSequencer {
  override sort(files: TestSpecification[]) {
    const short = files.filter((file) => !isLong(file));
    return Promise.resolve([...files.filter(isLong), ...short]);
  }
}

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
    sequence: { sequencer: LongFirst },
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
