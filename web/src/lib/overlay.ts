import { create } from "zustand";

/** Calls shorter than this never darken the screen. */
export const overlayDelayMs = 300;

interface OverlayState {
  inFlight: number;
  visible: boolean;
}

/** Counts the calls in flight; the full-screen overlay shows while there is one. */
export const useOverlay = create<OverlayState>(() => ({ inFlight: 0, visible: false }));

let timer: ReturnType<typeof setTimeout> | undefined;
let showsAt = Infinity;

/** The earliest that any call in flight asked for counts. */
function schedule(delayMs: number) {
  const at = Date.now() + delayMs;
  if (at >= showsAt) return;
  clearTimeout(timer);
  showsAt = at;
  timer = setTimeout(() => useOverlay.setState({ visible: true }), delayMs);
}

/** Counts one call; the returned function ends it and may be called twice. */
export function beginLoading(delayMs = overlayDelayMs): () => void {
  useOverlay.setState((state) => ({ inFlight: state.inFlight + 1 }));
  schedule(delayMs);
  let open = true;
  return () => {
    if (!open) return;
    open = false;
    const inFlight = useOverlay.getState().inFlight - 1;
    if (inFlight > 0) {
      useOverlay.setState({ inFlight });
      return;
    }
    clearTimeout(timer);
    showsAt = Infinity;
    useOverlay.setState({ inFlight: 0, visible: false });
  };
}
