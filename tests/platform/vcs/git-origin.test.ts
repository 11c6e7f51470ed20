import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { gitDriver } from "@/lib/platform/vcs/git";
import { makeScratch } from "@/lib/platform/vcs/git-scratch";
import { canGive } from "@/lib/platform/vcs/git-serve";
import { tidyCopy } from "@/lib/platform/vcs/git-tidy";
import type { WorkingCopy } from "@/lib/platform/vcs/vcs";
import { git, makeUpstream, type Upstream } from "../../support/git";
import { type GitServer, serveGit } from "../../support/git-server";
import { OPEN } from "../../support/outside";

const PETRA = { name: "Petra", email: "petra@example.org" };
const LOQUAT = { name: "Loquat", email: "loquat@example.org" };
const folder = () => join(mkdtempSync(join(tmpdir(), "loquat-copy-")), "copy");
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);
const settings = (url: string) => ({ url, branch: "main", push: "", pushBranch: "" });

const FILES = {
  "po/cs.po": "cs\n",
  "po/de.po": "de\n",
  "src/main.c": "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
  "assets/large.bin": Buffer.alloc(50_000, "large"),
};

let upstream: Upstream;
let server: GitServer;

beforeEach(async () => {
  upstream = makeUpstream(FILES);
  upstream.commit({ "assets/large.bin": Buffer.alloc(50_000, "larger"), "po/cs.po": "cs 2\n" }, "Second");
  upstream.git("config", "uploadpack.allowFilter", "true");
  server = await serveGit(upstream);
});
afterEach(() => server.close());

async function cloned(masks = ["po/*.po"], url = server.url): Promise<WorkingCopy> {
  const copy = await gitDriver.clone(folder(), settings(url));
  await copy.checkOut(async () => masks);
  return copy;
}

/** Contents that commits have and the copy does not. */
const missingIn = (copy: WorkingCopy, commit = "HEAD") =>
  git(copy.folder, "rev-list", "--objects", "--missing=print", commit)
    .split("\n")
    .filter((line) => line.startsWith("?"))
    .map((line) => line.slice(1));

const packsOf = (copy: WorkingCopy) =>
  readdirSync(join(copy.folder, ".git/objects/pack")).filter((name) => name.endsWith(".pack")).length;

const blobOf = (path: string, commit = "main") => upstream.git("rev-parse", `${commit}:${path}`).trim();

