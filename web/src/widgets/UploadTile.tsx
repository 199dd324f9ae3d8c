import {
  DeleteOutlined,
  EyeOutlined,
  FileOutlined,
  LeftOutlined,
  RightOutlined,
} from "@ant-design/icons";
import type { DragEvent, ReactNode } from "react";
import { fileName, isImageUrl } from "./fileUrls";
import { useRefusal } from "./useRefusal";

interface Props {
  url: string;
  /** Its place among the others. */
  at: number;
  /** How many there are, where their order may be changed. */
  count?: number;
  onPreview: () => void;
  onMove?: (from: number, to: number) => void;
  onRemove?: () => void;
}

/** Marks what is dragged as one of our tiles: a file from outside is another thing. */
const DRAGGED = "application/x-upload-tile";

/** One stored file: a picture can be looked at, another file is opened. */
export function UploadTile({ url, at, count = 1, onPreview, onMove, onRemove }: Props) {
  const isImage = isImageUrl(url);
  const name = fileName(url);
  const canMove = onMove !== undefined && count > 1;

  function drop(event: DragEvent) {
    const from = event.dataTransfer.getData(DRAGGED);
    if (from === "" || !canMove) return;
    event.preventDefault();
    if (Number(from) !== at) onMove(Number(from), at);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dragging is a shortcut, the arrows inside serve the keyboard
    <div
      className="upload-tile"
      title={name}
      draggable={canMove}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(at))}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={drop}
    >
      {isImage ? (
        <TilePicture url={url} name={name} />
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="upload-file" draggable={false}>
          <FileOutlined />
          <span>{name}</span>
        </a>
      )}
      <span className="upload-actions">
        {canMove && at > 0 ? (
          <Act label={`前移${name}`} icon={<LeftOutlined />} onClick={() => onMove(at, at - 1)} />
        ) : null}
        {canMove && at < count - 1 ? (
          <Act label={`后移${name}`} icon={<RightOutlined />} onClick={() => onMove(at, at + 1)} />
        ) : null}
        {isImage ? <Act label={`预览${name}`} icon={<EyeOutlined />} onClick={onPreview} /> : null}
        {onRemove ? (
          <Act label={`移除${name}`} icon={<DeleteOutlined />} onClick={onRemove} />
        ) : null}
      </span>
    </div>
  );
}

/** A picture that is kept back says why, like a file that cannot be shown. */
function TilePicture({ url, name }: { url: string; name: string }) {
  const [why, onError] = useRefusal(url);
  if (why === undefined) return <img src={url} alt={name} draggable={false} onError={onError} />;
  return (
    <span className="upload-file" role="alert" title={why}>
      {why}
    </span>
  );
}

function Act({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button type="button" aria-label={label} onClick={onClick}>
      {icon}
    </button>
  );
}
