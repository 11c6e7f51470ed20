import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gitDriver } from "@/lib/platform/vcs/git";
import type { CommitDraft, WorkingCopy } from "@/lib/platform/vcs/vcs";
import { git, makeUpstream, type Upstream } from "../../support/git";

const PETRA = { name: "Petra", email: "petra@example.org" };
const JAN = { name: "Jan", email: "jan@example.org" };
const LOQUAT = { name: "Loquat", email: "loquat@example.org" };
const bytes = (text: string) => new TextEncoder().encode(text);

async function openCopy(upstream: Upstream) {
  const folder = join(mkdtempSync(join(tmpdir(), "loquat-copy-")), "copy");
  return gitDriver.clone(folder, { url: upstream.url, branch: "main", push: "", pushBranch: "" });
}

const draft = (files: Record<string, string | null>, message: string, author = PETRA): CommitDraft => ({
  files: Object.entries(files).map(([path, text]) => ({ path, content: text === null ? null : bytes(text) })),
  message,
  author,
});

it("makes several commits in a row, each with its author, message and files, and leaves the copy at the last", async () => {
  const upstream = makeUpstream({ "po/cs.po": "a\n", "po/de.po": "a\n" });
  const copy = await openCopy(upstream);
  const before = await copy.head();
  const made = await copy.commitAll(
    [
      draft({ "po/cs.po": "b\n" }, "First\n\nWith a body"),
      draft({ "po/cs.po": "b\n" }, "Changes nothing"),
      draft({ "po/cs.po": "c\n", "po/de.po": "c\n" }, "Second", JAN),
    ],
    LOQUAT,
  );
  expect(made).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/), null, expect.stringMatching(/^[0-9a-f]{40}$/)]);
  expect(await copy.head()).toBe(made[2]);
  expect(git(copy.folder, "log", "--reverse", "--format=%an <%ae>|%cn <%ce>|%P|%B", `${before}..HEAD`).trim()).toBe(
    [
      `Petra <petra@example.org>|Loquat <loquat@example.org>|${before}|First\n\nWith a body\n`,
      `Jan <jan@example.org>|Loquat <loquat@example.org>|${made[0]}|Second`,
    ].join("\n"),
  );
  expect(git(copy.folder, "show", `${made[0]}:po/de.po`)).toBe("a\n");
  // The files follow when they are needed.
  expect(await copy.status()).toContain("nothing to commit");
  expect(readFileSync(join(copy.folder, "po/de.po"), "utf8")).toBe("c\n");
  expect(git(copy.folder, "status", "--porcelain")).toBe("");
  expect(git(copy.folder, "fsck", "--strict", "--no-dangling")).toBe("");
  await copy.push();
  expect(upstream.read("po/cs.po")).toBe("c\n");
});

it("gives the same files for the new head as git does", async () => {
  const copy = await openCopy(makeUpstream({ "a.json": "{}", "b.json": "{}" }));
  await copy.tree("HEAD");
  await copy.commitAll([draft({ "a.json": '{"a":1}' }, "One"), draft({ "a.json": '{"a":2}' }, "Two")], LOQUAT);
  const kept = await copy.tree("HEAD");
  const listed = git(copy.folder, "ls-tree", "-r", "HEAD").trim().split("\n");
  expect(kept.map(({ path, blob }) => `100644 blob ${blob}\t${path}`)).toEqual(listed);
  const [first] = kept;
  expect(new TextDecoder().decode(await copy.read(first?.blob ?? "", "a.json"))).toBe('{"a":2}');
});

it.each([
  "plain.json",
  "with space.json",
  'quote".json',
  "back\\slash.json",
  "line\nbreak.json",
  "přeložit/日本.json",
  "-option.json",
])("takes a file named %j", async (path) => {
  const upstream = makeUpstream({ [path]: "a", other: "b" });
  const copy = await openCopy(upstream);
  const made = await copy.commitAll([draft({ [path]: "1" }, "One"), draft({ [path]: "2" }, "Two")], LOQUAT);
  expect(made).toHaveLength(2);
  expect(upstream.git("--git-dir", join(copy.folder, ".git"), "show", `HEAD:${path}`)).toBe("2");
  expect((await copy.tree("HEAD")).map((file) => file.path).sort()).toEqual([path, "other"].sort());
});

it("keeps the mode of a program", async () => {
  const upstream = makeUpstream({ "a.sh": "one" });
  const place = mkdtempSync(join(tmpdir(), "loquat-mode-"));
  git(place, "clone", "--quiet", upstream.url, "w");
  chmodSync(join(place, "w", "a.sh"), 0o755);
  git(join(place, "w"), "commit", "--quiet", "-am", "A program");
  git(join(place, "w"), "push", "--quiet");
  const copy = await openCopy(upstream);
  await copy.commitAll([draft({ "a.sh": "two" }, "Translate")], LOQUAT);
  expect(git(copy.folder, "ls-tree", "HEAD", "a.sh")).toMatch(/^100755 blob /);
});

