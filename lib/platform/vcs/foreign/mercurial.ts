import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { withoutCredentials } from "@/lib/text/addresses";
import { refusal } from "@/lib/text/messages/refusal";
import { type RemoteAccess, VcsError } from "../vcs";
import { type Door, isHere, isThere, type Meaning, meant, openDoor } from "./door";
import type { ForeignRemote, ForeignSystem, OwnCommit, Revision } from "./foreign";
import { run } from "./run";

/**
 * Mercurial, by its command line. Its history cannot be had in part, so the cache is a clone without files; what becomes
 * git commits begins with the newest changeset that was there when the repository was connected.
 */

const NO_HG = refusal("vcsHgMissing");

const LIST_SECONDS = 45;
const TRANSFER_SECONDS = 1800;
const NODE = /^[0-9a-f]{40}$/;
const NULL = /^0+$/;

/** Neither the configuration of anybody nor that of a repository is read, and nothing of it could start a program. */
const CONFIG = [
  ["ui", "interactive", "no"],
  ["ui", "clonebundles", "no"],
  ["ui", "merge", ":fail"],
  ["ui", "timeout", "20"],
  ["subrepos", "allowed", "no"],
  ["phases", "publish", "yes"],
  ["diff", "git", "yes"],
  ["patch", "eol", "strict"],
  ["http_proxy", "always", "yes"],
  ["web", "cacerts", ""],
] as const;

const there = new Set<string>();

/** Changes of the log as the template below prints them. */
const Changeset = z.object({
  node: z.string(),
  p1: z.string(),
  p2: z.string(),
  user: z.string(),
  date: z.string(),
  desc: z.string(),
});
const TEMPLATE = "{dict(node=node,p1=p1.node,p2=p2.node,user=user,date=date|hgdate,desc=desc)|json}\\n";

/** A changeset as it is printed. */
export function readChangeset(line: string): Revision {
  const { node, p1, p2, user, date, desc } = Changeset.parse(JSON.parse(line));
  const [seconds = 0, west = 0] = date.split(" ").map(Number);
  return {
    id: node,
    parents: [p1, p2].filter((parent) => !NULL.test(parent)),
    author: readUser(user),
    date: { seconds: Math.max(0, Math.trunc(seconds)), offset: offsetOf(-west) },
    message: desc,
  };
}

/** `Name <address>`, an address, or whatever else somebody has called themselves. */
function readUser(user: string) {
  const [, name = "", email = ""] = /^(.*?)\s*<([^<>]*)>\s*$/.exec(user) ?? [];
  if (email) return { name: name || email, email };
  return user.includes("@") && !user.includes(" ") ? { name: user, email: user } : { name: user, email: "" };
}

/** Seconds east of Greenwich as git writes them. */
function offsetOf(seconds: number): string {
  const minutes = Math.min(14 * 60, Math.abs(Math.trunc(seconds / 60)));
  const digits = (number: number) => String(number).padStart(2, "0");
  return `${seconds < 0 ? "-" : "+"}${digits(Math.floor(minutes / 60))}${digits(minutes % 60)}`;
}

const meanings = (url: string, branch: string): Meaning[] => [
  {
    pattern:
      /creates new remote head|remote has heads|unsynced changes|repository changed while|push failed: repository/i,
    problem: "rejected",
    message: refusal("vcsFast", { place: url }),
    kind: "non-fast-forward",
  },
  {
    pattern: /unknown revision|unknown branch|no changesets found/i,
    problem: "unknown-branch",
    message: refusal("vcsNoBranch", { place: url, branch }),
  },
  {
    pattern: /authorization failed|HTTP Error 40[13]|http authorization required/i,
    problem: "authentication",
    message: refusal("vcsNoAccount", { place: url }),
    kind: "credentials",
  },
  {
    pattern: /hook (failed|declined)|pretxn\w+ hook/i,
    problem: "refused",
    message: refusal("vcsHook", { place: url }),
    kind: "hook",
  },
  {
    pattern:
      /repository .{0,400} not found|not a Mercurial repository|does not appear to be an hg|no Mercurial repository|HTTP Error 404|no suitable response from remote hg/i,
    problem: "not-found",
    message: refusal("vcsNoHg", { place: url }),
  },
];

