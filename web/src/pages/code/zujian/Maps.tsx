import { useState } from "react";
import type { Point } from "@/widgets/map/mercator";
import { MapPolygon } from "@/widgets/MapPolygon";
import { Given, Part, State } from "./Part";

const AREA: Point[] = [
  { lat: 35.045, lng: 110.98 },
  { lat: 35.05, lng: 111.02 },
  { lat: 35.02, lng: 111.03 },
  { lat: 35.015, lng: 110.99 },
];

/** The polygon on the map. */
export function Maps() {
  const [points, setPoints] = useState<Point[]>([]);
  return (
    <Part title="地图区域" about="高 400 像素，13 级；只画一个区域，没有瓦片服务器时在网格上画">
      <State name="绘制">
        <MapPolygon value={points} onChange={setPoints} aria-label="可以画的地图" />
        <Given value={points} />
      </State>
      <State name="禁用">
        <MapPolygon value={AREA} disabled aria-label="只能看的地图" />
      </State>
    </Part>
  );
}
