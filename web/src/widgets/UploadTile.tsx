import { DeleteOutlined, EyeOutlined, FileOutlined } from "@ant-design/icons";
import { fileName, isImageUrl } from "./fileUrls";

interface Props {
  url: string;
  onPreview: () => void;
  onRemove?: () => void;
}

/** One stored file: a picture can be looked at, another file is opened. */
export function UploadTile({ url, onPreview, onRemove }: Props) {
  const isImage = isImageUrl(url);
  const name = fileName(url);
  return (
    <div className="upload-tile" title={name}>
      {isImage ? (
        <img src={url} alt={name} />
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="upload-file">
          <FileOutlined />
          <span>{name}</span>
        </a>
      )}
      <span className="upload-actions">
        {isImage ? (
          <button type="button" aria-label={`预览${name}`} onClick={onPreview}>
            <EyeOutlined />
          </button>
        ) : null}
        {onRemove ? (
          <button type="button" aria-label={`移除${name}`} onClick={onRemove}>
            <DeleteOutlined />
          </button>
        ) : null}
      </span>
    </div>
  );
}
