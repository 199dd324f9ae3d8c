import { lazyPart } from "@/lib/lazyPart";
import { PartFailed } from "@/lib/PartFailed";

/** Nobody waits for the bell: it comes after the page. */
export const Bell = lazyPart(async () => (await import("./Bell")).Bell, {
  waiting: () => <span className="header-icon" />,
  failed: (_, retry) => <PartFailed onRetry={retry} />,
});
