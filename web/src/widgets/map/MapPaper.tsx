import { fromScreen, metresPerPx, project, roundDown, TILE, toScreen } from "./mercator";
import type { Box, View } from "./mercator";

interface Props {
  view: View;
  box: Box;
  /** `https://…/{z}/{x}/{y}.png`; without one there is a grid alone. */
  tileUrl: string;
}

/** What is drawn under the polygon: tiles where a server has them, lines of degrees and a scale. */
export function MapPaper({ view, box, tileUrl }: Props) {
  return (
    <g aria-hidden="true" pointerEvents="none">
      {tileUrl ? <Tiles view={view} box={box} tileUrl={tileUrl} /> : null}
      <Grid view={view} box={box} />
      <Scale view={view} box={box} />
    </g>
  );
}

function Tiles({ view, box, tileUrl }: Props) {
  const middle = project(view.centre, view.zoom);
  const [left, top] = [middle.x - box.width / 2, middle.y - box.height / 2];
  const count = 2 ** view.zoom;
  const columns = span(Math.floor(left / TILE), Math.floor((left + box.width) / TILE));
  const rows = span(Math.floor(top / TILE), Math.floor((top + box.height) / TILE));
  return rows
    .filter((row) => row >= 0 && row < count)
    .flatMap((row) =>
      columns.map((column) => (
        <image
          key={`${view.zoom}/${column}/${row}`}
          href={addressOf(tileUrl, view.zoom, ((column % count) + count) % count, row)}
          x={column * TILE - left}
          y={row * TILE - top}
          width={TILE}
          height={TILE}
        />
      )),
    );
}

function addressOf(template: string, zoom: number, column: number, row: number): string {
  return template
    .replaceAll("{z}", String(zoom))
    .replaceAll("{x}", String(column))
    .replaceAll("{y}", String(row));
}

const span = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_item, index) => from + index);

/** About five lines each way, at round degrees. */
function Grid({ view, box }: Omit<Props, "tileUrl">) {
  const [first, last] = [
    fromScreen({ x: 0, y: box.height }, view, box),
    fromScreen({ x: box.width, y: 0 }, view, box),
  ];
  const step = roundDown(Math.max((last.lng - first.lng) / 5, 1e-6));
  const places = Math.max(0, -Math.floor(Math.log10(step)));
  const multiples = (from: number, to: number) =>
    span(Math.ceil(from / step), Math.floor(to / step)).map((times) => times * step);
  return (
    <>
      {multiples(first.lng, last.lng).map((lng) => {
        const { x } = toScreen({ lat: view.centre.lat, lng }, view, box);
        return (
          <g key={`lng${lng}`}>
            <line className="map-line" x1={x} x2={x} y1={0} y2={box.height} />
            <text className="map-degree" x={x + 4} y={14}>
              {lng.toFixed(places)}°
            </text>
          </g>
        );
      })}
      {multiples(first.lat, last.lat).map((lat) => {
        const { y } = toScreen({ lat, lng: view.centre.lng }, view, box);
        return (
          <g key={`lat${lat}`}>
            <line className="map-line" x1={0} x2={box.width} y1={y} y2={y} />
            <text className="map-degree" x={4} y={y - 4}>
              {lat.toFixed(places)}°
            </text>
          </g>
        );
      })}
    </>
  );
}

const WIDEST = 120;
const MARGIN = 14;

function Scale({ view, box }: Omit<Props, "tileUrl">) {
  const perPx = metresPerPx(view.centre.lat, view.zoom);
  const metres = roundDown(WIDEST * perPx);
  const width = metres / perPx;
  const y = box.height - MARGIN;
  const words = metres < 1000 ? `${metres} 米` : `${metres / 1000} 公里`;
  return (
    <>
      <path className="map-scale" d={`M${MARGIN} ${y - 6}v6h${width}v-6`} />
      <text className="map-degree" x={MARGIN + 4} y={y - 6}>
        {words}
      </text>
    </>
  );
}
