import { useEffect, type ComponentType } from "react";
import { lazyPart } from "./lazyPart";
import { beginLoading } from "./overlay";
import { DialogFailed } from "./PartFailed";

/** A dialog whose code arrives when it first opens; the list is drawn without it. */
export function lazyDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return lazyPart(load, {
    waiting: () => <Waiting />,
    failed: (props, retry) => <DialogFailed onRetry={retry} {...closeOf(props)} />,
  });
}

/** Whoever pressed a button and waits for its dialog sees that something is on its way. */
function Waiting() {
  useEffect(() => beginLoading(), []);
  return null;
}

function closeOf(props: { onClose?: unknown }): { onClose?: () => void } {
  const { onClose } = props;
  return typeof onClose === "function" ? { onClose: () => void onClose() } : {};
}
