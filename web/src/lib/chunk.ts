/** How long a part of the application may take to arrive. */
export const chunkTimeoutMs = 120_000;

/** A part of the application did not arrive: slow network, or a newer build is deployed. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super("页面没有加载成功", { cause });
    this.name = "ChunkError";
  }
}

/** Loads a lazy part, with the time limit. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("timeout")), chunkTimeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw new ChunkError(error);
  } finally {
    clearTimeout(timer);
  }
}
