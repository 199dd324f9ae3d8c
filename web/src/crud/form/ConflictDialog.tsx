import { Button } from "antd";
import { Dialog } from "@/lib/Dialog";
import type { ColumnMeta } from "@/api/resources";
import { DiffView } from "@/widgets/DiffView";
import type { Clash } from "./formValues";

interface Props {
  columns: readonly ColumnMeta[];
  clashes: readonly Clash[];
  /** Load the newest record, keep what was typed. */
  onKeep: () => void;
  /** Load the newest record, drop what was typed. */
  onDrop: () => void;
  onCancel: () => void;
}

const TITLES = ["最新的内容", "你填写的内容"] as const;

/** Someone else saved first: nothing typed is lost, and nothing of theirs is overwritten unseen. */
export function ConflictDialog({ columns, clashes, onKeep, onDrop, onCancel }: Props) {
  const labels = Object.fromEntries(columns.map(({ prop, label }) => [prop, label]));
  const side = (name: "mine" | "theirs") =>
    Object.fromEntries(clashes.map((clash) => [clash.prop, clash[name]]));
  return (
    <Dialog
      title="数据已被他人修改"
      width={700}
      focus="ok"
      footer={
        <>
          <Button onClick={onDrop}>放弃我的修改</Button>
          <Button type="primary" onClick={onKeep}>
            载入最新并保留我填写的内容
          </Button>
        </>
      }
      onClose={onCancel}
    >
      {clashes.length === 0 ? (
        <p>在你填写期间，这条数据的其他内容已被修改。你填写的内容可以原样保留，检查后再保存。</p>
      ) : (
        <>
          <p>下列内容双方都改过：</p>
          <DiffView before={side("theirs")} after={side("mine")} labels={labels} titles={TITLES} />
        </>
      )}
    </Dialog>
  );
}
