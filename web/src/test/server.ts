import { http, HttpResponse, type DefaultBodyType } from "msw";
import { setupServer } from "msw/node";

/** A pretended server for unit tests; each test says what it answers. */
export const server = setupServer();

const at = (path: string) => `${location.origin}/server${path}`;

export function envelope(result: unknown, code = 200, message = "") {
  return HttpResponse.json({ code, message, result } as DefaultBodyType);
}

/** Answers every method of a path with one envelope. */
export function answer(path: string, result: unknown, code = 200, message = "") {
  server.use(http.all(at(path), () => envelope(result, code, message)));
}

export { at };
