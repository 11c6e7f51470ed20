import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gitDriver } from "@/lib/platform/vcs/git";
import { git, makeUpstream } from "../../support/git";

/** What a working copy remembers of its branches and commits is what git would say now. */

const WHO = { name: "Petra", email: "petra@example.org" };
const LOQUAT = { name: "Loquat", email: "loquat@example.org" };
const bytes = (text: string) => new TextEncoder().encode(text);
const write = (path: string, text: string) => [{ path, content: bytes(text) }];
const settings = (url: string) => ({ url, branch: "main", push: "", pushBranch: "" });

async function held() {
  const upstream = makeUpstream({ "a.json": "{}" });
  const folder = join(mkdtempSync(join(tmpdir(), "loquat-copy-")), "copy");
  const copy = await gitDriver.clone(folder, settings(upstream.url));
  const head = () => git(folder, "rev-parse", "HEAD").trim();
  const tracked = () => git(folder, "rev-parse", "refs/remotes/origin/main").trim();
  const agree = async () => {
    expect(await copy.head()).toBe(head());
    expect(await copy.remoteHead()).toBe(tracked());
  };
  return { upstream, folder, copy, agree };
}

describe("a working copy that is held", () => {
  it("knows its branches after each step that moves them", async () => {
    const { upstream, copy, agree } = await held();
    const first = await copy.head();
    await agree();
    await copy.commit(write("b.json", "{}"), "Ours", WHO, LOQUAT);
    await agree();
    upstream.commit({ "c.json": "{}" });
    const theirs = await copy.fetch();
    await agree();
    await copy.merge(theirs ?? "", "Merge", LOQUAT, []);
    await agree();
    await copy.push();
    await agree();
    expect(await copy.remoteHead()).toBe(await copy.head());
    await copy.resetTo(first);
    await agree();
    await copy.standAt(theirs ?? "", first);
    await agree();
    await expect(copy.resetTo("0".repeat(40))).rejects.toThrow();
    await agree();
  });

  it("finds a commit that was not there when it was asked for first", async () => {
    const { upstream, copy } = await held();
    const first = await copy.head();
    const later = upstream.commit({ "a.json": "[]" });
    expect(await copy.contains(first, later)).toBe(false);
    expect(await copy.commitInfo(later)).toBeNull();
    await expect(copy.treeId(later)).rejects.toThrow();
    await copy.fetch();
    expect(await copy.contains(first, later)).toBe(false);
    expect(await copy.contains(later, first)).toBe(true);
    expect(await copy.commitInfo(later)).toMatchObject({ revision: later, summary: "Change files" });
    expect(await copy.treeId(later)).toBe(upstream.git("rev-parse", "main^{tree}").trim());
  });

  it("lists as many commits as each question asks for, and who committed them", async () => {
    const { upstream, copy } = await held();
    const first = await copy.head();
    const made = ["b", "c", "d"].map((name) => upstream.commit({ [`${name}.json`]: "{}" })).reverse();
    const newest = (await copy.fetch()) ?? "";
    expect(await copy.missing(first, newest, 1)).toEqual(made.slice(0, 1));
    expect(await copy.missing(first, newest, 10)).toEqual(made);
    expect(await copy.missing(null, newest, 10)).toEqual([...made, first]);
    expect(await copy.committers([first], newest)).toEqual(["upstream@example.org"]);
    expect(await copy.committers([newest], first)).toEqual([]);
  });

  it("sees the files of its branch as they are after each commit", async () => {
    const { copy } = await held();
    const paths = async () => (await copy.tree("HEAD")).map((file) => file.path);
    expect(await paths()).toEqual(["a.json"]);
    await copy.commit(write("b.json", "{}"), "Ours", WHO, LOQUAT);
    expect(await paths()).toEqual(["a.json", "b.json"]);
    await copy.resetTo((await copy.remoteHead()) ?? "");
    expect(await paths()).toEqual(["a.json"]);
  });

  it("removes what a failed write left, and what lay there when it was opened", async () => {
    const { folder, upstream, copy } = await held();
    const left = () => git(folder, "status", "--porcelain", "--untracked-files=all");
    const both = [...write("b.json", "{}"), ...write("a.json/c", "{}")];
    await expect(copy.commit(both, "Ours", WHO, LOQUAT)).rejects.toThrow("not a folder");
    expect(left()).toBe("?? b.json\n");
    await copy.resetTo("HEAD");
    expect(left()).toBe("");
    writeFileSync(join(folder, "d.json"), "{}");
    await gitDriver.open(folder, settings(upstream.url));
    expect(left()).toBe("");
  });
});

