import { NoPermission } from "@/crud/table/TableNotice";
import { usePermitted } from "@/lib/session";
import { Choices } from "./Choices";
import { Dialogs } from "./Dialogs";
import { Files } from "./Files";
import "./gallery.css";
import { Maps } from "./Maps";
import { Shell } from "./Shell";
import { Texts } from "./Texts";

const PERMISSION = "code:zujian:query";

/** 组件示例: every control of the product in each of its states, for those who build with them. */
export default function GalleryPage() {
  const isPermitted = usePermitted([PERMISSION]);
  if (!isPermitted) return <NoPermission label="组件示例" permission={PERMISSION} />;
  return (
    <form className="gallery" onSubmit={(event) => event.preventDefault()}>
      <Dialogs />
      <Shell />
      <Choices />
      <Files />
      <Texts />
      <Maps />
    </form>
  );
}
