import { useEffect } from "react";
import { create } from "zustand";
import { isTyping } from "@/lib/isTyping";
import { lazyDialog } from "@/lib/lazyDialog";

const KeySheet = lazyDialog(async () => (await import("./KeySheet")).KeySheet);

const useHelp = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

export const showKeys = () => useHelp.setState({ isOpen: true });

/** Shows the keys there are: by ? from anywhere, and from the person's menu. */
export function KeyboardHelp() {
  const isOpen = useHelp((state) => state.isOpen);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "?" && !isTyping(event.target)) showKeys();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return isOpen ? <KeySheet onClose={() => useHelp.setState({ isOpen: false })} /> : null;
}
