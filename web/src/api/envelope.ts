import { ApiError, codes } from "./error";

export interface Envelope {
  code: number;
  message: string;
  result: unknown;
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === "object" && body !== null && typeof (body as Envelope).code === "number";
}

/** Reads an answer's text; what is no envelope becomes an error about the HTTP status. */
export function readEnvelope(status: number, text: string): Envelope {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (isEnvelope(body)) {
    // A gateway may wrap a good-looking body in a bad status: the status wins.
    if (status !== 200 && body.code === codes.ok)
      throw new ApiError(status, `请求失败（HTTP ${status}）`);
    return body;
  }
  throw new ApiError(
    status === 200 ? codes.ourFault : status,
    `服务暂时不可用（HTTP ${status}），请稍后重试`,
  );
}
