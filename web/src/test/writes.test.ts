import { expect, it } from "vitest";
import type { Operation } from "@/api/operation";
import { sourceFiles } from "./source";
import { writesWithoutKey } from "./writes";

/** Operations that need no key, and why. */
const KEYLESS: Partial<Record<Operation, string>> = {
  "POST /sys/login/login": "nobody is signed in yet whose key it could be",
  "POST /sys/login/logout": "a session ends once",
  "POST /sys/user/suoping": "a locked screen stays locked",
  "POST /sys/user/suoping/jiesuo": "every password that is tried counts",
  "POST /sys/user/edit/password": "the old password is good for one change",
  "POST /sys/user/pianhao": "the newest value is the one that counts",
  "POST /app/config/edit":
    "saved twice it is the same, and no trace is kept of what is secret in it",
  "POST /app/dingdan/kanzhe": "somebody looks for a few seconds and says so again",
  "POST /app/mingan/chakan": "every look is written down, and its answer is kept nowhere",
  "POST /app/dingdan/shisuan": "works something out and keeps nothing",
  "POST /code/zujian/fuwenben": "works something out and keeps nothing",
};

const found = (text: string) => writesWithoutKey([{ path: "Page.tsx", text }]);

it("every write carries an idempotency key", () => {
  // `call` itself hands its options on.
  const files = sourceFiles().filter(({ path }) => path !== "api/client.ts");
  expect(files.length).toBeGreaterThan(200);
  const writes = writesWithoutKey(files);
  expect(writes.filter(({ operation }) => !(operation in KEYLESS))).toEqual([]);
  expect(new Set(writes.map(({ operation }) => operation))).toEqual(new Set(Object.keys(KEYLESS)));
});

it.each([
  'call("POST /app/x/add", { id });',
  'call("PUT /app/x/edit", { id }, quiet);',
  'call("DELETE /app/x/delByIds/{ids}", { ids }, { silent: true });',
  "call(operation, ask, options);",
  "call(`POST /app/${name}/add`, ask);",
  'callPath("POST", path, { body });',
  'const save = async () => { await call("POST /app/x/add", {} as never); };',
])("finds a write without a key: %s", (text) => {
  expect(found(text)).toHaveLength(1);
});

it.each([
  'call("GET /app/x/findById/{id}", { id }, quiet);',
  'callPath("GET", path);',
  'call("POST /app/x/add", ask, { ...quiet, idempotencyKey });',
  'useOnce((ask, key) => call("POST /app/x/add", ask, { ...key, said }), { onDone });',
  'callPath("DELETE", path, key);',
  'callOnce("POST /app/x/add", ask);',
])("lets a read be, and a write with its key: %s", (text) => {
  expect(found(text)).toEqual([]);
});