describe("a working copy that was left in order", () => {
  it("goes on where it stood, with commits whose files were not needed yet", async () => {
    const { folder, upstream, copy } = await held();
    await copy.commit(write("a.json", "[1]"), "Ours", WHO, LOQUAT);
    const made = await copy.head();
    expect(git(folder, "status", "--porcelain")).not.toBe("");
    await copy.leave();
    const again = await gitDriver.open(folder, settings(upstream.url));
    expect(await again?.head()).toBe(made);
    await again?.commit(write("b.json", "{}"), "Theirs", WHO, LOQUAT);
    await again?.cleanup();
    expect(git(folder, "status", "--porcelain")).toBe("");
    expect(git(folder, "show", "--format=", "--name-only", "HEAD")).toBe("b.json\n");
    expect(git(folder, "show", "HEAD:a.json")).toBe("[1]");
  });

  it("is put in order again after whoever opened it next was killed", async () => {
    const { folder, upstream, copy } = await held();
    await copy.leave();
    await gitDriver.open(folder, settings(upstream.url));
    writeFileSync(join(folder, "left.json"), "{}");
    writeFileSync(join(folder, "a.json"), "half");
    await gitDriver.open(folder, settings(upstream.url));
    expect(git(folder, "status", "--porcelain", "--untracked-files=all")).toBe("");
  });

  it("is put in order again when another process had it last", async () => {
    const { folder, upstream, copy } = await held();
    await copy.leave();
    const mark = join(folder, ".git", "loquat-in-order");
    writeFileSync(mark, randomUUID());
    writeFileSync(join(folder, "a.json"), "half");
    await gitDriver.open(folder, settings(upstream.url));
    expect(git(folder, "status", "--porcelain")).toBe("");
    expect(existsSync(mark)).toBe(false);
  });

  it("is not left so while a file of it is half written", async () => {
    const { folder, upstream, copy } = await held();
    const both = [...write("b.json", "{}"), ...write("a.json/c", "{}")];
    await expect(copy.commit(both, "Ours", WHO, LOQUAT)).rejects.toThrow("not a folder");
    await copy.leave();
    await gitDriver.open(folder, settings(upstream.url));
    expect(git(folder, "status", "--porcelain", "--untracked-files=all")).toBe("");
  });
});

it("tells of any two commits what git tells, however branches were merged and in whichever order it is asked", async () => {
  const { folder, copy } = await held();
  const numbers = fc.sample(fc.nat(1_000_000), { numRuns: 1000, seed: 20261124 });
  const below = (limit: number) => (numbers.pop() as number) % limit;
  const tree = git(folder, "rev-parse", "HEAD^{tree}").trim();
  const commits = [await copy.head()];
  for (let count = 1; count < 40; count++) {
    const recent = commits.slice(-6);
    const pick = () => recent[below(recent.length)] as string;
    const parents = new Set(below(4) === 0 ? [pick(), pick()] : [pick()]);
    commits.push(
      git(folder, "commit-tree", tree, ...[...parents].flatMap((one) => ["-p", one]), "-m", `${count}`).trim(),
    );
  }
  // Each commit with all before it, asked of git once.
  const before = new Map(
    commits.map((commit) => [commit, new Set(git(folder, "rev-list", commit).trim().split("\n"))]),
  );
  const any = () => commits[below(commits.length)] as string;
  for (let asked = 0; asked < 60; asked++) {
    const [from, to] = [any(), any()];
    const said = [...(before.get(to) ?? [])].filter((commit) => !before.get(from)?.has(commit));
    expect((await copy.missing(from, to, 100)).sort(), `${to} without ${from}`).toEqual(said.sort());
    expect(await copy.contains(from, to)).toBe(said.length === 0);
  }
});
