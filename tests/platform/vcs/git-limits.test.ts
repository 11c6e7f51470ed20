import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { gitDriver } from "@/lib/platform/vcs/git";
import { demandLimits, readBlob, readOrdinaryFile } from "@/lib/platform/vcs/git-limits";
import { git } from "../../support/git";

/** Repositories of a few kilobytes that stand for more than fits on a disk. */

const root = mkdtempSync(join(tmpdir(), "loquat-limits-"));
const upstream = join(root, "upstream");
const settings = { url: upstream, branch: "main", push: "", pushBranch: "" };
const before = environment();

function run(args: string[], input?: string | Buffer): string {
  return execFileSync("git", ["-C", upstream, ...args], { input, encoding: "utf8", maxBuffer: 1e9 }).trim();
}

/** A tree that names the same thing many times, level above level. */
function nested(blob: string, levels: number): string {
  const names = Array.from({ length: 10 }, (_, at) => `n${at}`);
  let tree = run(["mktree"], names.map((name) => `100644 blob ${blob}\t${name}\n`).join(""));
  for (let level = 1; level < levels; level++)
    tree = run(["mktree"], names.map((name) => `040000 tree ${tree}\t${name}\n`).join(""));
  return tree;
}

function commit(tree: string): string {
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
  const made = run([...who, "commit-tree", tree, "-m", "Grow"]);
  run(["update-ref", "refs/heads/main", made]);
  return made;
}

const small = () => run(["hash-object", "-w", "--stdin"], "x\n");

/** The same beside so many files that git fetches them as a pack, in which it finds an object fast. */
function bomb(): string {
  const blobs = Array.from({ length: 200 }, (_, at) => `blob\nmark :${at + 1}\ndata ${String(at).length}\n${at}\n`);
  const marks = Array.from({ length: 200 }, (_, at) => `get-mark :${at + 1}\n`);
  const ids = run(["fast-import", "--quiet"], [...blobs, ...marks].join("")).split("\n");
  const files = run(["mktree"], ids.map((id, at) => `100644 blob ${id}\tf${at}\n`).join(""));
  return run(["mktree"], `040000 tree ${files}\tfiles\n040000 tree ${nested(small(), 9)}\tnested\n`);
}

beforeAll(() => {
  execFileSync("git", ["init", "-q", "--bare", "-b", "main", upstream]);
  setEnvironment({ ...before, localRepositories: [root] });
});
afterAll(() => {
  setEnvironment(before);
  rmSync(root, { recursive: true, force: true });
});

describe("a repository that is too large", () => {
  it("is refused by the number of its files before any of them is there", async () => {
    commit(bomb());
    const folder = join(root, "bomb");
    const start = Date.now();
    await expect(gitDriver.clone(folder, settings)).rejects.toMatchObject({
      problem: "too-large",
      message: "The repository has more than 300,000 files, which is the limit.",
    });
    expect(Date.now() - start).toBeLessThan(30_000);
    expect(existsSync(folder)).toBe(false);
  });

  it("is refused when it grows, and the copy stays as it was", async () => {
    const first = commit(nested(small(), 1));
    const folder = join(root, "grown");
    const copy = await gitDriver.clone(folder, settings);
    commit(bomb());
    await expect(copy.fetch()).rejects.toMatchObject({ problem: "too-large" });
    expect(await copy.remoteHead()).toBe(first);
    expect(await copy.head()).toBe(first);
    const next = commit(nested(run(["hash-object", "-w", "--stdin"], "y\n"), 1));
    expect(await copy.fetch()).toBe(next);
  });

  it("is counted in files and in bytes", async () => {
    const made = commit(nested(small(), 2));
    const { folder } = await gitDriver.clone(join(root, "counted"), settings);
    const within = { files: 100, listing: 1_000_000, bytes: 200 };
    await demandLimits(folder, made, within);
    const refusal = (message: string) => expect.objectContaining({ problem: "too-large", message });
    await expect(demandLimits(folder, made, { ...within, files: 99 })).rejects.toEqual(
      refusal("The repository has more than 99 files, which is the limit."),
    );
    await expect(demandLimits(folder, made, { ...within, bytes: 199 })).rejects.toMatchObject({
      problem: "too-large",
      message: expect.stringContaining("GB of files"),
    });
    await expect(demandLimits(folder, made, { ...within, listing: 1000 })).rejects.toMatchObject({
      problem: "too-large",
    });
  });

  it("gives no file of more than 256 MB", async () => {
    commit(nested(small(), 1));
    const copy = await gitDriver.clone(join(root, "large"), settings);
    const input = Buffer.alloc(256_000_001);
    const store = ["-C", copy.folder, "hash-object", "-w", "--stdin"];
    const blob = execFileSync("git", store, { input, encoding: "utf8" }).trim();
    truncateSync(join(copy.folder, "n0"), input.length);
    const wrong = { name: "FormatError", message: "The file is larger than 256 MB." };
    await expect(copy.read(blob, "n0")).rejects.toMatchObject(wrong);
    await expect(copy.read(blob)).rejects.toMatchObject(wrong);
  });

  it("gives a file that is just as large as may be", async () => {
    const made = commit(nested(small(), 1));
    const copy = await gitDriver.clone(join(root, "just"), settings);
    const blob = git(copy.folder, "rev-parse", `${made}:n0`).trim();
    expect(Buffer.from(await readBlob(copy.folder, blob, 2)).toString()).toBe("x\n");
    await expect(readBlob(copy.folder, blob, 1)).rejects.toMatchObject({ name: "FormatError" });
    const file = join(copy.folder, "n0");
    expect(Buffer.from((await readOrdinaryFile(file, 2)) ?? "").toString()).toBe("x\n");
    await expect(readOrdinaryFile(file, 1)).rejects.toMatchObject({ name: "FormatError" });
  });
});
