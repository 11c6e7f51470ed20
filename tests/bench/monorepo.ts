import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SERVICE } from "@/lib/domain/access/actor";
import { createComponent } from "@/lib/domain/creation/create-component";
import { createProject } from "@/lib/domain/projects/projects";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { copyFolder } from "@/lib/domain/working-copy/working-copy";
import { freePort } from "@/lib/platform/embedded-postgres";
import { startWorker, withDatabase } from "./machine";
import type { Report } from "./report";

/** A repository of gigabytes at a server, a few files of which are translated. */

const COMMITS = 20;
const LARGE_FILES = 150;
const LARGE_BYTES = 1_000_000;
const LANGUAGES = ["en", "cs", "de", "fr", "ja", "pl", "pt", "zh"];
const STRINGS = 2000;

const MINUTE_MS = 60_000;

/** Writes a bare repository: each commit changes all large files and all translations. */
async function makeMonorepo(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  execFileSync("git", ["-C", folder, "init", "--quiet", "--bare", "--initial-branch=main"]);
  execFileSync("git", ["-C", folder, "config", "uploadpack.allowFilter", "true"]);
  const words = ["-C", folder, "-c", "fastimport.unpackLimit=0", "-c", "core.compression=0", "fast-import", "--quiet"];
  const git = spawn("git", words, { stdio: ["pipe", "ignore", "inherit"] });
  const done = once(git, "exit");
  const write = async (piece: string | Uint8Array) => {
    if (!git.stdin.write(piece)) await once(git.stdin, "drain");
  };
  for (let commit = 1; commit <= COMMITS; commit++) {
    await write(`commit refs/heads/main\nmark :${commit}\ncommitter b <b@example.org> ${commit} +0000\ndata 1\nx\n`);
    if (commit > 1) await write(`from :${commit - 1}\n`);
    for (let file = 0; file < LARGE_FILES; file++) {
      await write(`M 100644 inline assets/${file}.bin\ndata ${LARGE_BYTES}\n`);
      await write(randomBytes(LARGE_BYTES));
      await write("\n");
    }
    for (const language of LANGUAGES) {
      const texts = Array.from({ length: STRINGS }, (_, key) => [`key${key}`, `Text ${key} ${language} ${commit}`]);
      const content = Buffer.from(JSON.stringify(Object.fromEntries(texts), null, 2));
      await write(`M 100644 inline app/${language}.json\ndata ${content.length}\n`);
      await write(content);
      await write("\n");
    }
  }
  git.stdin.end();
  await done;
}

/** Megabytes of all files in a folder. */
function megabytes(folder: string): number {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return found.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1_000_000;
}

/** Runs this part of the bench in a folder of its own below `root`. */
export async function benchMonorepo(report: Report, root: string): Promise<void> {
  const all = join(root, "monorepo");
  const remote = join(all, "mono.git");
  await makeMonorepo(remote);
  const port = await freePort();
  const words = ["daemon", "--reuseaddr", `--base-path=${all}`, "--export-all", `--port=${port}`, "--listen=127.0.0.1"];
  const daemon = spawn("git", words, { stdio: "ignore" });
  process.env.LOQUAT_PRIVATE_REPOSITORIES = "127.0.0.1";
  try {
    await answering(port);
    await withDatabase(join(root, "monorepo-data"), async () => {
      await createProject(SERVICE, { name: "Mono", slug: "mono", web: "" });
      const worker = await startWorker();
      const begin = performance.now();
      const { repositoryId, taskId } = await createComponent(SERVICE, "mono", {
        ...{ name: "App", slug: "app", repo: `git://127.0.0.1:${port}/mono.git`, filemask: "app/*.json" },
        ...{ template: "app/en.json", newBase: "app/en.json", fileFormat: "json" },
      });
      const ended = await waitForTask(taskId ?? "", 10 * MINUTE_MS);
      if (ended?.state !== "done") throw new Error(`The import failed: ${JSON.stringify(ended?.result)}`);
      const size = (megabytes(remote) / 1000).toFixed(0);
      report.add(`Connect a repository of ${size} GB, 8 languages`, (performance.now() - begin) / 1000, "s", {
        most: 10,
      });
      report.add("Its working copy", megabytes(copyFolder(repositoryId)), "MB", { most: 50 });
      await worker.stop();
    });
  } finally {
    daemon.kill();
    delete process.env.LOQUAT_PRIVATE_REPOSITORIES;
    rmSync(all, { recursive: true, force: true });
  }
}

async function answering(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const up = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (up) return;
    await pause(50);
  }
}
