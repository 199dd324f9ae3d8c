import type { RowOf } from "@/crud/column";
import { ImportTables } from "./ImportTables";
import { SyncDialog } from "./SyncDialog";
import { WriteDialog } from "./WriteDialog";

/** What is done to a table, or to get some. */
export type Doing =
  | { what: "import"; onImported: (ids: readonly number[]) => void }
  | { what: "sync" | "write"; table: RowOf<"code/gen/table"> };

interface Props {
  doing: Doing;
  onClose: () => void;
}

/** The dialogs of the list that decide something; their code comes with the first of them. */
export function GenDialog({ doing, onClose }: Props) {
  switch (doing.what) {
    case "import":
      return <ImportTables onImported={doing.onImported} onClose={onClose} />;
    case "sync":
      return <SyncDialog table={doing.table} onClose={onClose} />;
    case "write":
      return <WriteDialog table={doing.table} onClose={onClose} />;
  }
}
