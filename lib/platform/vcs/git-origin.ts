import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { environment } from "../environment";
import { checkedOutPatterns, matcherOf } from "./checked-out";
import { explain, type GitTool, gitHome, tool } from "./git-command";
import { type GitRemote, gitRemote } from "./git-remote";
import { callRemote } from "./git-remote-call";
import type { Progress, RemoteAccess, RemoteSettings } from "./vcs";

/**
 * What a copy has of its remote's objects. A partial copy begins with the newest commit, and has of files only those that
 * are needed: a repository of many gigabytes connects in seconds. Whatever else is asked for is fetched then: earlier
 * commits all at once, contents by their ids.
 */

/** Contents asked for in one request, for the command line is limited. */
const BATCH = 5_000;

/** What tells git that objects may be missing, and that files are only checked out where a pattern says so. */
const PARTIAL = `[core]
\trepositoryformatversion = 1
\tsparseCheckout = true
[remote "origin"]
\tpromisor = true
\tpartialclonefilter = blob:none
`;

/** What comes in its place in a copy that is whole now; git would go on leaving out what it has left out so far. */
const WHOLE = `[core]
\tsparseCheckout = true
`;
const EVERYTHING = "/*\n";

const PATTERNS = join(".git", "info", "sparse-checkout");

/** What git says when it needs an object that was not fetched. */
const MISSING = /from promisor remote|lazy fetching disabled/;
/** What a server says that gives no single contents, or no part of a history. */
const NO_SINGLE = /does not allow request for unadvertised|want [0-9a-f]+ not valid/;
const NO_PART = /does not support (shallow|--?depth|--?filter|filter)|no shallow|dumb http transport/i;

/** git from which on it does all this. */
const OLDEST = [2, 36];

let capable: Promise<boolean> | undefined;

/** Whether git here can work in a partial copy. */
function isCapable(): Promise<boolean> {
  capable ??= tool(gitHome())
    .raw("version")
    .then((said) => {
      const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec(said) ?? [];
      const [most = 0, least = 0] = OLDEST;
      return Number(major) > most || (Number(major) === most && Number(minor) >= least);
    });
  return capable;
}

/** Whether the copy in a folder is a partial one. */
export async function isPartial(folder: string): Promise<boolean> {
  const config = await readFile(join(folder, ".git", "config"), "utf8").catch(() => "");
  return config.includes("partialclonefilter");
}

/** Whether a failure comes from an object that was not fetched. */
export const lacksObject = (error: unknown): boolean => error instanceof Error && MISSING.test(error.message);

/** How a fetch names its remote. */
interface Bound {
  remote: GitRemote;
  /** What comes in place of the address. */
  name: string;
  words: string[];
}

export class GitOrigin {
  private line: Promise<unknown> = Promise.resolve();

  /** @param partial whether the copy is one, as `isPartial` tells */
  constructor(
    private readonly folder: string,
    private readonly settings: RemoteSettings,
    private partial: boolean,
  ) {}

  get isPartial(): boolean {
    return this.partial;
  }

  /** Options of `git add` and `git rm` for files that are not checked out. */
  get anywhere(): string[] {
    return this.partial ? ["--sparse"] : [];
  }

  /** Fetches our branch for the first time: as little as the server gives. @throws Error */
  async begin(reference: string, progress?: Progress): Promise<void> {
    const remote = await gitRemote(this.settings.url, gitHome(), this.settings);
    const wanted = environment().partialClones;
    const wants = wanted === "always" || (wanted === "auto" && !remote.isFolder);
    if (!wants || !(await isCapable())) return this.fetchFrom(remote, reference, [], progress);
    await this.setPartial(true);
    try {
      await this.fetchFrom(remote, reference, ["--depth=1"], progress);
    } catch (error) {
      if (!NO_PART.test((error as Error).message)) throw error;
      await this.setPartial(false);
      await this.fetch(reference, progress);
    }
  }

