import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon } from "@/lib/domain/addons/addons";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findProject } from "@/lib/domain/projects/projects";
import { keyInUse } from "@/lib/domain/ssh/keys";
import { signCommits, signsCommits } from "@/lib/domain/ssh/signing";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { gitHome } from "@/lib/platform/vcs/git-command";
import type { Upstream } from "../../support/git";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** Commits that are signed with the project's SSH key, as git itself judges them. */

let admin: Actor;
let stranger: Actor;
const place = mkdtempSync(join(tmpdir(), "loquat-signers-"));
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  stranger = await makePerson("petra");
});
afterAll(() => {
  rmSync(place, { recursive: true, force: true });
  // Keys lie in files only while they are used.
  expect(readdirSync(gitHome()).filter((name) => name.startsWith("ssh-"))).toEqual([]);
});

const FILES = { "l/en.json": '{"a": "Apple", "b": "Pear"}\n', "l/cs.json": '{"a": "", "b": ""}\n' };

async function start(mergeStyle: "rebase" | "merge", signs = true) {
  const { component, upstream } = await connect(admin, FILES, {
    ...{ filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    ...{ pushOnCommit: false, mergeStyle },
  });
  const project = await findProject(admin, await slugOf(component));
  if (signs) await signCommits(admin, project, true);
  return { component, upstream, project };
}

const slugOf = async (component: ComponentRow) =>
  (await textRow<{ slug: string }>(db, sql`select slug from projects where id = ${component.projectId}`))?.slug ?? "";
const save = async (component: ComponentRow, source: string, text: string) =>
  editUnit(admin, await unitId(component, "cs", source), { targets: [text], state: 20 });
const done = async (component: ComponentRow, operation: Parameters<typeof performOperation>[1]) =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });

/** What git says of the signatures of the upstream's commits, newest first: G good, N none. */
function signatures(upstream: Upstream, key: string): string {
  const signers = join(place, "signers");
  writeFileSync(signers, `* ${key.split(" ").slice(0, 2).join(" ")}\n`);
  return upstream
    .git("-c", `gpg.ssh.allowedSignersFile=${signers}`, "log", "--format=%G?", "--first-parent", "main")
    .trim()
    .replaceAll("\n", "");
}

it("commits are signed, those that are made anew on top of upstream's, too", async () => {
  const { component, upstream, project } = await start("rebase");
  await save(component, "a", "Jablko");
  await done(component, "commit");
  upstream.commit({ "README.md": "More.\n" });
  await done(component, "pull");
  await save(component, "b", "Hruška");
  await done(component, "push");
  const { publicKey } = await keyInUse(admin, project);
  expect(signatures(upstream, publicKey)).toMatch(/^GG?NN$/);
  expect(upstream.read("l/cs.json")).toContain("Jablko");
});

it("merges are signed", async () => {
  const { component, upstream, project } = await start("merge");
  await save(component, "a", "Jablko");
  await done(component, "commit");
  upstream.commit({ "README.md": "More.\n" });
  await done(component, "push");
  const { publicKey } = await keyInUse(admin, project);
  expect(upstream.git("log", "-1", "--format=%P", "main").trim().split(" ")).toHaveLength(2);
  expect(signatures(upstream, publicKey)).toMatch(/^G/);
});

it("commits that are squashed are signed", async () => {
  const { component, upstream, project } = await start("rebase");
  await installAddon(admin, { component }, { name: "weblate.git.squash", configuration: { squash: "all" } });
  await save(component, "a", "Jablko");
  await done(component, "commit");
  await save(component, "b", "Hruška");
  await done(component, "push");
  const { publicKey } = await keyInUse(admin, project);
  expect(signatures(upstream, publicKey)).toBe("GN");
});

it("nothing is signed where nobody asked for it, and no longer after that was taken back", async () => {
  const { component, upstream, project } = await start("rebase", false);
  await save(component, "a", "Jablko");
  await done(component, "push");
  expect(await signsCommits(admin, project)).toBe(false);
  await signCommits(admin, project, true);
  await save(component, "b", "Hruška");
  await done(component, "push");
  await signCommits(admin, project, false);
  await save(component, "b", "Hruška!");
  await done(component, "push");
  const { publicKey } = await keyInUse(admin, project);
  expect(signatures(upstream, publicKey)).toBe("NGNN");
});

it("who may not edit the project neither sees nor changes it", async () => {
  const { project } = await start("rebase", false);
  await expect(signsCommits(stranger, project)).rejects.toThrow();
  await expect(signCommits(stranger, project, true)).rejects.toThrow();
  expect(await signsCommits(admin, project)).toBe(false);
});
