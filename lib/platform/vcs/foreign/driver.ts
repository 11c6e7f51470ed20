import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { gitDriver } from "../git";
import { gitHome, tool } from "../git-command";
import { GitCopy } from "../git-copy";
import { prepare } from "../git-folder";
import { demandFetched } from "../git-limits";
import { pushPlace, type RemoteSettings, type VcsDriver, VcsError, type WorkingCopy } from "../vcs";
import { viewOf } from "../view";
import type { ForeignRemote, ForeignSystem, OwnCommit } from "./foreign";
import { importRevision } from "./import";

/**
 * Other version control systems as drivers: a working copy of git whose fetches make commits of revisions and whose pushes
 * make revisions of commits. The first revision that was taken, the anchor, is kept by whoever keeps the settings, so that
 * a copy that is made again has the same commits.
 */

/** Where a working copy keeps what it knows of the other system; it goes with the copy. */
const CACHE = join(".git", "loquat-foreign");

const State = z.object({ anchor: z.string(), ids: z.record(z.string(), z.string()) });
type State = z.output<typeof State>;

/** Revisions after which what was taken over is written down. */
const SAVE_EVERY = 100;
const MOST_COMMITS = 10_000;

/** Folder of the cache. A copy for a rehearsal borrows that of the copy whose objects it borrows, and writes nothing down. */
async function cacheOf(folder: string): Promise<{ cache: string; borrowed: boolean }> {
  const own = join(folder, CACHE);
  if (existsSync(own)) return { cache: own, borrowed: false };
  const lent = await readFile(join(folder, ".git", "objects", "info", "alternates"), "utf8").catch(() => "");
  const [objects = ""] = lent.split("\n");
  const other = join(dirname(dirname(objects)), CACHE);
  return objects !== "" && existsSync(other) ? { cache: other, borrowed: true } : { cache: own, borrowed: false };
}

async function readState(cache: string): Promise<State | undefined> {
  try {
    return State.parse(JSON.parse(await readFile(join(cache, "state.json"), "utf8")));
  } catch {
    return undefined;
  }
}

async function saveState(cache: string, state: State): Promise<void> {
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const file = join(cache, "state.json");
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Another system as a driver. */
export function foreignDriver(system: ForeignSystem): VcsDriver {
  const { id, name, needsPushUrl } = system;
  return {
    ...{ id, name, needsPushUrl, hasRemote: true, forcePush: false, rebuilds: true },
    missing: () => system.missing(),
    async probe(url, branch, access) {
      const found = await system.probe(url, branch, access);
      return { branch: found, branches: [found] };
    },
    async clone(folder, settings) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await tool(folder).raw("init", "--quiet", `--initial-branch=${settings.branch}`);
        await prepare(folder);
        const plain = new GitCopy(folder, settings, true, { isNew: true });
        const head = await fetchInto(system, plain, settings);
        await plain.resetTo(head);
        return seen(system, plain, settings);
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
    },
    async open(folder, settings) {
      const { cache, borrowed } = await cacheOf(folder);
      const state = await readState(cache);
      if (!state) return undefined;
      const { anchor } = settings;
      // A copy that began elsewhere than the others has other commits.
      if (!borrowed && anchor && anchor.known !== null && anchor.known !== state.anchor) return undefined;
      const plain = await gitDriver.open(folder, settings);
      if (!plain) return undefined;
      if (!borrowed && anchor?.known === null) await anchor.keep(state.anchor);
      return seen(system, plain, settings);
    },
  };
}

function seen(system: ForeignSystem, copy: WorkingCopy, settings: RemoteSettings): WorkingCopy {
  const fetch = async () => {
    const head = await copy.head();
    const tip = await fetchInto(system, copy, settings);
    await copy.standAt(head, tip);
    return tip;
  };
  return viewOf(copy, {
    fetch,
    // The push address is another way to the same branch.
    pushedHead: fetch,
    async push(commit = "HEAD", _lease, to = settings) {
      const base = await copy.remoteHead();
      const head = commit === "HEAD" ? await copy.head() : commit;
      await pushOnto(system, copy, to, { base, head });
      await fetch();
    },
  });
}

async function withRemote<T>(
  system: ForeignSystem,
  folder: string,
  place: Parameters<ForeignSystem["open"]>[0],
  work: (remote: ForeignRemote, cache: { cache: string; borrowed: boolean }) => Promise<T>,
): Promise<T> {
  const lacks = await system.missing();
  if (lacks) throw new VcsError("unreachable", lacks);
  const found = await cacheOf(folder);
  const remote = await system.open(place, found.cache);
  try {
    return await work(remote, found);
  } finally {
    await remote.close();
  }
}