/** The repository of a path; none where another folder holds its history. */
function folderOf(path: string) {
  const folder = path.replace(/\/+$/, "") || "/";
  const found = isHere(folder, ".hg", "store") && !isHere(folder, ".hg", "sharedpath");
  return found ? { repository: folder, url: folder } : undefined;
}

/** Calls hg with settings in a file that only we can read, as they may hold a password. */
class Hg {
  private constructor(
    private readonly door: Door,
    private readonly place: { url: string; branch: string } & RemoteAccess,
    private readonly repository: string,
  ) {}

  static async open(place: { url: string; branch: string } & RemoteAccess, repository = ""): Promise<Hg> {
    const door = await openDoor(place.url, place, folderOf);
    const settings = [
      ...CONFIG,
      ["http_proxy", "host", `127.0.0.1:${door.proxy}`],
      ["ui", "ssh", door.ssh || "false"],
      ...(door.username || door.password
        ? [
            ["auth", "server.prefix", "*"],
            ["auth", "server.schemes", "http https"],
            ["auth", "server.username", door.username],
            ["auth", "server.password", door.password],
          ]
        : []),
    ];
    const lines = settings.map(([section, name, value]) => `[${section}]\n${name} = ${value}\n`);
    await writeFile(join(door.folder, "hgrc"), lines.join(""), { mode: 0o600 });
    return new Hg(door, place, repository);
  }

  get url(): string {
    return this.door.url;
  }

  file(name: string): string {
    return join(this.door.folder, name);
  }

  /** Makes the clone, empty. */
  async init(): Promise<void> {
    await mkdir(dirname(this.repository), { recursive: true, mode: 0o700 });
    await this.call(["init", "--", this.repository], LIST_SECONDS);
  }

  run(args: readonly string[], seconds = LIST_SECONDS): Promise<string> {
    return this.call([...(this.repository === "" ? [] : ["--repository", this.repository]), ...args], seconds);
  }

  private async call(words: readonly string[], seconds: number): Promise<string> {
    const { door } = this;
    const env = {
      ...door.env,
      HGRCPATH: this.file("hgrc"),
      HGRCSKIPREPO: "1",
      HGPLAIN: "1",
      HGENCODING: "UTF-8",
      // What is not there is not asked for.
      HGEDITOR: "false",
      HGMERGE: "false",
    };
    try {
      if (!(await isThere("hg", there))) throw new VcsError("unreachable", NO_HG);
      return await run("hg", words, { cwd: door.folder, env, seconds });
    } catch (error) {
      const { url, branch } = this.place;
      throw meant(error, this.place, [door.password, door.folder], meanings(withoutCredentials(url), branch));
    }
  }

  close(): Promise<void> {
    return this.door.close();
  }
}

/** The newest changeset of a branch at the server. */
async function newest(hg: Hg, branch: string): Promise<string> {
  if (branch.startsWith("-")) throw new VcsError("unknown-branch", refusal("vcsBranchDash"));
  const said = await hg.run(["identify", "--id", "--debug", `--rev=${branch}`, "--", hg.url]);
  // The whole name comes with words about the way to the server alone.
  const node = /^[0-9a-f]{40}$/m.exec(said)?.[0] ?? "";
  if (node === "" || NULL.test(node)) throw new VcsError("empty", refusal("vcsEmpty", { place: hg.url }));
  return node;
}

