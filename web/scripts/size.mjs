// Prints the gzip size of the script each route loads first, and fails on a breach.
// A route's first load is every chunk it imports statically, from the entry down.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
const limitKb = { login: 280, other: 400, dialog: 450, widget: 460 };

const sizes = new Map();
function gzipSize(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist))).length);
  return sizes.get(file);
}

/** Adds a chunk and what it imports statically. */
function collect(key, files) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const next of chunk.imports ?? []) collect(next, files);
}

function firstLoad(...keys) {
  const files = new Set();
  for (const key of keys) collect(key, files);
  return [...files].filter((file) => file.endsWith(".js"));
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const shell = "src/app/Shell.tsx";
const login = "src/pages/login/LoginPage.tsx";
// What the view registry loads lazily is a page; the dialogs a page opens have a limit of their own,
// and so have the editor, the map and the charts, which come after the page they stand on.
const lazy = Object.keys(manifest)
  .filter(
    (key) =>
      manifest[key].isDynamicEntry &&
      /^src\/(pages|loan|crud|widgets)\/.*\.tsx$/.test(key) &&
      key !== login,
  )
  .toSorted();
function limitOf(key) {
  if (key.startsWith("src/widgets/")) return limitKb.widget;
  return key.endsWith("Page.tsx") ? limitKb.other : limitKb.dialog;
}

const routes = [
  { name: "login", keys: [entry, login], limit: limitKb.login },
  { name: "shell", keys: [entry, shell], limit: limitKb.other },
  ...lazy.map((key) => ({ name: key, keys: [entry, shell, key], limit: limitOf(key) })),
];

let isBreached = false;
for (const { name, keys, limit } of routes) {
  const files = firstLoad(...keys);
  const kb = files.reduce((sum, file) => sum + gzipSize(file), 0) / 1024;
  const isOver = kb > limit;
  isBreached ||= isOver;
  process.stdout.write(
    `${isOver ? "OVER" : "ok  "} ${kb.toFixed(1).padStart(6)} KB of ${limit} in ${String(files.length).padStart(2)} files  ${name}\n`,
  );
}
process.exit(isBreached ? 1 : 0);
