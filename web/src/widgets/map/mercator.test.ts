import { describe, expect, it } from "vitest";
import {
  fromScreen,
  metresPerPx,
  moved,
  project,
  roundDown,
  toScreen,
  viewOf,
  zoomed,
} from "./mercator";
import { CENTRE, ZOOM } from "./usePaper";

const box = { width: 800, height: 400 };
const view = { centre: CENTRE, zoom: ZOOM };

describe("the projection", () => {
  it("is that of the tile servers", () => {
    // The corner of the world and the tile of the usual centre, as their documents give them.
    expect(project({ lat: 85.0511287798, lng: -180 }, 0).x).toBe(0);
    expect(project({ lat: 0, lng: 0 }, 0)).toEqual({ x: 128, y: 128 });
    const { x, y } = project(CENTRE, ZOOM);
    expect([Math.floor(x / 256), Math.floor(y / 256)]).toEqual([6621, 3243]);
  });

  it("leads to the screen and back", () => {
    expect(toScreen(CENTRE, view, box)).toEqual({ x: 400, y: 200 });
    const point = { lat: 35.04, lng: 111.02 };
    expect(fromScreen(toScreen(point, view, box), view, box)).toEqual(point);
  });

  it("holds what lies under the hand when it zooms, and the paper when it is moved", () => {
    const at = { x: 100, y: 300 };
    const point = fromScreen(at, view, box);
    const near = toScreen(point, zoomed(view, 2, at, box), box);
    expect(near.x).toBeCloseTo(at.x, 0);
    expect(near.y).toBeCloseTo(at.y, 0);
    expect(toScreen(CENTRE, moved(view, 30, -20), box).x).toBeCloseTo(430, 0);
    expect(zoomed(view, 99, at, box).zoom).toBe(18);
    expect(zoomed(view, -99, at, box).zoom).toBe(3);
  });

  it("looks at a whole polygon, no nearer than asked", () => {
    const wide = viewOf(
      [
        { lat: 30, lng: 110 },
        { lat: 40, lng: 120 },
      ],
      ZOOM,
      box,
    );
    expect(wide.zoom).toBe(5);
    expect(wide.centre.lng).toBe(115);
    expect(viewOf([CENTRE, { lat: 35.0317, lng: 111.0045 }], ZOOM, box).zoom).toBe(ZOOM);
  });

  it("knows metres and round numbers", () => {
    expect(metresPerPx(0, 0)).toBeCloseTo(156_543, 0);
    expect([0.003, 7, 10, 499].map(roundDown)).toEqual([0.002, 5, 10, 200]);
  });
});
