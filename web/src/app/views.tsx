import { createElement, type ComponentType, type ReactNode } from "react";
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

const views: ReadonlyMap<string, ComponentType> = new Map(
  Object.entries(loaders).map(([name, load]) => [name, pageOf(load)]),
);

/** The page of a name; undefined when this build does not hold it. */
export function renderView(component: string): ReactNode {
  const view = views.get(component);
  return view ? createElement(view) : undefined;
}
