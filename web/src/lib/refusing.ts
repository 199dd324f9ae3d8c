import { toast } from "./feedback";

/** For a button that may have to refuse: it is reached like the others, and says why. */
export function refusing(refusal: string | undefined, act: () => void) {
  if (refusal === undefined) return { onClick: act };
  return {
    "aria-disabled": true,
    // The kit's own look of what is switched off.
    className: "ant-btn-disabled",
    title: refusal,
    onClick: () => toast.info(refusal),
  };
}
