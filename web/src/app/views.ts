import {
  createElement,
  lazy,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from "react";
import { loadChunk } from "./chunk";

type PageModule = { default: ComponentType };
type View = LazyExoticComponent<ComponentType>;

const page = (load: () => Promise<PageModule>): View => lazy(() => loadChunk(load));

/** Every page that a menu item's `component` may name. */
export const views: Readonly<Record<string, View>> = {
  index: page(() => import("../pages/index/IndexPage")),
  sysProfile: page(() => import("../pages/sysProfile/ProfilePage")),
};

/** Names to choose from when a menu item is edited. */
export const viewNames: readonly string[] = Object.keys(views);

/** The page of a name; undefined when this build does not hold it. */
export function renderView(component: string): ReactNode {
  const view = Object.hasOwn(views, component) ? views[component] : undefined;
  return view ? createElement(view) : undefined;
}
