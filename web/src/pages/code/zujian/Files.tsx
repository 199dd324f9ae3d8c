import { useState } from "react";
import { Upload } from "@/widgets/Upload";
import { Given, Part, State } from "./Part";

/** Uploads. What no row takes is gone after a day. */
export function Files() {
  const [one, setOne] = useState("");
  const [several, setSeveral] = useState("");
  return (
    <Part
      title="上传"
      about="默认一张图片，不超过 5m；可选择、拖入、粘贴，多个文件可拖动排序，到上限后不再显示添加"
    >
      <State name="默认">
        <Upload rootPath="resource" value={one} onChange={setOne} aria-label="默认的上传" />
        <Given value={one} />
      </State>
      <State name="最多 3 个任意文件，200kb">
        <Upload
          rootPath="resource"
          accept="*"
          limit={3}
          maxSize="200kb"
          value={several}
          onChange={setSeveral}
          aria-label="多个文件的上传"
        />
        <Given value={several} />
      </State>
      <State name="禁用，只看上面的文件">
        <Upload rootPath="resource" value={several} disabled aria-label="禁用的上传" />
      </State>
    </Part>
  );
}
