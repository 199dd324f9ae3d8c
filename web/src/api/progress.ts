import { call, quiet } from "./client";

/** How far long work is, as the server counts it. */
export interface Progress {
  /** It waits for other work of the same person, or for room. */
  isPaidui: boolean;
  wancheng: number;
  /** Unknown where nobody has counted. */
  zongshu: number | null;
}

const everyMs = 1_000;

/**
 * Asks about work that was sent with `jindu=<id>`, again and again until the answer is called.
 * Silence is no news: the work may be done, or on another node.
 */
export function watchProgress(id: string, onStep: (step: Progress) => void): () => void {
  let isOver = false;
  async function ask() {
    const step = await call<Progress | null>("GET", `/api/app/jindu/${id}`, quiet).catch(
      () => null,
    );
    if (isOver) return;
    if (step) onStep(step);
    timer = setTimeout(() => void ask(), everyMs);
  }
  let timer = setTimeout(() => void ask(), everyMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
