import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const adminName = "admin";
export const adminPassword = "Zhanggui-2026-e2e";

const startLimitMs = 30_000;
/** Phones, identity numbers and cards: no test types a number of this length that is none. */
const personal = /(?<![0-9A-Za-z.])(?:1[3-9]\d{9}|\d{17}[\dXx]|\d{16}|\d{19})(?![0-9A-Za-z])/g;
/** Sixteen random digits and letters, now and then digits alone. */
const traceId = /trace_id="[0-9a-f]{16}"/g;
/** The line that the program prints once it listens. */
const greeting = /掌柜已启动：(http:\S+)\n/;

export interface RunningServer {
  url: string;
  /** The program's process. */
  pid: () => number;
  /** Ends the program and starts it again at the same address, on the same data. */
  restart: (settings: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
}

/** The built program: ZHANGGUI_BIN, else the newer of this tree's release and debug builds. */
function binary(): string {
  const named = process.env.ZHANGGUI_BIN;
  if (named) return resolve(named);
  const root = resolve(import.meta.dirname, "../..");
  const target = resolve(root, process.env.CARGO_TARGET_DIR || "target");
  const [newest] = ["release", "debug"]
    .map((kind) => join(target, kind, "zhanggui"))
    .map((path) => ({ path, built: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .filter(({ built }) => built > 0)
    .toSorted((one, other) => other.built - one.built);
  if (!newest) throw new Error("build the server first: cargo build -p zhanggui");
  return newest.path;
}

/** What the program does not know it refuses, so our own settings stay here. */
function foreign(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("ZHANGGUI_")));
}

/** Starts the real program on a free port with an empty data folder of its own. */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const data = mkdtempSync(join(tmpdir(), "zhanggui-e2e-"));
  const own = {
    ZHANGGUI_DATA_DIR: data,
    ZHANGGUI_ADMIN_PASSWORD: adminPassword,
    ...settings,
  };
  let running = await launch({ ...own, ZHANGGUI_ADDR: "127.0.0.1:0" });
  const { url } = running;
  return {
    url,
    pid: () => running.pid,
    restart: async (changed) => {
      await running.end();
      running = await launch({ ...own, ...changed, ZHANGGUI_ADDR: new URL(url).host });
    },
    stop: async () => {
      await running.end();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

interface Launched {
  url: string;
  pid: number;
  end: () => Promise<void>;
}

/** Runs the program until it says where it listens; one that does not says why. */
async function launch(settings: Record<string, string>): Promise<Launched> {
  const child = spawn(binary(), ["serve"], {
    // As it is installed: the symbols that a trace loads would count as the program's memory.
    env: { ...foreign(process.env), RUST_BACKTRACE: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  const end = async () => {
    child.kill("SIGTERM");
    await ended;
    if (seen.size > 0) {
      throw new Error(`the server's output holds personal data: ${[...seen].join(", ")}`);
    }
  };
  let text = "";
  const seen = new Set<string>();
  const listening = new Promise<string>((done, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      let cut = "";
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text = (text + chunk).slice(-8_000);
        // A piece may end in the middle of a line.
        const lines = (cut + chunk).split("\n");
        cut = lines.pop() ?? "";
        for (const line of lines)
          for (const found of line.replace(traceId, "").match(personal) ?? []) seen.add(found);
        const url = greeting.exec(text)?.[1];
        if (url) done(url);
      });
    }
    child.once("error", fail);
    child.once("close", (code) => fail(new Error(`the server ended with ${code}:\n${text}`)));
    setTimeout(
      () => fail(new Error(`the server was not ready in time:\n${text}`)),
      startLimitMs,
    ).unref();
  });
  try {
    return { url: await listening, pid: child.pid ?? 0, end };
  } catch (error) {
    await end();
    throw error;
  }
}
