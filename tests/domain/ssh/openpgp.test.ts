import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject, findProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { openpgpKey, removeOpenpgpKey, renewOpenpgpKey } from "@/lib/domain/ssh/openpgp";
import { signCommits, signsCommits } from "@/lib/domain/ssh/signing";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { COMMITTER, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { git, makeUpstream, type Upstream } from "../../support/git";
import { unitId } from "../../support/loop";
import { checkSignature, signatureOf } from "../../support/openpgp";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

let admin: Actor;
let project: ProjectRow;
let upstream: Upstream;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});
beforeEach(async () => {
  const slug = `p${Math.random().toString(36).slice(2, 10)}`;
  await createProject(admin, { name: slug, slug, web: "https://example.org/" });
  project = await findProject(admin, slug);
  upstream = makeUpstream({ "l/en.json": '{"a": "Apple", "b": "Bean"}\n', "l/cs.json": "{}\n" });
});

async function connect(mergeStyle: string): Promise<ComponentRow> {
  const made = await createComponent(admin, project.slug, {
    ...{ name: "App", slug: "app", repo: upstream.url, push: upstream.url, mergeStyle, pushOnCommit: false },
    ...{ filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  });
  await importComponent(made.id, () => {});
  return findComponentById(admin, made.id);
}
const translate = async (component: ComponentRow, key: string, text: string) =>
  editUnit(admin, await unitId(component, "cs", key), { targets: [text], state: 20 });
/** Commits of upstream, newest first, as they are stored. */
const commits = () =>
  upstream
    .git("rev-list", "main")
    .trim()
    .split("\n")
    .map((sha) => upstream.git("cat-file", "commit", sha));

it.each(["rebase", "merge"])("commits are signed with the key of the project (%s)", async (style) => {
  const key = await renewOpenpgpKey(admin, project);
  expect(await signsCommits(admin, project)).toBe(true);
  const component = await connect(style);
  await translate(component, "a", "Jablko");
  expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
  upstream.commit({ "notes.txt": "1\n" });
  await translate(component, "b", "Fazole");
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jablko", b: "Fazole" });
  const ours = commits().filter((commit) => commit.includes("committer Loquat <noreply@loquat>"));
  expect(ours.length).toBe(style === "merge" ? 3 : 1);
  for (const commit of ours) {
    const { signature, payload } = signatureOf(commit);
    expect(checkSignature(key.publicKey, signature, payload)).toBe(true);
  }
  // The commits of others are as they were.
  expect(commits().filter((commit) => commit.includes("gpgsig")).length).toBe(ours.length);
  expect(upstream.git("fsck", "--strict", "--no-dangling")).toBe("");
});

it("squashed commits are signed too", async () => {
  const key = await renewOpenpgpKey(admin, project);
  const component = await connect("rebase");
  await translate(component, "a", "Jablko");
  await performOperation(component.repositoryId, "commit");
  await withWorkingCopy(component.repositoryId, async ({ copy }) => {
    const [base, head] = [(await copy.remoteHead()) ?? "", await copy.head()];
    const group = { message: "All", author: COMMITTER, paths: "rest" } as const;
    const made = await copy.squasher().byPaths(base, head, [group], COMMITTER);
    const { signature, payload } = signatureOf(git(copy.folder, "cat-file", "commit", made ?? ""));
    expect(checkSignature(key.publicKey, signature, payload)).toBe(true);
  });
});

it("nothing is signed any more when that is switched off, and no key is shown to others", async () => {
  await renewOpenpgpKey(admin, project);
  await signCommits(admin, project, false);
  const component = await connect("rebase");
  await translate(component, "a", "Jablko");
  await performOperation(component.repositoryId, "push");
  expect(commits().some((commit) => commit.includes("gpgsig"))).toBe(false);
  const stranger = await makePerson("stranger");
  await expect(openpgpKey(stranger, project)).rejects.toThrow();
  await expect(renewOpenpgpKey(stranger, project)).rejects.toThrow();
  await expect(removeOpenpgpKey(stranger, project)).rejects.toThrow();
});

it("a new key replaces the former one, and the private one is sealed", async () => {
  const [first, second] = [await renewOpenpgpKey(admin, project), await renewOpenpgpKey(admin, project)];
  expect(second.fingerprint).not.toBe(first.fingerprint);
  expect(await openpgpKey(admin, project)).toEqual(second);
  const [stored] = await textRows<{ secret: string }>(
    db,
    sql`select private_key as secret from openpgp_keys where project_id = ${project.id}`,
  );
  expect(stored?.secret).not.toMatch(/^openpgp:/);
  await removeOpenpgpKey(admin, project);
  expect(await openpgpKey(admin, project)).toBeUndefined();
  await expect(removeOpenpgpKey(admin, project)).rejects.toThrow("This project has no OpenPGP key.");
});