  /** Fetches our branch into a reference. @throws Error */
  async fetch(reference: string, progress?: Progress): Promise<void> {
    const remote = await gitRemote(this.settings.url, gitHome(), this.settings);
    await this.fetchFrom(remote, reference, [], progress);
  }

  private async fetchFrom(
    remote: GitRemote,
    reference: string,
    more: readonly string[],
    progress: Progress | undefined,
  ): Promise<void> {
    const bound = this.bind("origin", remote);
    const options = ["--no-tags", "--prune", "--force", "--progress", "--no-recurse-submodules"];
    // The remote itself may lack the beginning of its history.
    const words = ["fetch", ...options, "--update-shallow", ...more, ...bound.words];
    const ref = `+refs/heads/${this.settings.branch}:${reference}`;
    await callRemote("transfer", this.folder, bound.remote, [...words, "--", bound.name, ref], { progress });
  }

  /**
   * Binds a call to a remote. A partial copy needs a name for it, by which what is missing can be asked for later.
   * @param name what the remote is called here
   */
  bind(name: string, remote: GitRemote): Bound {
    if (!this.partial) return { remote, name: remote.url, words: remote.reading };
    const config = [...remote.config, `remote.${name}.url=${remote.url}`, `remote.${name}.promisor=true`];
    if (remote.uploadPack) config.push(`remote.${name}.uploadpack=${remote.uploadPack}`);
    return { remote: { ...remote, config }, name, words: ["--filter=blob:none"] };
  }

  /** git that may fetch what is missing while it works. @param folder of a second work tree of the copy */
  reaching(
    options: { env?: Record<string, string>; config?: readonly string[] } = {},
    folder = this.folder,
  ): Pick<GitTool, "raw"> {
    if (!this.partial) return tool(folder, options);
    return {
      raw: async (...words) => {
        const { remote } = this.bind("origin", await gitRemote(this.settings.url, gitHome(), this.settings));
        const env = { ...options.env, GIT_NO_LAZY_FETCH: "0" };
        try {
          return await callRemote("transfer", folder, remote, words, { ...options, env });
        } catch (error) {
          throw lacksObject(error) ? explain(error, this.settings) : error;
        }
      },
    };
  }

  /** Does work that rarely needs what is missing, so that it goes on without the remote whenever it can. */
  async whenMissing<T>(work: (git: Pick<GitTool, "raw">) => Promise<T>): Promise<T> {
    try {
      return await work(tool(this.folder));
    } catch (error) {
      if (!lacksObject(error)) throw error;
      return work(this.reaching());
    }
  }

  /** Fetches contents that are missing, in one go. @throws VcsError */
  async bring(blobs: readonly string[]): Promise<void> {
    if (!this.partial) return;
    const missing = await this.absent(blobs);
    if (missing.length === 0) return;
    await this.bringFrom("origin", this.settings.url, this.settings, missing);
  }

  /** The same for contents that another remote has. @throws VcsError */
  async bringFrom(name: string, url: string, access: RemoteAccess, blobs: readonly string[]): Promise<void> {
    const work = async () => {
      try {
        for (const part of parts(blobs)) await this.ask(name, await gitRemote(url, gitHome(), access), part);
      } catch (error) {
        if (!NO_SINGLE.test((error as Error).message)) throw explain(error, this.settings);
        await this.complete();
      }
    };
    // One after the other: several readers may miss the same.
    const done = this.line.then(work);
    this.line = done.catch(() => {});
    await done;
  }

  private async ask(name: string, remote: GitRemote, words: readonly string[]): Promise<void> {
    const bound = this.bind(name, remote);
    // What we have says nothing about single contents.
    const config = ["fetch.negotiationAlgorithm=noop"];
    const options = ["--no-tags", "--no-write-fetch-head", "--progress", "--no-recurse-submodules", ...bound.words];
    const call = ["fetch", ...options, "--", bound.name, ...words];
    await callRemote("transfer", this.folder, bound.remote, call, { config });
  }

