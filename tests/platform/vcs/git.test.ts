import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryProblem } from "@/lib/platform/outside/admission";
import { gitDriver, localDriver } from "@/lib/platform/vcs/git";
import { withoutCredentials } from "@/lib/text/addresses";
import { git, makeUpstream, replaceHistory, type Upstream } from "../../support/git";

const PETRA = { name: "Petra", email: "petra@example.org" };
const LOQUAT = { name: "Loquat", email: "loquat@example.org" };
const folder = () => join(mkdtempSync(join(tmpdir(), "loquat-copy-")), "copy");
const bytes = (text: string) => new TextEncoder().encode(text);
const settings = (url: string) => ({ url, branch: "main", push: "", pushBranch: "" });

describe("a working copy", () => {
  it("clones, lists, reads, commits in the author's name and pushes", async () => {
    const upstream = makeUpstream({ "po/cs.po": "a\n" });
    upstream.commit({ ".gitattributes": "*.po text eol=crlf\n" });
    const copy = await gitDriver.clone(folder(), settings(upstream.url));
    const tree = await copy.tree(await copy.head());
    const file = tree.find((entry) => entry.path === "po/cs.po");
    expect(new TextDecoder().decode(await copy.read(file?.blob ?? "", "po/cs.po"))).toBe("a\n");
    expect(await copy.commit([{ path: "po/cs.po", content: bytes("a\n") }], "same", PETRA, LOQUAT)).toBeNull();
    const sha = await copy.commit([{ path: "po/cs.po", content: bytes("b\r\n") }], "Translate", PETRA, LOQUAT);
    expect(sha).toMatch(/^[0-9a-f]{40}$/);
    await copy.push();
    expect(upstream.read("po/cs.po")).toBe("b\r\n");
    expect(upstream.git("log", "-1", "--format=%an <%ae> %cn %s")).toBe("Petra <petra@example.org> Loquat Translate\n");
  });

  it("is repaired when a killed process left locks and half-written files", async () => {
    const upstream = makeUpstream({ "a.json": "{}" });
    const where = folder();
    await gitDriver.clone(where, settings(upstream.url));
    writeFileSync(join(where, ".git", "index.lock"), "");
    writeFileSync(join(where, "a.json"), "half");
    const copy = await gitDriver.open(where, settings(upstream.url));
    expect(await copy?.commit([{ path: "a.json", content: bytes("{}") }], "x", PETRA, LOQUAT)).toBeNull();
  });

  it("refuses paths that leave the repository, by name or through a link", async () => {
    const upstream = makeUpstream({ "a.json": "{}" });
    const where = folder();
    const copy = await gitDriver.clone(where, settings(upstream.url));
    symlinkSync("/tmp", join(where, "out"));
    for (const path of ["../x", ".git/config", "a/../../x", "out/x", ".GIT/config"])
      await expect(copy.commit([{ path, content: bytes("x") }], "x", PETRA, LOQUAT)).rejects.toThrow(
        /is outside the repository|not a folder/,
      );
  });

  it("leaves symbolic links out of the tree", async () => {
    const upstream = makeUpstream({ "a.json": "{}" });
    const where = mkdtempSync(join(tmpdir(), "loquat-dev-"));
    git(where, "clone", "--quiet", upstream.url, "w");
    symlinkSync("/etc/passwd", join(where, "w", "cs.json"));
    git(join(where, "w"), "add", ".");
    git(join(where, "w"), "commit", "-qm", "link");
    git(join(where, "w"), "push", "-q", "origin", "main");
    const copy = await gitDriver.clone(folder(), settings(upstream.url));
    expect((await copy.tree(await copy.head())).map((file) => file.path)).toEqual(["a.json"]);
  });

  it("restores the branch when a local commit does not fit", async () => {
    const upstream = makeUpstream({ "x.txt": "1\n" });
    const copy = await gitDriver.clone(folder(), settings(upstream.url));
    const local = await copy.commit([{ path: "x.txt", content: bytes("ours\n") }], "ours", PETRA, LOQUAT);
    upstream.commit({ "x.txt": "theirs\n" });
    const remote = await copy.fetch();
    await copy.resetTo(remote ?? "");
    const failure = await copy.carryOver(local ?? "", LOQUAT).catch((error: unknown) => error);
    // Git's hints name commands that nobody can give here.
    expect(failure).toMatchObject({ problem: "conflict", output: expect.not.stringContaining("hint:") });
    expect(failure).toMatchObject({ output: expect.stringContaining("CONFLICT") });
    expect(await copy.head()).toBe(remote);
  });

  it("works without a remote", async () => {
    const copy = await localDriver.clone(folder(), settings(""));
    expect(await copy.fetch()).toBeNull();
    expect(await copy.commit([{ path: "en.json", content: bytes("{}") }], "Add", PETRA, LOQUAT)).not.toBeNull();
  });
});