describe("a copy of a repository at a server", () => {
  it("begins with the newest commit, and with the files that are wanted", async () => {
    const copy = await cloned();
    expect(await copy.head()).toBe(upstream.git("rev-parse", "main").trim());
    expect(git(copy.folder, "rev-list", "--count", "HEAD").trim()).toBe("1");
    expect((await copy.tree("HEAD")).map((file) => file.path)).toEqual(Object.keys(FILES).sort());
    expect(readdirSync(copy.folder).sort()).toEqual([".git", "po"]);
    expect(missingIn(copy).sort()).toEqual([blobOf("src/main.c"), blobOf("assets/large.bin")].sort());
    expect(await copy.status()).toBe("On branch main\nnothing to commit (use -u to show untracked files)");
  });

  it("fetches a content when it is read, and several in one go", async () => {
    const copy = await cloned([]);
    const before = packsOf(copy);
    await copy.bring([blobOf("po/cs.po"), blobOf("po/de.po"), blobOf("po/de.po")]);
    expect(packsOf(copy)).toBe(before + 1);
    await copy.bring([blobOf("po/cs.po")]);
    expect(packsOf(copy)).toBe(before + 1);
    expect(text(await copy.read(blobOf("po/cs.po")))).toBe("cs 2\n");
    expect(text(await copy.read(blobOf("src/main.c"), "src/main.c"))).toBe(FILES["src/main.c"]);
    expect(missingIn(copy)).toEqual([blobOf("assets/large.bin")]);
  });

  it("says so when the server does not have a content", async () => {
    const copy = await cloned();
    await expect(copy.read("1234567890123456789012345678901234567890")).rejects.toThrow();
    expect(text(await copy.read(blobOf("po/cs.po")))).toBe("cs 2\n");
  });

  it("gets the files of a pull, and those of a mask that is new", async () => {
    const copy = await cloned();
    upstream.commit({ "po/fr.po": "fr\n", "assets/other.bin": "other" });
    await copy.resetTo((await copy.fetch()) ?? "");
    expect(readdirSync(join(copy.folder, "po")).sort()).toEqual(["cs.po", "de.po", "fr.po"]);
    expect(missingIn(copy)).toContain(blobOf("assets/other.bin"));
    await copy.checkOut(async () => ["po/*.po", "src/*.c"]);
    expect(readFileSync(join(copy.folder, "src/main.c"), "utf8")).toBe(FILES["src/main.c"]);
    await copy.checkOut(async () => ["src/*.c"]);
    expect(existsSync(join(copy.folder, "po"))).toBe(false);
  });

  it("is opened again as what it is, also where its files are gone and the server as well", async () => {
    const copy = await cloned();
    await server.close();
    git(copy.folder, "update-index", "--refresh");
    const again = await gitDriver.open(copy.folder, settings(server.url));
    expect(await again?.head()).toBe(await copy.head());
    expect(readdirSync(join(copy.folder, "po"))).toEqual(["cs.po", "de.po"]);
    const made = await again?.commit([{ path: "po/cs.po", content: bytes("x\n") }], "Offline", PETRA, LOQUAT);
    expect(made).toMatch(/^[0-9a-f]{40}$/);
  });

  it("commits new, changed and removed files, also those that are not checked out", async () => {
    const copy = await cloned();
    await copy.commit(
      [
        { path: "po/cs.po", content: bytes("ours\n") },
        { path: "po/new/fr.po", content: bytes("fr\n") },
        { path: "docs/notes.txt", content: bytes("notes\n") },
        { path: "assets/large.bin", content: null },
        { path: "po/de.po", content: null },
      ],
      "Change",
      PETRA,
      LOQUAT,
    );
    await copy.push();
    expect(upstream.git("ls-tree", "-r", "--name-only", "main").trim().split("\n")).toEqual([
      ...["docs/notes.txt", "po/cs.po", "po/new/fr.po", "src/main.c"],
    ]);
    expect(upstream.read("po/cs.po")).toBe("ours\n");
    await copy.resetTo("HEAD");
    expect(existsSync(join(copy.folder, "docs"))).toBe(false);
  });

  it("merges, and fetches what it needs for that", async () => {
    const copy = await cloned();
    await copy.commit(
      [
        { path: "src/main.c", content: bytes("ours\n") },
        { path: "po/cs.po", content: bytes("ours\n") },
      ],
      "Ours",
      PETRA,
      LOQUAT,
    );
    upstream.commit({ "assets/large.bin": "smaller", "po/cs.po": "theirs\n", "src/other.c": "other\n" });
    const theirs = (await copy.fetch()) ?? "";
    await copy.merge(theirs, "Merge", LOQUAT, [{ path: "po/cs.po", content: bytes("decided\n") }]);
    await copy.push();
    expect(upstream.read("src/main.c")).toBe("ours\n");
    expect(upstream.read("src/other.c")).toBe("other\n");
    expect(upstream.read("assets/large.bin")).toBe("smaller");
    expect(upstream.read("po/cs.po")).toBe("decided\n");
  });

  it("merges its change of a file that upstream renamed, whose former content it does not have", async () => {
    const copy = await cloned();
    await copy.commit(
      [{ path: "src/main.c", content: bytes("ours\n2\n3\n4\n5\n6\n7\n8\n9\n") }],
      "Ours",
      PETRA,
      LOQUAT,
    );
    upstream.commit({ "src/main.c": null, "lib/renamed.c": FILES["src/main.c"] });
    await copy.merge((await copy.fetch()) ?? "", "Merge", LOQUAT, []);
    await copy.push();
    expect(upstream.read("lib/renamed.c")).toBe("ours\n2\n3\n4\n5\n6\n7\n8\n9\n");
  });

  it("tells a conflict as such", async () => {
    const copy = await cloned();
    await copy.commit([{ path: "src/main.c", content: bytes("ours\n") }], "Ours", PETRA, LOQUAT);
    const before = await copy.head();
    upstream.commit({ "src/main.c": "theirs\n" });
    await expect(copy.merge((await copy.fetch()) ?? "", "Merge", LOQUAT, [])).rejects.toMatchObject({
      problem: "conflict",
    });
    expect(await copy.head()).toBe(before);
    expect(readdirSync(copy.folder).sort()).toEqual([".git", "po"]);
  });

  it("does not take a server that is away for a conflict", async () => {
    const copy = await cloned();
    const ours = await copy.commit([{ path: "src/main.c", content: bytes("ours\n") }], "Ours", PETRA, LOQUAT);
    upstream.commit({ "src/main.c": "theirs\n" });
    const theirs = (await copy.fetch()) ?? "";
    await server.close();
    await expect(copy.merge(theirs, "Merge", LOQUAT, [])).rejects.toMatchObject({ problem: "not-allowed" });
    expect(await copy.head()).toBe(ours);
    await copy.resetTo(theirs);
    await expect(copy.carryOver(ours ?? "", LOQUAT)).rejects.toMatchObject({ problem: "not-allowed" });
    expect(await copy.head()).toBe(theirs);
    const before = environment();
    setEnvironment({ ...before, privateRepositories: OPEN });
    try {
      await expect(copy.carryOver(ours ?? "", LOQUAT)).rejects.toMatchObject({ problem: "unreachable" });
      await expect(copy.read(blobOf("assets/large.bin"))).rejects.toMatchObject({ problem: "unreachable" });
    } finally {
      setEnvironment(before);
    }
    expect(await copy.head()).toBe(theirs);
  });

  it("carries commits over, and squashes them", async () => {
    const copy = await cloned();
    const first = await copy.commit(
      [{ path: "src/main.c", content: bytes("ours\n2\n3\n4\n5\n6\n7\n8\n9\n") }],
      "One",
      PETRA,
      LOQUAT,
    );
    const second = await copy.commit([{ path: "po/cs.po", content: bytes("ours\n") }], "Two", PETRA, LOQUAT);
    upstream.commit({ "assets/large.bin": "smaller", "po/de.po": "theirs\n" });
    const base = (await copy.fetch()) ?? "";
    await copy.resetTo(base);
    for (const commit of [first, second]) await copy.carryOver(commit ?? "", LOQUAT);
    const head = await copy.head();
    const commits = await copy.squasher().commits(base, head, 10);
    expect(commits.map(({ paths }) => paths)).toEqual([["src/main.c"], ["po/cs.po"]]);
    const group = { message: "Both", author: PETRA };
    const squashed = await copy
      .squasher()
      .byCommits(base, head, [{ ...group, commits: commits.map(({ sha }) => sha) }], LOQUAT);
    await copy.push(squashed);
    expect(upstream.read("src/main.c")).toBe("ours\n2\n3\n4\n5\n6\n7\n8\n9\n");
    expect(upstream.read("po/de.po")).toBe("theirs\n");
    expect(upstream.git("rev-list", "--count", `${base}..main`).trim()).toBe("1");
    const byPath = await copy.squasher().byPaths(
      base,
      head,
      [
        { ...group, paths: ["po/cs.po"] },
        { ...group, paths: "rest" },
      ],
      LOQUAT,
    );
    expect(git(copy.folder, "rev-parse", `${byPath}^{tree}`)).toBe(git(copy.folder, "rev-parse", `${head}^{tree}`));
    expect(existsSync(join(`${copy.folder}.squash`))).toBe(false);
  });

  it("knows how commits are related when upstream goes back behind its beginning", async () => {
    const copy = await cloned();
    const before = await copy.head();
    upstream.git("update-ref", "refs/heads/main", "main~1");
    const theirs = (await copy.fetch()) ?? "";
    expect(await copy.contains(before, theirs)).toBe(true);
    expect(await copy.missing(theirs, before, 10)).toEqual([before]);
    await copy.resetTo(theirs);
    expect(readFileSync(join(copy.folder, "po/cs.po"), "utf8")).toBe("cs\n");
  });

  it("keeps its commits in files that another copy of a later upstream takes in", async () => {
    // Long enough to be kept as a difference from the former one, which neither copy has.
    const lines = Array.from({ length: 3000 }, (_, at) => `line ${at * 7919}\n`);
    upstream.commit({ "src/long.c": lines.join("") });
    const copy = await cloned();
    const made = await copy.commit(
      [
        { path: "po/cs.po", content: bytes("ours\n") },
        { path: "src/long.c", content: bytes(`${lines.join("")}ours\n`) },
      ],
      "Ours",
      PETRA,
      LOQUAT,
    );
    const file = join(mkdtempSync(join(tmpdir(), "loquat-bundle-")), "commits");
    expect(await copy.writeBundle(file, [(await copy.remoteHead()) ?? ""])).toBe(true);
    upstream.commit({ "po/fr.po": "fr\n" });
    const other = await cloned();
    expect(await other.readBundle(file)).toBe(false);
    await other.deepen();
    expect(await other.readBundle(file)).toBe(true);
    await other.standAt(made ?? "", upstream.git("rev-parse", "main~1").trim());
    expect(readFileSync(join(other.folder, "po/cs.po"), "utf8")).toBe("ours\n");
    expect(git(other.folder, "show", `${made}:src/long.c`)).toBe(`${lines.join("")}ours\n`);
  });

  it("pushes to a place that has nothing of it yet", async () => {
    const copy = await cloned();
    await copy.commit([{ path: "po/cs.po", content: bytes("ours\n") }], "Ours", PETRA, LOQUAT);
    const empty = makeUpstream({ "x.txt": "x" });
    empty.git("update-ref", "-d", "refs/heads/main");
    await server.close();
    server = await serveGit(upstream);
    const other = await serveGit(empty);
    try {
      const to = { ...settings(server.url), push: other.url };
      const again = await gitDriver.open(copy.folder, to);
      await again?.push();
    } finally {
      await other.close();
    }
    expect(empty.read("po/cs.po")).toBe("ours\n");
    expect(empty.git("fsck", "--strict", "--no-dangling")).toBe("");
    expect(missingIn(copy)).toEqual([]);
  });

  it("reads what stands only on the branch that it pushes to", async () => {
    const fork = makeUpstream({ "x.txt": "x" });
    fork.git("fetch", "--quiet", "--force", upstream.url, "main:main");
    fork.git("config", "uploadpack.allowFilter", "true");
    fork.commit({ "po/cs.po": "of the fork\n" });
    const other = await serveGit(fork);
    try {
      const copy = await gitDriver.clone(folder(), { ...settings(server.url), push: other.url, pushBranch: "l10n" });
      expect(await copy.pushedHead()).toBeNull();
      fork.git("branch", "l10n", "main");
      const pushed = (await copy.pushedHead()) ?? "";
      expect(pushed).toBe(fork.git("rev-parse", "l10n").trim());
      const file = (await copy.tree(pushed)).find(({ path }) => path === "po/cs.po");
      expect(text(await copy.read(file?.blob ?? ""))).toBe("of the fork\n");
    } finally {
      await other.close();
    }
  });

  it("is made whole, and is fetched whole from then on", async () => {
    const copy = await cloned();
    const given = { folder: copy.folder, branch: "main", commit: await copy.head() };
    expect(await canGive(given)).toBe(false);
    await copy.complete();
    expect(await canGive(given)).toBe(true);
    expect(missingIn(copy)).toEqual([]);
    expect(git(copy.folder, "rev-list", "--count", "HEAD").trim()).toBe("2");
    expect(readdirSync(copy.folder).sort()).toEqual([".git", "assets", "po", "src"]);
    upstream.commit({ "assets/other.bin": "other" });
    await copy.resetTo((await copy.fetch()) ?? "");
    expect(missingIn(copy)).toEqual([]);
  });

  it("is tidied, and loses nothing", async () => {
    const copy = await cloned();
    const start = await copy.head();
    const left = (await copy.commit([{ path: "po/cs.po", content: bytes("left\n") }], "Left", PETRA, LOQUAT)) ?? "";
    await copy.resetTo(start);
    // Each checkpoint ends a pack.
    const input = Array.from(
      { length: 251 },
      (_, round) => `blob\ndata ${String(round).length}\n${round}\ncheckpoint\n\n`,
    ).join("");
    execFileSync("git", ["-C", copy.folder, "-c", "fastimport.unpackLimit=0", "fast-import", "--quiet"], { input });
    expect(packsOf(copy)).toBeGreaterThan(250);
    expect(await tidyCopy(copy.folder)).toBe(true);
    expect(packsOf(copy)).toBeLessThan(5);
    expect(git(copy.folder, "show", `${left}:po/cs.po`)).toBe("left\n");
    const text200 = execFileSync("git", ["hash-object", "--stdin"], { input: "200", encoding: "utf8" }).trim();
    expect(git(copy.folder, "cat-file", "blob", text200)).toBe("200");
    expect(missingIn(copy).sort()).toEqual([blobOf("src/main.c"), blobOf("assets/large.bin")].sort());
    expect(git(copy.folder, "fsck", "--strict", "--no-dangling")).toBe("");
    expect(text(await copy.read(blobOf("src/main.c")))).toBe(FILES["src/main.c"]);
  });

  it("has a second copy beside it that fetches for itself", async () => {
    const copy = await cloned();
    const beside = folder();
    await makeScratch(copy.folder, beside);
    const scratch = await gitDriver.open(beside, settings(server.url));
    expect(readdirSync(beside).sort()).toEqual([".git", "po"]);
    expect(text((await scratch?.read(blobOf("src/main.c"))) ?? bytes(""))).toBe(FILES["src/main.c"]);
    expect(missingIn(copy)).toContain(blobOf("src/main.c"));
  });
});