async function openRemote(
  place: { url: string; branch: string } & RemoteAccess,
  cache: string,
): Promise<ForeignRemote> {
  const clone = join(cache, "hg");
  const hg = await Hg.open(place, clone);
  const has = (node: string) =>
    hg.run(["log", "--rev", node, "--template", "{node}"]).then(
      () => true,
      () => false,
    );
  return {
    async tip() {
      if (!isHere(clone, ".hg")) await hg.init();
      const node = await newest(hg, place.branch);
      const pull = () => hg.run(["pull", "--quiet", `--rev=${node}`, "--", hg.url], TRANSFER_SECONDS);
      if (await has(node)) return node;
      await pull().catch(async (error: unknown) => {
        if (!(error instanceof VcsError) || !error.output.includes("repository is unrelated")) throw error;
        // Another repository is there now.
        await rm(clone, { recursive: true, force: true });
        await hg.init();
        await pull();
      });
      return node;
    },
    async revisions(anchor, known, tip) {
      if (!NODE.test(anchor) || !(await has(anchor))) return undefined;
      const printed = await hg.run(["log", "--rev", `${anchor}::${tip}`, "--template", TEMPLATE], TRANSFER_SECONDS);
      const listed = printed.split("\n").filter(Boolean).map(readChangeset);
      if (listed.length === 0) return undefined;
      return listed.filter(({ id }) => !known.has(id));
    },
    async files(revision, since, folder) {
      if (since === undefined) {
        await hg.run(["archive", "--rev", revision, "--type", "files", "--no-decode", "--", folder], TRANSFER_SECONDS);
        return { whole: true, changed: (await listFiles(folder)).filter((path) => path !== ARCHIVAL), removed: [] };
      }
      const listed = await hg.run(
        ["status", "--modified", "--added", "--removed", "--print0", "--rev", since, "--rev", revision],
        TRANSFER_SECONDS,
      );
      const lines = listed.split("\0").filter(Boolean);
      const of = (marks: string) =>
        lines.filter(([mark]) => marks.includes(mark as string)).map((line) => line.slice(2));
      const changed = of("MA").filter((path) => !path.includes("\ufffd"));
      if (changed.length > 0) {
        const list = hg.file("list");
        await writeFile(list, changed.map((path) => `path:${path}\0`).join(""));
        await hg.run(
          ["archive", "--rev", revision, "--type", "files", "--no-decode", `--include=listfile0:${list}`, "--", folder],
          TRANSFER_SECONDS,
        );
      }
      return { whole: false, changed, removed: of("R") };
    },
    async push(onto, commits) {
      let parent = onto;
      for (const commit of commits) parent = await addChangeset(hg, parent, commit);
      // Repositories within the one where hg believes to stand would be pushed as well.
      await hg.run(["debugsetparents", "null"]);
      await hg.run(["push", "--quiet", `--rev=${parent}`, "--", hg.url], TRANSFER_SECONDS);
    },
    close: () => hg.close(),
  };
}

/** What hg adds to an archive of its own. */
const ARCHIVAL = ".hg_archival.txt";

/** Makes a changeset of a commit, without any files on disk; gives its name. */
async function addChangeset(hg: Hg, parent: string, commit: OwnCommit): Promise<string> {
  const [patch, message] = [hg.file("patch"), hg.file("message")];
  await commit.writePatch(patch);
  await writeFile(message, commit.message.trim() || "Update translations");
  await hg.run(["debugsetparents", parent]);
  const user = `${commit.author.name} <${commit.author.email}>`.replace(/[\r\n\0]/g, " ");
  await hg.run(
    [
      ...["import", "--bypass", "--quiet", `--user=${user}`, `--date=${commit.seconds} 0`],
      ...[`--logfile=${message}`, "--", patch],
    ],
    TRANSFER_SECONDS,
  );
  const made = (await hg.run(["log", "--rev", `children(${parent}) and tip`, "--template", "{node}"])).trim();
  if (!NODE.test(made)) throw new VcsError("broken", refusal("vcsHgChangeset"));
  return made;
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => !one.isDirectory()).map((one) => relative(folder, join(one.parentPath, one.name)));
}

export const mercurial: ForeignSystem = {
  id: "mercurial",
  name: "Mercurial",
  needsPushUrl: true,
  missing: async () => ((await isThere("hg", there)) ? undefined : NO_HG),
  async probe(url, branch, access) {
    const place = { url, branch: branch || "default", ...access };
    const hg = await Hg.open(place);
    try {
      await newest(hg, place.branch);
      return place.branch;
    } finally {
      await hg.close();
    }
  },
  open: openRemote,
};
