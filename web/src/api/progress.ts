import { call, quiet } from "./client";
import type { StepsDone } from "./types.gen";

/** How far long work is, as the server counts it; waiting for other work of the person counts too. */
export type Progress = StepsDone;

const everyMs = 1_000;

/**
 * Asks about work that was sent with `jindu=<id>`, again and again until the answer is called.
 * Silence is no news: the work may be done, or on another node.
 */
export function watchProgress(id: string, onStep: (step: Progress) => void): () => void {
  let isOver = false;
  async function ask() {
    const step = await call("GET /app/jindu/{id}", { id }, quiet).catch(() => null);
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
