import { PlusOutlined } from "@ant-design/icons";
import { Image } from "antd";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { toast } from "@/lib/feedback";
import { movedTo, splitUrls } from "./fileUrls";
import { UploadTile } from "./UploadTile";
import "./upload.css";
import { tellFailure, uploadFile } from "./uploadFile";
import { isAccepted, parseSize, sizeWords } from "./uploadSize";

interface Props {
  id?: string;
  /** Addresses joined by comma. */
  value?: string | null;
  onChange?: (value: string) => void;
  /** One of the server's folders. */
  rootPath: string;
  accept?: string;
  limit?: number;
  /** With a unit: kb, m or g. */
  maxSize?: string;
  disabled?: boolean;
  "aria-label"?: string;
}

/**
 * Uploads up to `limit` files, chosen, dropped or pasted; the add control goes away when there are
 * that many. Their order is changed by dragging, or with the arrows on each.
 */
export function Upload(props: Props) {
  const { value, rootPath, accept = "image/*", limit = 1, maxSize = "5m", disabled } = props;
  const urls = splitUrls(value);
  const [running, setRunning] = useState<Record<string, number>>({});
  const [preview, setPreview] = useState<string | null>(null);
  // Several uploads may end between two renders: each adds to what the one before left.
  const newest = useRef(urls);
  useLayoutEffect(() => {
    newest.current = urls;
  });
  const hintId = useId();
  const isFull = urls.length + Object.keys(running).length >= limit;

  function change(next: string[]) {
    newest.current = next;
    props.onChange?.(next.join(","));
  }

  async function send(file: File) {
    const key = `${file.name}:${file.lastModified}:${file.size}`;
    const note = (done: number) => setRunning((all) => ({ ...all, [key]: done }));
    note(0);
    try {
      const { url } = await uploadFile(file, rootPath, note);
      change([...newest.current, url]);
      toast.success("上传成功");
    } catch (error) {
      tellFailure(error);
    } finally {
      setRunning((all) => Object.fromEntries(Object.entries(all).filter(([one]) => one !== key)));
    }
  }

  function choose(files: File[]) {
    const room = limit - urls.length - Object.keys(running).length;
    if (files.length > room) toast.warning(leftOut(files.slice(room), limit));
    for (const file of files.slice(0, room)) {
      if (!isAccepted(file, accept)) toast.warning(`不支持的文件类型：${file.name}`);
      else if (file.size > parseSize(maxSize)) toast.warning(`文件大小不能超过 ${maxSize}!`);
      else void send(file);
    }
  }

  const canAdd = !isFull && !disabled;

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is pasted while a control inside has the focus arrives here
    <div
      className="upload"
      role="group"
      aria-label={props["aria-label"] ?? "文件"}
      onPaste={(event) => {
        const files = [...event.clipboardData.files];
        if (!canAdd || files.length === 0) return;
        event.preventDefault();
        choose(files);
      }}
    >
      {urls.map((url, at) => (
        <UploadTile
          key={url}
          url={url}
          at={at}
          onPreview={() => setPreview(url)}
          {...(disabled
            ? {}
            : {
                count: urls.length,
                onMove: (from, to) => change(movedTo(urls, from, to)),
                onRemove: () => change(urls.filter((other) => other !== url)),
              })}
        />
      ))}
      {Object.entries(running).map(([key, done]) => (
        <div key={key} className="upload-tile">
          <progress value={done} max={1} aria-label="上传进度" />
        </div>
      ))}
      {canAdd ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut, the input inside serves the keyboard
        <label
          className="upload-tile upload-add"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            choose([...event.dataTransfer.files]);
          }}
        >
          <input
            id={props.id}
            type="file"
            className="visually-hidden"
            aria-label="选择文件上传"
            aria-describedby={hintId}
            accept={accept}
            multiple={limit > 1}
            onChange={(event) => {
              choose([...(event.target.files ?? [])]);
              // The same file may be chosen again after a failure.
              event.target.value = "";
            }}
          />
          <PlusOutlined />
          <span id={hintId}>不超过 {sizeWords(maxSize)}</span>
        </label>
      ) : null}
      {preview ? (
        <Image.PreviewGroup
          items={[preview]}
          preview={{ open: true, onOpenChange: (open) => !open && setPreview(null) }}
        />
      ) : null}
    </div>
  );
}

/** How many names are read before they become a number. */
const NAMED = 3;

/** Which files were not taken, and why: none of them goes without a word. */
function leftOut(files: readonly File[], limit: number): string {
  const names = files.slice(0, NAMED).map(({ name }) => name);
  const more = files.length > NAMED ? "等" : "";
  return `最多上传 ${limit} 个文件，${files.length} 个没有上传：${names.join("、")}${more}`;
}
