import { readdirSync, realpathSync } from "node:fs";
import { mkdir, readdir, realpath, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { withoutCredentials } from "@/lib/text/addresses";
import { refusal } from "@/lib/text/messages/refusal";
import { type Person, type RemoteAccess, VcsError } from "../vcs";
import { type Door, isHere, isThere, type Meaning, meant, openDoor } from "./door";
import type { ForeignRemote, ForeignSystem, OwnCommit, Revision } from "./foreign";
import { ProgramFailed, run } from "./run";

/**
 * Subversion, by its command lines: `svn` reads, `svnmucc` writes files without a checkout. A branch is a folder there: the
 * address names it, and its name for us is always the same.
 */

const NO_SVN = refusal("vcsSvnMissing");

/** What the one branch is called that the address names. */
const BRANCH = "trunk";
const LIST_SECONDS = 45;
const TRANSFER_SECONDS = 1800;
/** Files that are fetched one by one; of more of them, the whole folder comes at once. */
const FEW = 20;

const there = new Set<string>();

type Place = { url: string; branch: string } & RemoteAccess;

// Subversion writes its XML itself, with all texts escaped: what is needed of it is found by the names of elements.
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", "#13": "\r" };
const plainText = (xml: string): string =>
  xml.replace(/&(\w+|#13);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** The text of the first element of this name. */
function textOf(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? undefined : plainText(found);
}

/** Elements of a name that hold elements or text: their attributes and what is in them. */
const elements = (xml: string, name: string): { attributes: string; content: string }[] =>
  [...xml.matchAll(new RegExp(`<${name}\\s([^>]*)>([\\s\\S]*?)</${name}>`, "g"))].map(
    ([, attributes = "", content = ""]) => ({ attributes, content }),
  );

const attribute = (attributes: string, name: string): string =>
  plainText(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");

/** Who wrote a revision, where its message says it; `git svn` and we write that as its last line. */
const FROM = /\n*^From: (.{1,200}?) <([^<>\s]{0,200})>\s*$(?![\s\S])/m;

/** Revisions as `svn log --xml` prints them, oldest first. @param before id of the revision before them */
export function readLog(xml: string, uuid: string, before: string | undefined): Revision[] {
  let parent = before;
  return elements(xml, "logentry").map(({ attributes, content }) => {
    const id = `${uuid}:${attribute(attributes, "revision")}`;
    const account = textOf(content, "author") ?? "";
    const message = textOf(content, "msg") ?? "";
    const [, name, email] = FROM.exec(message) ?? [];
    const author: Person =
      name === undefined
        ? { name: account || "(no author)", email: `${account}@${uuid}` }
        : { name, email: email ?? "" };
    const seconds = Math.max(0, Math.floor(Date.parse(textOf(content, "date") ?? "") / 1000) || 0);
    const revision = { id, parents: parent ? [parent] : [], author, date: { seconds, offset: "+0000" }, message };
    parent = id;
    return revision;
  });
}

/** Paths that `svn diff --summarize --xml` names, below the address. */
export function readSummary(xml: string, url: string): { changed: string[]; removed: string[] } {
  const [changed, removed]: [string[], string[]] = [[], []];
  const base = `${decoded(url)}/`;
  for (const { attributes, content } of elements(xml, "path")) {
    const path = decoded(plainText(content));
    if (!path.startsWith(base)) continue;
    if (attribute(attributes, "item") === "deleted") removed.push(path.slice(base.length));
    else if (attribute(attributes, "kind") === "file") changed.push(path.slice(base.length));
  }
  return { changed, removed };
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

const encoded = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

const meanings = (url: string): Meaning[] => [
  {
    pattern: /E160028|E155011|E170004|E160020|E160024|out of date/i,
    problem: "rejected",
    message: refusal("vcsFast", { place: url }),
    kind: "non-fast-forward",
  },
  {
    pattern: /E215004|E170001|E175013|Authorization failed|Authentication|Access to .{0,300} forbidden/i,
    problem: "authentication",
    message: refusal("vcsNoAccount", { place: url }),
    kind: "credentials",
  },
  {
    pattern: /E165001|blocked by .{0,40}hook/i,
    problem: "refused",
    message: refusal("vcsHook", { place: url }),
    kind: "hook",
  },
  {
    pattern:
      /E170000|E160013|E210005|E180001|E200009|E205000|non-existent|path not found|doesn't exist|E175009|E170013: Unable to connect to a repository at .{0,400}\n?.{0,200}(E000002|E670002)/i,
    problem: "not-found",
    message: refusal("vcsNoSvn", { place: url }),
  },
  {
    pattern: /E210002|E210003/,
    problem: "unreachable",
    message: refusal("vcsUnreachable", { place: url }),
  },
];

/** The repository that a path leads into, and its address by real paths. */
function folderOf(path: string) {
  for (let at = path.replace(/\/+$/, ""); at.length > 1; at = dirname(at))
    if (isHere(at, "format") && isHere(at, "db", "fs-type")) {
      const repository = realpathSync.native(at);
      return { repository, url: pathToFileURL(repository + path.replace(/\/+$/, "").slice(at.length)).href };
    }
  return undefined;
}

class Svn {
  private constructor(
    readonly door: Door,
    private readonly place: Place,
  ) {}

  static async open(place: Place): Promise<Svn> {
    const door = await openDoor(place.url, place, folderOf, "svn");
    const config = join(door.folder, "config");
    await mkdir(config, { mode: 0o700 });
    const servers = `[global]\nhttp-proxy-host = 127.0.0.1\nhttp-proxy-port = ${door.proxy}\nstore-passwords = no\nstore-auth-creds = no\n`;
    await writeFile(join(config, "servers"), servers, { mode: 0o600 });
    const tunnels =
      "[auth]\npassword-stores =\n[miscellany]\nglobal-ignores =\nenable-auto-props = no\n[tunnels]\nssh = $SVN_SSH\n";
    await writeFile(join(config, "config"), tunnels, { mode: 0o600 });
    const tunnel = door.kind === "ssh" ? `${door.ssh} -oPort=${new URL(door.url).port || 22}` : "false";
    // Subversion splits a command at blanks and heeds quotes only where a word begins.
    await writeFile(join(door.folder, "tunnel.sh"), `exec ${tunnel} "$@"\n`, { mode: 0o600 });
    return new Svn(door, place);
  }

  /** Address of the folder, or of a path in it. */
  address(path = ""): string {
    // It would take the port for a part of the host's name, which ssh is told by its own option.
    const base = this.door.url.replace(/^ssh:(\/\/[^/]*?)(?::\d+)?(?=\/|$)/i, "svn+ssh:$1").replace(/\/+$/, "");
    return path === "" ? base : `${base}/${encoded(path)}`;
  }

  file(name: string): string {
    return join(this.door.folder, name);
  }

  async run(program: "svn" | "svnmucc", args: readonly string[], seconds = LIST_SECONDS): Promise<string> {
    const { username, password, folder, env } = this.door;
    const account = username || password ? [`--username=${username}`, "--password-from-stdin"] : [];
    const [command, ...rest] = args;
    const common = ["--non-interactive", "--no-auth-cache", `--config-dir=${join(folder, "config")}`, ...account];
    const words = program === "svn" ? [command as string, ...common, ...rest] : [...common, ...args];
    try {
      if (!(await isThere(program, there))) throw new VcsError("unreachable", NO_SVN);
      const given = { ...env, SVN_SSH: `/bin/sh "${join(folder, "tunnel.sh")}"` };
      return await run(program, words, { cwd: folder, env: given, seconds, input: account.length > 0 ? password : "" });
    } catch (error) {
      throw meant(
        this.told(error),
        this.askedPlace(),
        [password, folder],
        meanings(withoutCredentials(this.place.url)),
      );
    }
  }

  /** What the program said, with the server's name in the place of our own port. */
  private told(error: unknown): unknown {
    if (this.door.kind !== "svn" || !(error instanceof ProgramFailed)) return error;
    return new ProgramFailed(error.message.replaceAll(new URL(this.door.url).host, new URL(this.place.url).host));
  }

  private askedPlace(): Place {
    return this.door.kind === "ssh" ? this.place : { ...this.place, ssh: undefined };
  }

  /** Name of the repository, and the newest revision that changed the folder. */
  async info(): Promise<{ uuid: string; revision: number; url: string }> {
    const xml = await this.run("svn", ["info", "--xml", "--", `${this.address()}@`]);
    const commit = elements(xml, "commit")[0]?.attributes ?? "";
    const revision = Number(attribute(commit, "revision"));
    const [uuid, url] = [textOf(xml, "uuid"), textOf(xml, "url")];
    const kind = attribute(elements(xml, "entry")[0]?.attributes ?? "", "kind");
    if (!uuid || !url || !Number.isSafeInteger(revision) || kind !== "dir")
      throw new VcsError("not-found", refusal("vcsSvnFolder", { place: withoutCredentials(this.place.url) }));
    return { uuid, revision, url };
  }
}

const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf(":") + 1));
const uuidOf = (id: string): string => id.slice(0, id.lastIndexOf(":"));

async function openRemote(place: Place): Promise<ForeignRemote> {
  const svn = await Svn.open(place);
  const exporting = ["--quiet", "--force", "--ignore-externals", "--ignore-keywords", "--native-eol=LF"];
  const fetchAll = (revision: number, folder: string) =>
    svn.run(
      "svn",
      ["export", ...exporting, `-r${revision}`, "--", `${svn.address()}@${revision}`, folder],
      TRANSFER_SECONDS,
    );
  return {
    async tip() {
      const { uuid, revision } = await svn.info();
      return `${uuid}:${revision}`;
    },
    async revisions(anchor, known, tip) {
      const [uuid, last] = [uuidOf(tip), numberOf(tip)];
      if (uuidOf(anchor) !== uuid || !(numberOf(anchor) <= last)) return undefined;
      const newest = Math.max(-1, ...[...known].map(numberOf));
      if (newest > last) return undefined;
      const first = newest < 0 ? numberOf(anchor) : newest + 1;
      const asked = ["log", "--xml", `-r${first}:${last}`, "--", `${svn.address()}@${last}`];
      const xml = await svn.run("svn", asked, TRANSFER_SECONDS).catch((error: unknown) => {
        // The folder was made anew since.
        if (error instanceof VcsError && error.problem === "not-found") return undefined;
        throw error;
      });
      if (xml === undefined) return undefined;
      const listed = readLog(xml, uuid, newest < 0 ? undefined : `${uuid}:${newest}`);
      return newest < 0 && listed[0]?.id !== anchor ? undefined : listed;
    },
    async files(id, since, folder) {
      const revision = numberOf(id);
      if (since !== undefined) {
        const { url } = await svn.info();
        const range = `-r${numberOf(since)}:${revision}`;
        const asked = ["diff", "--summarize", "--xml", range, "--", `${svn.address()}@${revision}`];
        const { changed, removed } = readSummary(await svn.run("svn", asked, TRANSFER_SECONDS), url);
        if (changed.length <= FEW) {
          for (const path of changed) await fetchOne(svn, exporting, { path, revision, folder });
          return { whole: false, changed, removed };
        }
      }
      await fetchAll(revision, folder);
      return { whole: true, changed: await listFiles(folder), removed: [] };
    },
    async push(onto, commits) {
      demandNoHooks(svn);
      let base = numberOf(onto);
      for (const commit of commits) base = await addRevision(svn, base, commit);
    },
    close: () => svn.door.close(),
  };
}

async function fetchOne(
  svn: Svn,
  options: readonly string[],
  { path, revision, folder }: { path: string; revision: number; folder: string },
): Promise<void> {
  const target = join(folder, path);
  if (!target.startsWith(folder + sep)) throw new VcsError("broken", refusal("vcsOutside", { path }));
  await mkdir(dirname(target), { recursive: true });
  // A folder is only ever made by us, never a link that another file was exported to.
  if ((await realpath(dirname(target))) !== join(await realpath(folder), dirname(path)))
    throw new VcsError("broken", refusal("vcsOutside", { path }));
  const words = ["export", ...options, `-r${revision}`, "--", `${svn.address(path)}@${revision}`, target];
  await svn.run("svn", words, TRANSFER_SECONDS);
}

/** Hooks of a repository on this machine would run as Loquat. */
function demandNoHooks({ door }: Svn): void {
  if (door.kind !== "folder") return;
  const repository = folderOf(decoded(new URL(door.url).pathname))?.repository ?? "";
  const hooks = isHere(repository, "hooks") ? readdirSync(join(repository, "hooks")) : [];
  if (hooks.some((name) => !name.endsWith(".tmpl"))) throw new VcsError("not-allowed", refusal("vcsSvnHooks"));
}

/** Makes a revision of a commit; gives its number. */
async function addRevision(svn: Svn, base: number, commit: OwnCommit): Promise<number> {
  const actions: string[] = [];
  const made = new Set<string>();
  for (const [at, { path, content, isNew }] of commit.files.entries()) {
    if (/[\r\n]/.test(path)) throw new VcsError("broken", refusal("vcsSvnLineBreak"));
    if (content === null) {
      actions.push("rm", svn.address(path));
      continue;
    }
    if (isNew)
      for (const folder of await missingFolders(svn, base, path, made)) actions.push("mkdir", svn.address(folder));
    const file = svn.file(`content-${at}`);
    await writeFile(file, content);
    actions.push("put", file, svn.address(path));
  }
  const { name, email } = commit.author;
  const from = `From: ${name.replace(/[<>\r\n]/g, "")} <${email.replace(/[<>\s]/g, "")}>`;
  const [message, list] = [svn.file("message"), svn.file("actions")];
  await writeFile(message, `${commit.message.replaceAll("\r", "").trim() || "Update translations"}\n\n${from}\n`);
  await writeFile(list, `${actions.join("\n")}\n`);
  const words = [`--revision=${base}`, `--file=${message}`, `--extra-args=${list}`];
  const said = await svn.run("svnmucc", words, TRANSFER_SECONDS);
  const number = Number(/^r(\d+) committed/m.exec(said)?.[1]);
  if (!Number.isSafeInteger(number)) throw new VcsError("broken", refusal("vcsSvnRevision"));
  return number;
}

/** Folders above a path that are not there, from above. */
async function missingFolders(svn: Svn, base: number, path: string, made: Set<string>): Promise<string[]> {
  const missing: string[] = [];
  for (let at = dirname(path); at !== "." && !made.has(at); at = dirname(at)) {
    const asked = ["info", "--xml", `-r${base}`, "--", `${svn.address(at)}@${base}`];
    const isThere = await svn.run("svn", asked).then(
      () => true,
      (error: unknown) => {
        if (error instanceof VcsError && error.problem === "not-found") return false;
        throw error;
      },
    );
    made.add(at);
    if (isThere) break;
    missing.unshift(at);
  }
  return missing;
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => !one.isDirectory()).map((one) => relative(folder, join(one.parentPath, one.name)));
}

export const subversion: ForeignSystem = {
  id: "subversion",
  name: "Subversion",
  needsPushUrl: false,
  async missing() {
    return (await isThere("svn", there)) && (await isThere("svnmucc", there)) ? undefined : NO_SVN;
  },
  async probe(url, branch, access) {
    if (branch !== "" && branch !== BRANCH)
      throw new VcsError("unknown-branch", refusal("vcsSvnBranch", { example: "…/branches/stable" }));
    const svn = await Svn.open({ url, branch: BRANCH, ...access });
    try {
      await svn.info();
      return BRANCH;
    } finally {
      await svn.door.close();
    }
  },
  open: openRemote,
};
