import { isCancelled, messageOf, upload } from "@/api/client";
import { toast } from "@/lib/feedback";

export interface Uploaded {
  url: string;
  name: string;
  type: string;
  daxiao: number;
}

/** Stores one file under one of the server's folders. */
export function uploadFile(
  file: File,
  rootPath: string,
  onProgress?: (done: number) => void,
): Promise<Uploaded> {
  const form = new FormData();
  form.append("file", file);
  form.append("rootPath", rootPath);
  return upload<Uploaded>("/api/app/file/up", form, onProgress);
}

/** Says 上传失败 and why; nothing where the upload was given up. */
export function tellFailure(error: unknown): void {
  if (!isCancelled(error)) toast.error(`上传失败：${messageOf(error)}`);
}