describe("a server that cannot give a part", () => {
  it("gives everything when it knows no filters", async () => {
    upstream.git("config", "uploadpack.allowFilter", "false");
    const copy = await cloned();
    expect(missingIn(copy)).toEqual([]);
    expect(readdirSync(copy.folder).sort()).toEqual([".git", "po"]);
  });

  it("gives everything when it only gives files", async () => {
    upstream.git("update-server-info");
    const files = createServer((request, response) => {
      const path = join(upstream.url, new URL(request.url ?? "/", "http://h").pathname.replace("/remote.git", ""));
      if (!existsSync(path)) response.writeHead(404).end();
      else response.end(readFileSync(path));
    });
    await new Promise<void>((ready) => files.listen(0, "127.0.0.1", ready));
    try {
      const copy = await cloned(["po/*.po"], `http://127.0.0.1:${(files.address() as AddressInfo).port}/remote.git`);
      expect(missingIn(copy)).toEqual([]);
      expect(git(copy.folder, "rev-list", "--count", "HEAD").trim()).toBe("2");
    } finally {
      files.close();
    }
  });
});

describe("a folder of this machine", () => {
  it("is copied whole unless the installation says otherwise", async () => {
    const before = environment();
    try {
      setEnvironment({ ...before, partialClones: "auto" });
      const whole = await cloned(["po/*.po"], upstream.url);
      expect(missingIn(whole)).toEqual([]);
      expect(existsSync(join(whole.folder, "src/main.c"))).toBe(true);
      setEnvironment({ ...before, partialClones: "always" });
      const partial = await cloned(["po/*.po"], upstream.url);
      expect(missingIn(partial)).toHaveLength(2);
      expect(text(await partial.read(blobOf("src/main.c")))).toBe(FILES["src/main.c"]);
    } finally {
      setEnvironment(before);
    }
  });

  it("and a server's repository is copied whole where that is wanted", async () => {
    const before = environment();
    setEnvironment({ ...before, partialClones: "never" });
    try {
      expect(missingIn(await cloned())).toEqual([]);
    } finally {
      setEnvironment(before);
    }
  });
});
