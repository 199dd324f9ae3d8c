import type { Row } from "@/crud/column";
import type { Engine } from "./layout";

/** The header's checkbox: all rows of this page, some of them, or none. */
export function SelectAll<R extends Row>({ engine }: { engine: Engine<R> }) {
  const isAll = engine.getIsAllRowsSelected();
  const isSome = !isAll && engine.getIsSomeRowsSelected();
  return (
    <input
      type="checkbox"
      className="dt-check"
      aria-label="选择本页全部"
      checked={isAll}
      ref={(input) => {
        if (input) input.indeterminate = isSome;
      }}
      onChange={(event) => engine.toggleAllRowsSelected(event.target.checked)}
    />
  );
}
