import { expect, it } from "vitest";
import { messages } from "./bellStream";

async function read(...pieces: string[]): Promise<string[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(control) {
      for (const piece of pieces) control.enqueue(encoder.encode(piece));
      control.close();
    },
  });
  const found: string[] = [];
  for await (const message of messages(body)) found.push(message);
  return found;
}

it("reads messages however they are cut", async () => {
  expect(await read('data: {"a":1}\n\nda', "ta: 二\n", "\n")).toEqual(['{"a":1}', "二"]);
});

it("hears that the server is there, and nothing of what was cut off", async () => {
  expect(await read(":\n\n", "data: half")).toEqual([""]);
});
