import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chineseWords } from "./scripts/chineseWords.ts";

// The server embeds `dist`; its content security policy allows no inline script,
// so nothing here may inject one (hence no module preload polyfill).
export default defineConfig({
  plugins: [chineseWords(), react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "dist",
    assetsDir: "assets",
    target: "es2022",
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // What most pages need comes in one piece: otherwise every page that needs a little less
        // than the others cuts it up further, and pieces compress worse.
        codeSplitting: { groups: [{ name: "shared", minShareCount: 60 }] },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { "/server": { target: "http://127.0.0.1:8080", changeOrigin: false } },
  },
});
