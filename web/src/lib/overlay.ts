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

/** Counts one call; the returned function ends it and may be called twice. */
export function beginLoading(): () => void {
  useOverlay.setState((state) => ({ inFlight: state.inFlight + 1 }));
  timer ??= setTimeout(() => useOverlay.setState({ visible: true }), overlayDelayMs);
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
    timer = undefined;
    useOverlay.setState({ inFlight: 0, visible: false });
  };
}
