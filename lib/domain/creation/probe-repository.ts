import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { dataFolder } from "@/lib/platform/environment";
import { typedRepositoryProblem } from "@/lib/platform/outside/admission";
import { findDriver } from "@/lib/platform/vcs/registry";
import { type RemoteSettings, type TreeFile, VcsError, type WorkingCopy } from "@/lib/platform/vcs/vcs";
import { refusal } from "@/lib/text/messages/refusal";
import { Invalid, sentenceOf } from "../errors";
import { httpAccess } from "../http-accounts/access";
import { sshAccess } from "../ssh/access";
import type { InitialFile } from "../working-copy/local-files";
import { COMMITTER, copyFolder } from "../working-copy/working-copy";

/**
 * Looking at a repository before anything is stored. The clone made here becomes the working copy when a component is
 * created, so nothing is fetched twice.
 */

export interface Probe {
  settings: RemoteSettings;
  branches: string[];
  copy: WorkingCopy;
  /** Head that was looked at. */
  commit: string;
  tree: TreeFile[];
}

interface ProbeInput {
  vcs: string;
  /** The project that it is for, which may have an SSH key of its own. */
  projectId: number;
  repo: string;
  branch: string;
  push?: string;
  pushBranch?: string;
  /** First content of a repository without a remote. */
  files?: readonly InitialFile[];
}

/** A clone made by the wizard is used again for this long. */
const FRESH_MS = 10 * 60_000;

const running = new Map<string, Promise<Probe>>();

/**
 * Clones (or reuses a fresh clone of) a repository for a look.
 * @throws Invalid on `repo`, `branch` or `vcs` with a sentence for a person
 */
export async function probeRepository(input: ProbeInput): Promise<Probe> {
  // A repository of our own is a new one each time.
  if (findDriver(input.vcs)?.hasRemote === false) return probe(input, join(dataFolder("probes"), randomUUID()));
  const key = createHash("sha256")
    .update([input.vcs, input.repo, input.branch, input.projectId].join("\0"))
    .digest("hex")
    .slice(0, 32);
  const going = running.get(key);
  if (going) return going;
  const started = probe(input, join(dataFolder("probes"), key)).finally(() => running.delete(key));
  running.set(key, started);
  return started;
}

async function probe(input: ProbeInput, folder: string): Promise<Probe> {
  const driver = findDriver(input.vcs);
  if (!driver) throw Invalid.field("vcs", refusal("versionControlSystem", { vcs: input.vcs }), "invalid_choice");
  const missing = await driver.missing?.();
  if (missing) throw Invalid.field("vcs", missing);
  const problem = driver.hasRemote ? await typedRepositoryProblem(input.repo, input.projectId) : undefined;
  if (problem) throw Invalid.field("repo", problem);
  try {
    const ssh = await sshAccess(input.projectId, input.repo, input.push ?? "");
    const found = await driver.probe(input.repo, input.branch, { ssh, http: httpAccess });
    const settings = {
      url: input.repo,
      branch: found.branch,
      push: input.push ?? "",
      pushBranch: input.pushBranch ?? "",
      ssh,
      http: httpAccess,
    };
    const reused = (await isFresh(folder)) ? await driver.open(folder, settings) : undefined;
    if (reused) await reused.fetch();
    const copy = reused ?? (await driver.clone(folder, settings));
    if (input.files && input.files.length > 0)
      await copy.commit(input.files, "Add the initial files", COMMITTER, COMMITTER);
    const commit = (await copy.remoteHead()) ?? (await copy.head());
    await copy.resetTo(commit);
    return { settings, branches: found.branches, copy, commit, tree: await copy.tree(commit) };
  } catch (error) {
    if (!(error instanceof VcsError)) throw error;
    throw Invalid.field(error.problem === "unknown-branch" ? "branch" : "repo", sentenceOf(error));
  }
}

/** Judges a push address that was just typed, by what its host resolves to now. @throws Invalid on `push` */
export async function demandPushAddress(push: string | undefined, projectId: number): Promise<void> {
  const problem = push ? await typedRepositoryProblem(push, projectId) : undefined;
  if (problem) throw Invalid.field("push", problem);
}

async function isFresh(folder: string): Promise<boolean> {
  const found = await stat(join(folder, ".git")).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs < FRESH_MS;
}

/** Makes the probe's clone the working copy of a repository. When it has gone meanwhile, the first use clones anew. */
export async function adoptProbe(probe: Probe, repositoryId: number): Promise<void> {
  const target = copyFolder(repositoryId);
  dataFolder("repositories");
  await rm(target, { recursive: true, force: true });
  if (!existsSync(probe.copy.folder)) return;
  await probe.copy.leave().catch(() => {});
  await rename(probe.copy.folder, target).catch(() => {});
}

/** Removes a clone that nobody comes back for. */
export async function forgetProbe(probe: Probe): Promise<void> {
  await rm(probe.copy.folder, { recursive: true, force: true });
}

/** Removes clones nobody came back for. */
export async function sweepProbes(): Promise<void> {
  const root = dataFolder("probes");
  for (const name of await readdir(root))
    if (!running.has(name) && !(await isFresh(join(root, name))))
      await rm(join(root, name), { recursive: true, force: true });
}
