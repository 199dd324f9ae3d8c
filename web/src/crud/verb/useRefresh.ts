import { useQueryClient } from "@tanstack/react-query";

/** The key under which everything about one row of a resource lies, other than lists of it. */
export const detailKey = (resource: string) => ["detail", resource] as const;

/** Lists and details of these resources, hidden ones included, are no longer true. */
export function useRefresh(): (resources: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return async (resources) => {
    const keys = resources.flatMap((path) => [["rows", path], detailKey(path)]);
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
