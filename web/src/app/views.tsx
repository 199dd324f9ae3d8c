import { createElement, type ComponentType, type ReactNode } from "react";
import { askAhead } from "@/crud/ahead";
import { lazyPart } from "@/lib/lazyPart";
import { ChunkFailed } from "@/pages/error/ChunkFailed";
import { pageLoaders } from "@/pages/views";
import { PageFallback } from "./PageFallback";

type Load = () => Promise<{ default: ComponentType }>;

/** Every page by the name a menu item's `component` gives, loaded when first opened. */
const loaders: Readonly<Record<string, Load>> = {
  ...pageLoaders,
  index: () => import("@/pages/index/IndexPage"),
  sysProfile: () => import("@/pages/sysProfile/ProfilePage"),
};

/** A page, its outline until its code has come, or the sentence that it did not. */
const pageOf = (load: Load): ComponentType =>
  lazyPart(async () => (await load()).default, {
    waiting: () => <PageFallback />,
    failed: (_props, retry) => <ChunkFailed onRetry={retry} />,
  });

/** Pages whose code has been asked for. */
const fetched = new Set<string>();

/** Fetches the code of a page that is likely to be opened; what fails is tried again when it is. */
export function preloadView(component: string): void {
  const load = loaders[component];
  if (!load || fetched.has(component)) return;
  fetched.add(component);
  load().catch(() => fetched.delete(component));
}

/** A page is about to be opened: where its code is still to come, its rows are asked for beside it. */
export function openView(component: string, search: string): void {
  if (!loaders[component] || opened.has(component)) return;
  opened.add(component);
  askAhead(component, search);
}

const opened = new Set<string>();

const views: ReadonlyMap<string, ComponentType> = new Map(
  Object.entries(loaders).map(([name, load]) => [name, pageOf(load)]),
);

/** The page of a name; undefined when this build does not hold it. */
export function renderView(component: string): ReactNode {
  const view = views.get(component);
  return view ? createElement(view) : undefined;
}
