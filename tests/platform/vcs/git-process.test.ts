import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { tool } from "@/lib/platform/vcs/git-command";
import { git } from "../../support/git";

/** Git is run by a small process beside this one. */

function makeRepository(content: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "loquat-git-process-"));
  git(folder, "init", "--quiet", "--initial-branch=main");
  writeFileSync(join(folder, "file"), content);
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "-m", "Start");
  return folder;
}

/** The process that runs git for this one. */
const runner = (): number =>
  Number(execFileSync("pgrep", ["-P", String(process.pid), "-f", "git.cjs"], { encoding: "utf8" }));

/** Something that runs instead of git, and does not end. */
function endless(folder: string): [string, string] {
  const script = join(folder, "endless.sh");
  writeFileSync(script, `touch "${folder}/begun"; exec sleep 20\n`);
  return ["/bin/sh", script];
}

it("gives what git printed, as text or byte for byte", async () => {
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 256));
  const folder = makeRepository(content);
  expect((await tool(folder).raw("rev-parse", "HEAD")).trim()).toBe(git(folder, "rev-parse", "HEAD").trim());
  expect((await tool(folder).showBuffer(["HEAD:file"])).equals(content)).toBe(true);
  const many = await Promise.all(Array.from({ length: 20 }, () => tool(folder).raw("cat-file", "-s", "HEAD:file")));
  expect(new Set(many)).toEqual(new Set(["300000\n"]));
});

it("fails with what git says", async () => {
  const folder = makeRepository(Buffer.from("a"));
  await expect(tool(folder).raw("rev-parse", "--verify", "nothing")).rejects.toThrow(/Needed a single revision/);
  await expect(tool(join(folder, "not-there")).raw("status")).rejects.toThrow(/does not exist/);
});

it("ends a call that prints more than it may", async () => {
  const folder = makeRepository(Buffer.alloc(3_000_000, "a"));
  const end = new AbortController();
  await expect(tool(folder, { most: { bytes: 100_000, end } }).showBuffer(["HEAD:file"])).rejects.toThrow();
  expect(end.signal.aborted).toBe(true);
});

it("fails when the process dies, and the next call has a new one", async () => {
  const folder = makeRepository(Buffer.from("a"));
  const left = tool(folder, { program: endless(folder) }).raw("status");
  const failed = expect(left).rejects.toThrow("The process that runs git ended.");
  await vi.waitFor(() => git(folder, "ls-files", "--error-unmatch", "--others", "begun"), 10_000);
  process.kill(runner(), "SIGKILL");
  await failed;
  expect(await tool(folder).raw("cat-file", "-s", "HEAD:file")).toBe("1\n");
});

it("goes on when a terminal ends everything at once, as whoever it works for ends in order", async () => {
  const folder = makeRepository(Buffer.from("a"));
  await tool(folder).raw("status");
  const before = runner();
  process.kill(before, "SIGINT");
  process.kill(before, "SIGTERM");
  expect(await tool(folder).raw("cat-file", "-s", "HEAD:file")).toBe("1\n");
  expect(runner()).toBe(before);
});
