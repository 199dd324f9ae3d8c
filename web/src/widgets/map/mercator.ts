/** A point on the map, in degrees. */
export interface Point {
  lat: number;
  lng: number;
}

/** What a map looks at. */
export interface View {
  centre: Point;
  zoom: number;
}

/** A place on the plane of one zoom level, or on the screen, in px. */
export interface Spot {
  x: number;
  y: number;
}

export interface Box {
  width: number;
  height: number;
}

export const TILE = 256;
export const MIN_ZOOM = 3;
export const MAX_ZOOM = 18;
/** Where the square world of Mercator ends. */
const MAX_LAT = 85.0511;
/** Six decimals are a tenth of a metre. */
const DECIMALS = 6;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
const worldSize = (zoom: number) => TILE * 2 ** zoom;

/** Where a point lies on the plane of a zoom level. */
export function project({ lat, lng }: Point, zoom: number): Spot {
  const size = worldSize(zoom);
  const angle = (clamp(lat, -MAX_LAT, MAX_LAT) * Math.PI) / 180;
  const north = Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI;
  return { x: ((lng + 180) / 360) * size, y: ((1 - north) / 2) * size };
}

const round = (degrees: number) => Number(degrees.toFixed(DECIMALS));

/** The point that lies there, to six decimals. */
export function unproject({ x, y }: Spot, zoom: number): Point {
  const size = worldSize(zoom);
  const angle = Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size)));
  return {
    lat: round(clamp((angle * 180) / Math.PI, -MAX_LAT, MAX_LAT)),
    lng: round(clamp((x / size) * 360 - 180, -180, 180)),
  };
}

/** Where a point is drawn in a box whose middle is the view's centre. */
export function toScreen(point: Point, { centre, zoom }: View, { width, height }: Box): Spot {
  const [there, middle] = [project(point, zoom), project(centre, zoom)];
  return { x: there.x - middle.x + width / 2, y: there.y - middle.y + height / 2 };
}

export function fromScreen({ x, y }: Spot, { centre, zoom }: View, { width, height }: Box): Point {
  const middle = project(centre, zoom);
  return unproject({ x: middle.x + x - width / 2, y: middle.y + y - height / 2 }, zoom);
}

/** The view after the paper was moved by so many px. */
export function moved({ centre, zoom }: View, dx: number, dy: number): View {
  const middle = project(centre, zoom);
  return { centre: unproject({ x: middle.x - dx, y: middle.y - dy }, zoom), zoom };
}

/** The view one or more levels nearer or farther; what lies under the spot stays there. */
export function zoomed(view: View, by: number, at: Spot, box: Box): View {
  const zoom = clamp(view.zoom + by, MIN_ZOOM, MAX_ZOOM);
  const held = project(fromScreen(at, view, box), zoom);
  const middle = { x: held.x - at.x + box.width / 2, y: held.y - at.y + box.height / 2 };
  return zoom === view.zoom ? view : { centre: unproject(middle, zoom), zoom };
}

/** Looks at all the points, no nearer than `zoom`. */
export function viewOf(points: readonly Point[], zoom: number, box: Box): View {
  const spots = points.map((point) => project(point, 0));
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const centre = unproject({ x: (left + right) / 2, y: (top + bottom) / 2 }, 0);
  let fitting = zoom;
  const room = 0.8;
  const isTooNear = () =>
    (right - left) * 2 ** fitting > box.width * room ||
    (bottom - top) * 2 ** fitting > box.height * room;
  while (fitting > MIN_ZOOM && isTooNear()) fitting -= 1;
  return { centre, zoom: fitting };
}

/** Round numbers for lines and scales: the greatest of 1, 2 and 5 times a power of ten up to this. */
export function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const times = [5, 2, 1].find((one) => one * power <= value) ?? 1;
  return times * power;
}

/** Metres that one px stands for at a latitude. */
export function metresPerPx(lat: number, zoom: number): number {
  const equator = 40_075_016.686;
  return (equator * Math.cos((lat * Math.PI) / 180)) / worldSize(zoom);
}