/** Makes commits of all revisions that are new; gives the one of the newest, which the branch as fetched now is. */
async function fetchInto(system: ForeignSystem, copy: WorkingCopy, settings: RemoteSettings): Promise<string> {
  const { folder } = copy;
  const before = await copy.remoteHead();
  return withRemote(system, folder, settings, async (remote, { cache, borrowed }) => {
    const tip = await remote.tip();
    const stored = await readState(cache);
    let state: State = stored ?? { anchor: settings.anchor?.known ?? tip, ids: {} };
    const save = async () => {
      if (!borrowed) await saveState(cache, state);
    };
    if (state.ids[tip] === undefined) {
      let listed = await remote.revisions(state.anchor, new Set(Object.keys(state.ids)), tip);
      if (!listed) {
        // The branch is another one than it was: what it is now is the beginning.
        state = { anchor: tip, ids: {} };
        listed = (await remote.revisions(tip, new Set(), tip)) ?? [];
      }
      for (const [at, revision] of listed.entries()) {
        const parents = revision.parents.filter((parent) => state.ids[parent] !== undefined);
        const scratch = await mkdtemp(join(gitHome(), "foreign-"));
        try {
          const into = join(scratch, "files");
          const files = await remote.files(revision.id, parents[0], into);
          const names = parents.map((parent) => state.ids[parent] as string);
          state.ids[revision.id] = await importRevision(folder, revision, names, { ...files, folder: into });
        } finally {
          await rm(scratch, { recursive: true, force: true });
        }
        if (at % SAVE_EVERY === SAVE_EVERY - 1) await save();
      }
    }
    const head = state.ids[tip];
    if (head === undefined) throw new VcsError("broken", refusal("vcsNewest"));
    const tracking = `refs/remotes/origin/${settings.branch}`;
    await tool(folder).raw("update-ref", tracking, head);
    await demandFetched(folder, tracking, before, head);
    await save();
    if (!borrowed && settings.anchor && settings.anchor.known !== state.anchor)
      await settings.anchor.keep(state.anchor);
    return head;
  });
}

/** Gives the commits that the branch lacks to the other system. @throws VcsError rejected when the branch has moved */
async function pushOnto(
  system: ForeignSystem,
  copy: WorkingCopy,
  settings: RemoteSettings,
  { base, head }: { base: string | null; head: string },
): Promise<void> {
  const { ssh, http } = settings;
  const { url, branch } = pushPlace(settings);
  if (branch !== settings.branch) throw new VcsError("refused", refusal("vcsPushHere", { system: system.name }));
  await withRemote(system, copy.folder, { url, branch, ssh, http }, async (remote, { cache }) => {
    const state = await readState(cache);
    const tip = await remote.tip();
    if (base === null || state?.ids[tip] !== base)
      throw new VcsError("rejected", refusal("vcsFaster"), "", {
        kind: "non-fast-forward",
        words: "",
      });
    const ours = await copy.squasher().commits(base, head, MOST_COMMITS);
    const commits: OwnCommit[] = [];
    for (const { sha, author, message } of ours) commits.push(await ownCommit(copy, sha, { author, message }));
    await remote.push(
      tip,
      commits.filter(({ files }) => files.length > 0),
    );
  });
}

async function ownCommit(
  copy: WorkingCopy,
  sha: string,
  { author, message }: Pick<OwnCommit, "author" | "message">,
): Promise<OwnCommit> {
  const git = tool(copy.folder);
  const listed = (await git.raw("diff-tree", "-r", "-z", "--no-renames", `${sha}^`, sha)).split("\0");
  const files: OwnCommit["files"][number][] = [];
  for (let at = 0; at + 1 < listed.length; at += 2) {
    const [, mode = "", blob = "", mark = ""] =
      /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) ([A-Z])/.exec(listed[at] ?? "") ?? [];
    const path = listed[at + 1] ?? "";
    if (mark === "D") files.push({ path, content: null, isNew: false });
    else if (mode.startsWith("100")) files.push({ path, content: await copy.read(blob), isNew: mark === "A" });
  }
  const info = await copy.commitInfo(sha);
  const seconds = Math.floor(Date.parse(info?.authordate ?? "") / 1000) || 0;
  const writePatch = async (file: string) => {
    const shape = ["-p", "--binary", "--full-index", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color"];
    await git.raw("diff-tree", ...shape, `--output=${file}`, `${sha}^`, sha);
  };
  return { author, message, seconds, files, writePatch };
}
