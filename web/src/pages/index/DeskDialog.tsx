import { useQueryClient } from "@tanstack/react-query";
import { CustomerForm } from "@/loan/customer/CustomerForm";
import { VerbHost } from "@/loan/lazyDialogs";
import { HOME, type Opened } from "./Coming";

/** Beside the page and not in it: what is typed stays, whatever becomes of the page's figures. */
export function DeskDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const client = useQueryClient();
  if ("following" in opened)
    return <CustomerForm of="genjin" customer={opened.following} onClose={onClose} />;
  return (
    <VerbHost
      verb="querenhuankuan"
      id={opened.confirming}
      onClose={() => {
        onClose();
        void client.invalidateQueries({ queryKey: HOME });
      }}
    />
  );
}
