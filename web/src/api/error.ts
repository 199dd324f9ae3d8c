/** Codes of the envelope, plus what never reached it. */
export const codes = {
  ok: 200,
  stale: 301,
  signedOut: 401,
  ourFault: 500,
  invalid: 2001,
  refused: 2002,
  notFound: 2004,
  /** No answer: network down or time-out. */
  network: 0,
} as const;

/** Every failed call rejects with this; `message` is a sentence for a person. */
export class ApiError extends Error {
  readonly code: number;
  /** 2001: what is wrong, by wire field. */
  readonly fields?: Record<string, string>;
  readonly result?: unknown;

  constructor(code: number, message: string, result?: unknown) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.result = result;
    const fields = (result as { fields?: unknown } | null | undefined)?.fields;
    if (fields && typeof fields === "object") this.fields = fields as Record<string, string>;
  }
}

/** The sentence of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What is wrong with each field as one sentence, or the sentence of the error. */
export function reasonOf(error: Error): string {
  const parts = error instanceof ApiError && error.fields ? Object.values(error.fields) : [];
  return parts.length > 0 ? parts.join("；") : messageOf(error);
}

/** True for a call that its own caller gave up; nobody needs to hear of it. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
