import { createElement, lazy, type ComponentType, type ReactNode } from "react";
import { pageLoaders } from "../pages/views";
import { loadChunk } from "../lib/chunk";

type Load = () => Promise<{ default: ComponentType }>;

/** Every page by the name a menu item's `component` gives, loaded when first opened. */
const loaders: Readonly<Record<string, Load>> = {
  ...pageLoaders,
  index: () => import("../pages/index/IndexPage"),
  sysProfile: () => import("../pages/sysProfile/ProfilePage"),
};

const views: ReadonlyMap<string, ComponentType> = new Map(
  Object.entries(loaders).map(([name, load]) => [name, lazy(() => loadChunk(load))]),
);

/** The page of a name; undefined when this build does not hold it. */
export function renderView(component: string): ReactNode {
  const view = views.get(component);
  return view ? createElement(view) : undefined;
}
