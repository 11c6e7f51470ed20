import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blobId } from "@/lib/platform/vcs/blob-id";
import { gitDriver } from "@/lib/platform/vcs/git";
import { tidyCopy } from "@/lib/platform/vcs/git-tidy";
import { git, makeUpstream } from "../../support/git";

const PETRA = { name: "Petra", email: "petra@example.org" };

const packsOf = (folder: string) =>
  readdirSync(join(folder, ".git/objects/pack")).filter((name) => name.endsWith(".pack"));

async function makeCopy() {
  const folder = join(mkdtempSync(join(tmpdir(), "loquat-copy-")), "copy");
  const upstream = makeUpstream({ "a.txt": "0", "large.txt": "0" });
  return gitDriver.clone(folder, { url: upstream.url, branch: "main", push: "", pushBranch: "" });
}

/** Commits files so large that each commit is a pack. */
async function commitPacks(copy: Awaited<ReturnType<typeof makeCopy>>, count: number): Promise<void> {
  for (let round = 1; round <= count; round++) {
    const content = Buffer.from(`${round}\n`.repeat(600_000));
    const draft = { files: [{ path: "large.txt", content }], message: `Round ${round}`, author: PETRA };
    await copy.commitAll([draft], PETRA);
  }
}

it("puts many packs together, and loses no commit, not even one that no branch leads to", async () => {
  const copy = await makeCopy();
  const start = await copy.head();
  await commitPacks(copy, 1);
  const left = await copy.head();
  await copy.resetTo(start);
  await commitPacks(copy, 51);
  expect(packsOf(copy.folder).length).toBeGreaterThan(50);
  expect(await tidyCopy(copy.folder)).toBe(true);
  expect(packsOf(copy.folder).length).toBeLessThan(5);
  expect(git(copy.folder, "rev-list", "--count", "HEAD").trim()).toBe("52");
  expect(git(copy.folder, "cat-file", "-s", `${left}:large.txt`).trim()).toBe("1200000");
  expect(git(copy.folder, "fsck", "--strict", "--no-dangling")).toBe("");
  expect(await tidyCopy(copy.folder)).toBe(false);
});

it("puts many loose objects together", async () => {
  const copy = await makeCopy();
  // One folder of 256 tells how many there are: only what goes into it is made.
  const texts = Array.from({ length: 9000 }, (_, at) => String(at)).filter((text) =>
    blobId(Buffer.from(text)).startsWith("17"),
  );
  expect(texts.length).toBeGreaterThan(28);
  const stream = texts.map((text) => `blob\ndata ${text.length}\n${text}\n`).join("");
  execFileSync("git", ["-C", copy.folder, "-c", "fastimport.unpackLimit=100000", "fast-import", "--quiet"], {
    input: stream,
  });
  expect(await tidyCopy(copy.folder)).toBe(true);
  expect(git(copy.folder, "count-objects").split(" ")[0]).toBe("0");
  expect(git(copy.folder, "cat-file", "-e", "HEAD:a.txt")).toBe("");
});

it("leaves a copy alone that has few of them", async () => {
  const copy = await makeCopy();
  await commitPacks(copy, 3);
  const before = packsOf(copy.folder);
  expect(await tidyCopy(copy.folder)).toBe(false);
  expect(packsOf(copy.folder)).toEqual(before);
});
