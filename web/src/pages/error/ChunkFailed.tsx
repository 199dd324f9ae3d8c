import { PartFailed } from "@/lib/PartFailed";
import "./blank.css";

/** A whole page whose code did not arrive. */
export function ChunkFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <section className="blank">
      <h1>页面没有加载成功</h1>
      <PartFailed onRetry={onRetry} />
    </section>
  );
}
