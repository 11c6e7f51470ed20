import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, vi } from "vitest";
import { freePort } from "@/lib/platform/embedded-postgres";

/** A new installation of the built application, with the demo, as `npm start -- --demo` makes it. */
export interface Installation {
  base: string;
  data: string;
  /** The folder of a repository of the demo. */
  repository(component: string): string;
  /** Runs a program beside it, with its environment. */
  run(command: string, parameters: readonly string[]): Promise<{ status: number | null; out: string; all: string }>;
  stop(): Promise<void>;
}

/** Starts it on a free port with an empty data folder, and waits until the demo is there. */
export async function installDemo(): Promise<Installation> {
  const root = mkdtempSync(join(tmpdir(), "loquat-demo-"));
  const data = join(root, "data");
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, NODE_ENV: "production", PORT: String(port), LOQUAT_DATA: data, LOQUAT_BASE_URL: base };
  const child: ChildProcess = spawn(process.execPath, ["lib/cli/start.mjs", "--demo"], {
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await vi.waitFor(() => expect(printed).toMatch(/The demo project Loquat is at/), { timeout: 240_000, interval: 100 });
  return {
    base,
    data,
    repository(component) {
      const projects = join(data, "demo");
      const of = readdirSync(projects).find((project) => existsSync(join(projects, project, `${component}.git`)));
      return join(projects, of ?? "", `${component}.git`);
    },
    async run(command, parameters) {
      const beside = spawn(command, parameters, { stdio: ["ignore", "pipe", "pipe"], env: env as NodeJS.ProcessEnv });
      const over = AbortSignal.timeout(240_000);
      over.onabort = () => beside.kill("SIGKILL");
      const [out, err, [status]] = await Promise.all([text(beside.stdout), text(beside.stderr), once(beside, "exit")]);
      over.onabort = null;
      return { status: status as number | null, out, all: `${out}${err}` };
    },
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The README's block of `curl` lines, for a server at this address. */
export function readmeBlock(readme: string, base: string): string {
  const block = /## The API in a few lines[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1];
  if (!block) throw new Error("The README has no example of the API.");
  return block.replace("http://localhost:3000", base);
}
