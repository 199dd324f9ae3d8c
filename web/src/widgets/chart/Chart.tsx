import { useState, type ReactNode } from "react";
import { lazyPart } from "@/lib/lazyPart";
import { PartFailed } from "@/lib/PartFailed";
import { useAppearance } from "@/lib/size";
import type { DrawingProps, Series } from "./Drawing";
import "@/widgets/buttons.css";
import "./chart.css";

interface Props extends DrawingProps {
  label: string;
  /** The same in figures, for who does not see the chart or wants to read it. */
  table: ReactNode;
  /** What chooses how much is drawn. */
  choice?: ReactNode;
}

/** The drawing comes as its own chunk, after everything that is read first. */
const Drawing = lazyPart<DrawingProps>(async () => (await import("./Drawing")).Drawing, {
  waiting: () => <div className="chart-drawing" aria-hidden />,
  failed: (_, retry) => <PartFailed onRetry={retry} />,
});

/** A chart with its table. */
export function Chart({ label, table, choice, ...drawn }: Props) {
  const [isTable, setTable] = useState(false);
  // Another mode has other colours: drawn anew.
  const mode = useAppearance((state) => state.mode);
  return (
    <figure className="chart" aria-label={label}>
      <figcaption>
        <span>{label}</span>
        {drawn.series.length > 1 && !isTable ? <Legend series={drawn.series} /> : null}
        {choice}
        <button
          type="button"
          className="dt-link"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? "看图" : "看表格"}
        </button>
      </figcaption>
      {isTable ? null : <Drawing key={mode} {...drawn} />}
      {/* Whoever comes to it by the keyboard sees it. */}
      <div className={isTable ? "chart-table" : "visually-hidden"} onFocus={() => setTable(true)}>
        {table}
      </div>
    </figure>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="chart-legend" aria-hidden>
      {series.map(({ name, tone, strength = 1, isDashed }) => (
        <li key={name}>
          <i
            style={{
              borderTop: `3px ${isDashed ? "dashed" : "solid"} var(--${tone})`,
              opacity: strength,
            }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}
