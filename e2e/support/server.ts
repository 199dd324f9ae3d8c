import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export const adminName = "admin";
export const adminPassword = "Zhanggui-2026-e2e";

export interface RunningServer {
  url: string;
  /** Ends the program and starts it again at the same address, on the same data. */
  restart: (settings: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
}

/** The built program: ZHANGGUI_BIN, else the release or debug build of this tree. */
function binary(): string {
  const named = process.env.ZHANGGUI_BIN;
  if (named) return resolve(named);
  const root = resolve(import.meta.dirname, "../..");
  const built = ["release", "debug"].map((kind) => join(root, "target", kind, "zhanggui"));
  const found = built.find((path) => existsSync(path));
  if (!found) throw new Error("build the server first: cargo build -p zhanggui");
  return found;
}

/** A port nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? done(address.port) : fail(new Error("no port")),
      );
    });
  });
}

/** Asks until the server says it is ready; a server that ends first shows why. */
async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    const isUp = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await delay(50);
  }
  throw new Error(`the server was not ready in time:\n${output()}`);
}

/** What the program does not know it refuses, so our own settings stay here. */
function foreign(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("ZHANGGUI_")));
}

/** Starts the real program on a free port with an empty data folder of its own. */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(join(tmpdir(), "zhanggui-e2e-"));
  const own = {
    ZHANGGUI_ADDR: `127.0.0.1:${port}`,
    ZHANGGUI_DATA_DIR: data,
    ZHANGGUI_ADMIN_PASSWORD: adminPassword,
  };
  let end = await launch(url, { ...own, ...settings });
  return {
    url,
    restart: async (changed) => {
      await end();
      end = await launch(url, { ...own, ...settings, ...changed });
    },
    stop: async () => {
      await end();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Runs the program until it is ready; answers how to end it. */
async function launch(url: string, settings: Record<string, string>): Promise<() => Promise<void>> {
  const child = spawn(binary(), ["serve"], {
    env: { ...foreign(process.env), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-8_000);
    });
  }
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const end = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  try {
    await ready(url, child, () => text);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
