import { lazyPart } from "@/lib/lazyPart";
import { PartFailed } from "@/lib/PartFailed";
import type { Props } from "./map/PolygonDrawer";

/** Draws one polygon on a map. It comes as its own chunk: few pages have a map. */
export const MapPolygon = lazyPart<Props>(
  async () => (await import("./map/PolygonDrawer")).default,
  {
    waiting: () => <p className="muted">地图加载中…</p>,
    failed: (_props, retry) => <PartFailed onRetry={retry} />,
  },
);
