import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { environment } from "@/lib/platform/environment";

/** The worker as the product runs it: bundled, under plain Node, killable. */
export interface WorkerProgram {
  /** Starts a worker on this file's database and waits until it says that it is ready. */
  start(variables?: Readonly<Record<string, string>>): Promise<ChildProcess>;
  /** Kills every worker and removes the bundle. */
  dispose(): Promise<void>;
}

/** Bundles the worker below the checkout, so that packages are found. */
export async function bundleWorker(): Promise<WorkerProgram> {
  const folder = mkdtempSync(join(process.cwd(), "node_modules", ".loquat-worker-"));
  const script = join(folder, "worker.mjs");
  await build({
    entryPoints: ["lib/cli/worker.ts"],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
  });
  const children: ChildProcess[] = [];
  return {
    async start(variables = {}) {
      const child = spawn(process.execPath, [script], {
        env: {
          ...process.env,
          NODE_ENV: "production",
          DATABASE_URL: environment().databaseUrl,
          LOQUAT_DATA: environment().dataFolder,
          LOQUAT_LOCAL_REPOSITORIES: environment().localRepositories.join(":"),
          LOQUAT_GLOSSARY: "off",
          LOQUAT_BASE_URL: environment().baseUrl,
          ...variables,
        },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      children.push(child);
      await once(child, "message");
      return child;
    },
    async dispose() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
