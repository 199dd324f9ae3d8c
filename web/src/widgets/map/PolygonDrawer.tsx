import { MinusOutlined, PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { useCompany } from "@/lib/company";
import { toast } from "@/lib/feedback";
import "./map.css";
import { MapPaper } from "./MapPaper";
import { toScreen, type Point } from "./mercator";
import { HEIGHT, usePaper } from "./usePaper";

export interface Props {
  id?: string;
  value?: readonly Point[] | null;
  /** The points when the polygon is finished, an empty list when it is drawn anew. */
  onChange?: (points: Point[]) => void;
  disabled?: boolean;
  "aria-label"?: string;
}

const LEAST = 3;
/** How far an arrow key moves the paper, in px. */
const STEP = 40;

/**
 * Draws one polygon: each click adds a corner, 绘画完成 gives the points out, 重新绘制 begins anew.
 * Without a tile server there is a grid of degrees to draw on.
 */
export default function PolygonDrawer({ id, value, onChange, disabled, ...props }: Props) {
  const [draft, setDraft] = useState<Point[]>([]);
  const paper = useRef<SVGSVGElement>(null);
  const { tileUrl } = useCompany();
  const hintId = useId();
  // What an earlier version stored may be no list of points.
  const done = Array.isArray(value) ? (value as readonly Point[]) : [];
  const isDone = done.length > 0;
  const points = isDone ? done : draft;
  const isDrawing = !isDone && !disabled;

  function add(point: Point) {
    if (isDrawing) setDraft([...draft, point]);
  }
  const { view, box, pointer, zoomBy, moveBy } = usePaper(paper, done, add);

  function finish() {
    if (draft.length < LEAST) {
      toast.warning(`至少点出 ${LEAST} 个点，才能围成区域`);
      return;
    }
    onChange?.(draft);
    setDraft([]);
  }

  function redraw() {
    setDraft([]);
    onChange?.([]);
  }

  const keys: Record<string, () => void> = {
    ArrowLeft: () => moveBy(STEP, 0),
    ArrowRight: () => moveBy(-STEP, 0),
    ArrowUp: () => moveBy(0, STEP),
    ArrowDown: () => moveBy(0, -STEP),
    "+": () => zoomBy(1),
    "=": () => zoomBy(1),
    "-": () => zoomBy(-1),
    Enter: () => add(view.centre),
    Backspace: () => setDraft(draft.slice(0, -1)),
  };

  function onKeyDown(event: KeyboardEvent) {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  const spots = points.map((point) => toScreen(point, view, box));
  const path = spots.map(({ x, y }) => `${x},${y}`).join(" ");
  const Shape = isDone ? "polygon" : "polyline";
  return (
    <div className="map-polygon" id={id}>
      <div className="map-frame">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application has its own keys, which are told below */}
        <svg
          ref={paper}
          className="map-paper"
          height={HEIGHT}
          role="application"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move the map and add corners
          tabIndex={0}
          aria-label={props["aria-label"] ?? "地图"}
          aria-describedby={hintId}
          data-drawing={isDrawing || undefined}
          {...pointer}
          onKeyDown={onKeyDown}
        >
          <MapPaper view={view} box={box} tileUrl={tileUrl} />
          <Shape className={isDone ? "map-area" : "map-way"} points={path} />
          {spots.map(({ x, y }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a corner is its place in the row
            <circle key={index} className="map-corner" cx={x} cy={y} r={4} />
          ))}
          {isDrawing ? (
            <path className="map-cross" d={`M${box.width / 2 - 7} ${HEIGHT / 2}h14m-7 -7v14`} />
          ) : null}
        </svg>
        <span id={hintId} className="visually-hidden">
          方向键移动，加减号缩放，回车在中心加一个点，退格删去最后一个点
        </span>
        <div className="map-zoom">
          <Button icon={<PlusOutlined />} aria-label="放大" onClick={() => zoomBy(1)} />
          <Button icon={<MinusOutlined />} aria-label="缩小" onClick={() => zoomBy(-1)} />
        </div>
        <span className="map-place">
          {view.centre.lat.toFixed(6)}, {view.centre.lng.toFixed(6)} · {view.zoom} 级
        </span>
      </div>
      <div className="map-bar">
        <span role="status" className="muted">
          {wordsOf(points.length, isDone, isDrawing)}
        </span>
        {disabled ? null : (
          <>
            <Button
              disabled={!isDrawing || draft.length === 0}
              onClick={() => setDraft(draft.slice(0, -1))}
            >
              撤销一点
            </Button>
            <Button disabled={!isDrawing} onClick={finish}>
              绘画完成
            </Button>
            <Button disabled={points.length === 0} onClick={redraw}>
              重新绘制
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function wordsOf(count: number, isDone: boolean, isDrawing: boolean): string {
  if (isDone) return `区域已画好，共 ${count} 个点`;
  if (!isDrawing) return "没有画区域";
  return count === 0
    ? "在图上依次点出区域的各个角，拖动可移动地图"
    : `已点 ${count} 个点，点“绘画完成”后生效`;
}
