import type { RowOf } from "@/crud/column";
import { CopyBuiltin } from "./CopyBuiltin";
import { RestoreBuiltin } from "./RestoreBuiltin";
import { VersionsDialog } from "./VersionsDialog";

type Template = RowOf<"code/tmpl">;

/** What is done to a template, or to get a group of them. */
export type Doing =
  | { what: "copy" }
  | { what: "restore"; template: Template }
  | { what: "versions"; template: Template; mayRestore: boolean };

interface Props {
  doing: Doing;
  onClose: () => void;
}

/** The dialogs of the list; their code comes with the first of them. */
export function TmplDialog({ doing, onClose }: Props) {
  switch (doing.what) {
    case "copy":
      return <CopyBuiltin onClose={onClose} />;
    case "restore":
      return <RestoreBuiltin template={doing.template} onClose={onClose} />;
    case "versions":
      return (
        <VersionsDialog template={doing.template} mayRestore={doing.mayRestore} onClose={onClose} />
      );
  }
}