describe("a remote that cannot be used", () => {
  it.each([
    [join(tmpdir(), "nowhere/at/all"), "not-found"],
    [`file://${tmpdir()}/nowhere/at/all`, "not-found"],
    ["/nowhere/at/all", "not-allowed"],
  ])("%s: %s", async (url, problem) => {
    await expect(gitDriver.probe(url, "")).rejects.toMatchObject({ problem });
  });

  it("names the branches there are, and says when it is empty", async () => {
    const upstream = makeUpstream({ a: "1" });
    await expect(gitDriver.probe(upstream.url, "nope")).rejects.toThrow(/no branch nope. Its branches: main/);
    expect(await gitDriver.probe(upstream.url, "")).toEqual({ branch: "main", branches: ["main"] });
    const empty = mkdtempSync(join(tmpdir(), "loquat-empty-"));
    git(empty, "init", "--quiet", "--bare");
    await expect(gitDriver.probe(empty, "")).rejects.toMatchObject({ problem: "empty" });
  });

  it.each([
    "--upload-pack=touch /tmp/x",
    "-u",
    "ext::sh -c id",
    "https://host/a b",
    "ftp://host/x",
    "",
    "https://-x/y",
  ])("refuses %j", (address) => {
    expect(repositoryProblem(address)).toBeTruthy();
  });

  it("accepts ordinary addresses and hides credentials", () => {
    for (const address of [
      "https://host.org/a.git",
      "git@host.org:a/b.git",
      "ssh://git@host:2222/x",
      join(tmpdir(), "x.git"),
    ])
      expect(repositoryProblem(address)).toBeUndefined();
    expect(withoutCredentials("https://user:secret@host/a")).toBe("https://host/a");
    expect(withoutCredentials("https://token@host/a")).toBe("https://host/a");
    expect(withoutCredentials("ssh://git@host/a")).toBe("ssh://git@host/a");
  });
});

describe("a merge", () => {
  const copyOf = async (files: Record<string, string>) => {
    const upstream = makeUpstream(files);
    return { upstream, copy: await gitDriver.clone(folder(), settings(upstream.url)) };
  };

  it("has both sides as its parents", async () => {
    const { upstream, copy } = await copyOf({ "a.txt": "1\n", "b.txt": "1\n" });
    const ours = await copy.commit([{ path: "a.txt", content: bytes("ours\n") }], "ours", PETRA, LOQUAT);
    upstream.commit({ "a.txt": "theirs\n", "b.txt": "2\n" });
    const theirs = (await copy.fetch()) ?? "";
    const made = await copy.merge(theirs, "Merge", LOQUAT, [{ path: "a.txt", content: bytes("both\n") }]);
    expect(git(copy.folder, "rev-list", "--parents", "-n1", "HEAD").trim()).toBe(`${made} ${ours} ${theirs}`);
    expect(git(copy.folder, "show", "HEAD:a.txt", "HEAD:b.txt")).toBe("both\n2\n");
  });

  it.each([
    [
      "a history that has nothing in common with ours",
      (upstream: Upstream) => replaceHistory(upstream, { "a.txt": "new\n" }),
    ],
    ["a commit that is not there", () => "0123456789012345678901234567890123456789"],
    ["a commit that we have already", (upstream: Upstream) => upstream.git("rev-parse", "main").trim()],
  ])("of %s is refused, and the branch is as it was", async (_, find) => {
    const { upstream, copy } = await copyOf({ "a.txt": "1\n" });
    const ours = await copy.commit([{ path: "a.txt", content: bytes("ours\n") }], "ours", PETRA, LOQUAT);
    const commit = find(upstream);
    await copy.fetch();
    const merging = copy.merge(commit, "Merge", LOQUAT, [{ path: "a.txt", content: bytes("both\n") }]);
    await expect(merging).rejects.toMatchObject({ name: "VcsError" });
    expect(await copy.head()).toBe(ours);
    expect(git(copy.folder, "status", "--porcelain")).toBe("");
  });
});
