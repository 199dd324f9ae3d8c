import { useState } from "react";
import { whyNotRead } from "@/api/files";

/** Why a picture could not be shown, once it could not; and what to call then. */
export function useRefusal(src: string): [why: string | undefined, onError: () => void] {
  const [refused, setRefused] = useState<{ src: string; why: string } | null>(null);
  const ask = () => void whyNotRead(src).then((why) => setRefused({ src, why }));
  return [refused?.src === src ? refused.why : undefined, ask];
}
