import { useEffect, useRef, useState } from "react";

const OPEN_MS = 250;
/** Long enough to cross the gap to what has opened. */
const CLOSE_MS = 120;

/**
 * Opens on hover or focus. A plan of 360 instalments has over a thousand amounts that can explain
 * themselves: what opens is made when one is first met, not with the table.
 */
export function useMeeting() {
  const [isMet, setMet] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function turn(open: boolean, ms: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (open) setMet(true);
      setOpen(open);
    }, ms);
  }

  const handlers = {
    onMouseEnter: () => turn(true, OPEN_MS),
    onMouseLeave: () => turn(false, CLOSE_MS),
    onFocus: () => turn(true, 0),
    onBlur: () => turn(false, 0),
  };
  return { isMet, isOpen, close: () => turn(false, 0), handlers };
}
