/** How long a part of the application may take to arrive. */
export const chunkTimeoutMs = 120_000;

/** A blip is over after this long; what fails then is said. */
export const chunkRetryMs = 800;

/** A part of the application did not arrive: slow network, or a newer build is deployed. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super("这部分没有加载成功", { cause });
    this.name = "ChunkError";
  }
}

/** Loads a lazy part, with the time limit and one more try. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("timeout")), chunkTimeoutMs);
  });
  try {
    return await Promise.race([loadTwice(load), late]);
  } catch (error) {
    throw new ChunkError(error);
  } finally {
    clearTimeout(timer);
  }
}

async function loadTwice<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await loadStyled(load);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, chunkRetryMs));
    return loadStyled(load);
  }
}

/** A part is there when its code and its styles are. */
async function loadStyled<T>(load: () => Promise<T>): Promise<T> {
  await mendStyles();
  return load();
}

// Scripts wait for the stylesheets of the document: one that is empty now did not arrive.
const missing = new Set(
  [...document.querySelectorAll("link")].filter((link) => isStyle(link) && isEmpty(link)),
);

window.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && isStyle(target)) missing.add(target);
  },
  true,
);

function isStyle({ rel }: HTMLLinkElement): boolean {
  return rel === "stylesheet";
}

function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

/**
 * Asks again for stylesheets that did not arrive. The bundler's loader asks for each one once and
 * takes it for loaded afterwards, so a page would stand there without its looks for ever.
 */
export async function mendStyles(): Promise<void> {
  await Promise.all([...missing].map(replace));
}

function replace(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const fresh = link.cloneNode() as HTMLLinkElement;
    fresh.addEventListener("load", () => resolve());
    fresh.addEventListener("error", () => reject(new Error(`no styles from ${link.href}`)));
    missing.delete(link);
    link.replaceWith(fresh);
  });
}