  /** Those that are not here. */
  private async absent(blobs: readonly string[]): Promise<string[]> {
    const there = new Set<string>();
    const wanted = [...new Set(blobs)];
    for (const part of parts(wanted)) {
      const words = ["rev-list", "--objects", "--no-object-names", "--missing=allow-any", "--ignore-missing"];
      const said = await tool(this.folder).raw(...words, "--no-walk", ...part);
      for (const id of said.split("\n")) there.add(id.trim());
    }
    return wanted.filter((id) => !there.has(id));
  }

  /** Contents that commits have, others lack, and that are not here. */
  async missingIn(commit: string, without: readonly string[]): Promise<string[]> {
    if (!this.partial) return [];
    const words = ["rev-list", "--objects", "--no-object-names", "--missing=print", commit];
    const said = await tool(this.folder).raw(...words, "--not", ...without, "--");
    return said.split("\n").flatMap((line) => (line.startsWith("?") ? [line.slice(1)] : []));
  }

  /** Fetches the earlier history when what is here does not tell how two commits are related. @throws VcsError */
  async relate(one: string, other: string): Promise<void> {
    if (one === other || !(await this.isShallow())) return;
    const common = await tool(this.folder).raw("merge-base", one, other);
    if (common.trim() === "") await this.deepen();
  }

  /** Whether earlier commits were left out. */
  private async isShallow(): Promise<boolean> {
    if (!this.partial) return false;
    return (await stat(join(this.folder, ".git", "shallow")).catch(() => undefined)) !== undefined;
  }

  /** Fetches the whole history where some was left out, without what is in its files. @throws VcsError */
  async deepen(): Promise<void> {
    if (!(await this.isShallow())) return;
    await this.again(["--unshallow"]);
  }

  /** Makes a partial copy a whole one. @throws VcsError */
  async complete(): Promise<void> {
    if (!this.partial) return;
    // One after the other: git gives only the history when asked for both.
    await this.deepen();
    await this.again(["--refetch", "--no-filter"]);
    await this.setPartial(false);
  }

  private async again(more: readonly string[]): Promise<void> {
    try {
      const { remote, name } = this.bind("origin", await gitRemote(this.settings.url, gitHome(), this.settings));
      const filter = more.includes("--no-filter") ? [] : ["--filter=blob:none"];
      const options = [
        "--no-tags",
        "--no-write-fetch-head",
        "--progress",
        "--no-recurse-submodules",
        "--update-shallow",
      ];
      const words = ["fetch", ...options, ...filter, ...more, "--", name, `refs/heads/${this.settings.branch}`];
      await callRemote("transfer", this.folder, remote, words);
    } catch (error) {
      throw explain(error, this.settings);
    }
  }

  private async setPartial(partial: boolean): Promise<void> {
    const file = join(this.folder, ".git", "config");
    await writeFile(join(this.folder, PATTERNS), partial ? "" : EVERYTHING);
    if (partial) await appendFile(file, PARTIAL);
    else await writeFile(file, (await readFile(file, "utf8")).replace(PARTIAL, WHOLE));
    this.partial = partial;
  }

  /**
   * Says which files are checked out: paths in which `*` stands for any run without a slash.
   * @returns whether that is another choice than before
   */
  async choose(masks: readonly string[]): Promise<boolean> {
    if (!this.partial) return false;
    const text = checkedOutPatterns(masks)
      .map((pattern) => `${pattern}\n`)
      .join("");
    const file = join(this.folder, PATTERNS);
    if ((await readFile(file, "utf8").catch(() => "")) === text) return false;
    await writeFile(file, text);
    return true;
  }

  /** Fetches what is missing of the files that are checked out. @throws VcsError */
  async bringChosen(tree: readonly { path: string; blob: string }[]): Promise<void> {
    const stored = await readFile(join(this.folder, PATTERNS), "utf8").catch(() => "");
    const isChosen = matcherOf(stored.split("\n").filter(Boolean));
    await this.bring(tree.flatMap(({ path, blob }) => (isChosen(path) ? [blob] : [])));
  }
}

function* parts(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
}