it.each([
  ["a new file", (copy: WorkingCopy) => copy.commitAll([draft({ "c.json": "3" }, "Add")], LOQUAT)],
  ["a merge", (copy: WorkingCopy, theirs: string) => copy.merge(theirs, "Merge", LOQUAT, [])],
  ["a commit that is carried over", (copy: WorkingCopy, theirs: string) => copy.carryOver(theirs, LOQUAT)],
  ["a reset to where it stands", async (copy: WorkingCopy) => copy.resetTo(await copy.head())],
])("has its files where the branch is for %s behind such commits", async (_what, next) => {
  const upstream = makeUpstream({ "a.json": "0", "b.json": "0" });
  const copy = await openCopy(upstream);
  upstream.commit({ "b.json": "theirs" });
  const theirs = (await copy.fetch()) ?? "";
  await copy.commitAll([draft({ "a.json": "1" }, "One"), draft({ "a.json": "2" }, "Two", JAN)], LOQUAT);
  await next(copy, theirs);
  expect(readFileSync(join(copy.folder, "a.json"), "utf8")).toBe("2");
  expect(git(copy.folder, "show", "HEAD:a.json")).toBe("2");
  expect(git(copy.folder, "status", "--porcelain")).toBe("");
});

it("makes commits with new files and removals, too", async () => {
  const copy = await openCopy(makeUpstream({ "a.json": "{}", "b.json": "{}" }));
  const made = await copy.commitAll(
    [draft({ "a.json": "1" }, "Change"), draft({ "c/d.json": "new" }, "Add", JAN), draft({ "b.json": null }, "Remove")],
    LOQUAT,
  );
  expect(new Set(made).size).toBe(3);
  expect((await copy.tree("HEAD")).map((file) => file.path)).toEqual(["a.json", "c/d.json"]);
  expect(git(copy.folder, "log", "--format=%an %s", "-3")).toBe("Petra Remove\nJan Add\nPetra Change\n");
});

it("leaves out of names and addresses what would break a commit", async () => {
  const upstream = makeUpstream({ "a.json": "{}" });
  const copy = await openCopy(upstream);
  const names = [" Petra <admin> ", "Pe\ntra", ".,Jan;:", "\n"];
  await copy.commitAll(
    names.map((name, index) => draft({ "a.json": `${index}` }, "x", { name, email: "a<b>@example.org\ncommitter x" })),
    LOQUAT,
  );
  expect(git(copy.folder, "log", "--reverse", "--format=%an|%ae|%cn", "-4")).toBe(
    [
      "Petra admin|ab@example.orgcommitter x|Loquat",
      "Petra|ab@example.orgcommitter x|Loquat",
      "Jan|ab@example.orgcommitter x|Loquat",
      "|ab@example.orgcommitter x|Loquat",
      "",
    ].join("\n"),
  );
  expect(git(copy.folder, "fsck", "--no-dangling")).toBe("");
});

it("keeps a message that looks like commands or comments as it is, without stray blanks", async () => {
  const copy = await openCopy(makeUpstream({ "a.json": "{}" }));
  const message = "\n\n#12: translate  \n\n\n\nM 100644 inline other\ndata 3\ndone\nfrom main \n";
  await copy.commitAll([draft({ "a.json": "1" }, message)], LOQUAT);
  expect(git(copy.folder, "log", "-1", "--format=%B")).toBe(
    "#12: translate\n\nM 100644 inline other\ndata 3\ndone\nfrom main\n\n",
  );
  await copy.commitAll([draft({ "new.json": "1" }, message)], LOQUAT);
  expect(git(copy.folder, "log", "-1", "--format=%B")).toBe(
    "#12: translate\n\nM 100644 inline other\ndata 3\ndone\nfrom main\n\n",
  );
});

it("keeps every byte, whatever git's attributes say about ends of lines", async () => {
  const upstream = makeUpstream({ "a.po": "a\r\n", ".gitattributes": "*.po text eol=lf\n" });
  const copy = await openCopy(upstream);
  await copy.commitAll([draft({ "a.po": "b\r\nc\n" }, "Translate")], LOQUAT);
  expect(git(copy.folder, "cat-file", "blob", "HEAD:a.po")).toBe("b\r\nc\n");
});

it("moves nothing when a commit cannot be made", async () => {
  const copy = await openCopy(makeUpstream({ "a.json": "{}" }));
  const before = await copy.head();
  await copy.tree("HEAD");
  writeFileSync(join(copy.folder, ".git", "refs", "heads", "main.lock"), "");
  await expect(copy.commitAll([draft({ "a.json": "1" }, "One")], LOQUAT)).rejects.toThrow();
  expect(git(copy.folder, "rev-parse", "HEAD").trim()).toBe(before);
  expect(await copy.head()).toBe(before);
});
