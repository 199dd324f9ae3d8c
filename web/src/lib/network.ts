import { create } from "zustand";

/** How often a lost server is looked for. */
export const probeMs = 3000;

/** Whether calls reach the server; a wrong answer is an answer too. */
export const useNetwork = create(() => ({ isDown: false }));

let onBack = () => {};
let timer: ReturnType<typeof setTimeout> | undefined;

/** Who wants to know that calls arrive again. */
export function onNetworkBack(listener: () => void) {
  onBack = listener;
}

/** Told by every call: it reached the server, or it did not. */
export function noteNetwork(isUp: boolean) {
  const { isDown } = useNetwork.getState();
  if (isUp !== isDown) return;
  useNetwork.setState({ isDown: !isUp });
  clearTimeout(timer);
  if (isUp) onBack();
  else timer = setTimeout(() => void probe(), probeMs);
}

/** Looks whether there is a way again; a gateway that cannot pass us on is none. */
async function probe() {
  clearTimeout(timer);
  if (!useNetwork.getState().isDown) return;
  try {
    const { status } = await fetch("/healthz", { cache: "no-store" });
    if (status < 500) {
      noteNetwork(true);
      return;
    }
  } catch {
    // Still nothing; the next look follows.
  }
  timer = setTimeout(() => void probe(), probeMs);
}

window.addEventListener("offline", () => noteNetwork(false));
window.addEventListener("online", () => void probe());
