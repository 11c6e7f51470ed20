import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gitDriver } from "@/lib/platform/vcs/git";
import { statusOf } from "@/lib/platform/vcs/git-status";
import { git, makeUpstream } from "../../support/git";

const root = mkdtempSync(join(tmpdir(), "loquat-status-"));
const clone = async (name: string) => {
  const upstream = makeUpstream({ "a.txt": "1\n" });
  const settings = { url: upstream.url, branch: "main", push: "", pushBranch: "" };
  return { settings, copy: await gitDriver.clone(join(root, name), settings) };
};
const CLEAN = "On branch main\nnothing to commit (use -u to show untracked files)";

it("a copy in order has the status of its branch, and another one is asked for its own", async () => {
  const [{ copy: first }, { copy: second }] = [await clone("first"), await clone("second")];
  expect(await first.status()).toBe(CLEAN);
  writeFileSync(join(second.folder, "a.txt"), "2\n");
  let caughtUp = 0;
  const catchUp = async () => void caughtUp++;
  expect(await statusOf(second.folder, "main", { inOrder: false, catchUp })).toContain("modified:   a.txt");
  expect(caughtUp).toBe(1);
  // What was not in order is asked again, and is no status of the branch.
  git(second.folder, "checkout", "--quiet", "--", "a.txt");
  expect(await statusOf(second.folder, "main", { inOrder: false, catchUp })).toBe(CLEAN);
  expect(await statusOf(second.folder, "main", { inOrder: true, catchUp })).toBe(CLEAN);
  expect(caughtUp).toBe(2);
});

it("a copy whose branches are packed, or stand in files of their own, knows them", async () => {
  const { copy, settings } = await clone("packed");
  const head = git(copy.folder, "rev-parse", "HEAD").trim();
  for (const how of ["files", "packed"]) {
    if (how === "packed") git(copy.folder, "pack-refs", "--all");
    const opened = await gitDriver.open(copy.folder, settings);
    expect([await opened?.head(), await opened?.remoteHead()], how).toEqual([head, head]);
  }
});
