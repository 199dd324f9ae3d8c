import { matchAt } from "@/lib/matches";
import type { PageRoute } from "./menu";

/** Pages whose name, folder or path matches: by text, pinyin or initials. Best first. */
export function findMenus(routes: readonly PageRoute[], text: string): PageRoute[] {
  const wanted = text.trim();
  if (wanted === "") return [...routes];
  const ranked = routes.flatMap((route) => {
    const rank = rankOf(route, wanted);
    return rank === null ? [] : [{ route, rank }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ route }) => route);
}

function rankOf(route: PageRoute, wanted: string): number | null {
  const at = matchAt(route.title, wanted);
  if (at !== null) return at;
  if (matchAt(route.trail.join(""), wanted) !== null) return 100;
  return route.path.toLowerCase().includes(wanted.toLowerCase()) ? 200 : null;
}
