import type { ResourceMeta } from "@/api/resources";
import { confirmDelete } from "@/lib/feedback";
import type { Row } from "@/crud/column";
import { namesOf } from "@/crud/labelProp";
import type { Removal } from "@/crud/page";
import { removeRows } from "@/crud/rows";
import { useStable } from "@/lib/useStable";

const DELETION: Removal = { verb: "删除", question: "确认要删除吗？" };

export interface Remove {
  verb: string;
  /** Asks, takes the rows away, and says whether they are gone. */
  run: (rows: readonly Row[]) => Promise<boolean>;
}

/** Taking rows away, after a question that names them. */
export function useRemoval(
  meta: ResourceMeta,
  removal: Removal = DELETION,
  reload: () => void,
): Remove {
  const run = useStable(async (rows: readonly Row[]) => {
    const { question, verb, nameOf } = removal;
    if (!(await confirmDelete(question, namesOf(meta, rows, nameOf), verb))) return false;
    await removeRows(meta.path, rows);
    reload();
    return true;
  });
  return { verb: removal.verb, run };
}
