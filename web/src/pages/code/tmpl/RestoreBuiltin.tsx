import type { RowOf } from "@/crud/column";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";

interface Props {
  template: RowOf<"code/tmpl">;
  onClose: () => void;
}

/** 恢复内置: one template gets back the text that came with the program. */
export function RestoreBuiltin({ template, onClose }: Props) {
  const { muban, mingcheng } = template;
  const verb = useVerb("POST /code/tmpl/neizhi", {
    body: () => ({ muban, mingcheng }),
    refreshes: ["code/tmpl"],
    onDone: onClose,
  });
  return (
    <VerbDialog
      verb={verb}
      title="恢复内置"
      okText="恢复为内置内容"
      intro={
        <p>
          “{muban}”组的“{mingcheng}”恢复为内置的输出路径和内容。现在的第 {template.banben}{" "}
          版保留在历史版本中，可以再取回。
        </p>
      }
      onClose={onClose}
    />
  );
}
