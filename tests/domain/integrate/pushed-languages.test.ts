import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listAlerts } from "@/lib/domain/components/alerts";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { removeLanguageFile, writeLanguageFile } from "@/lib/domain/creation/language-files";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
import { retryPushes } from "@/lib/domain/integrate/due-commits";
import { componentRepositoryStatus, performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { undoHere } from "@/lib/domain/undo/undo";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { fileDrift } from "../../support/differences";
import type { Upstream } from "../../support/git";
import { type GitServer, serveGit } from "../../support/git-server";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Commits that add or remove the file of a language are pushed like those of translations. */

let petra: Actor;
let server: GitServer | undefined;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const json = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const CS = json({ quit: "Konec" });
const begin = (settings: { pushOnCommit?: boolean; mergeStyle?: string } = {}) =>
  connect(
    petra,
    { "l/en.json": json({ quit: "Quit" }), "l/cs.json": CS },
    { filemask: "l/*.json", template: "l/en.json", newBase: "l/en.json", fileFormat: "json", ...settings },
  );

/** What the task of a language that came does. */
const write = async (component: ComponentRow, code: string) =>
  writeLanguageFile(component.repositoryId, (await findTranslation(petra, component, code)).id);
async function add(component: ComponentRow, code: string) {
  await beginLanguage(petra, component, code);
  return write(component, code);
}
async function remove(component: ComponentRow, code: string) {
  const translation = await findTranslation(petra, component, code);
  const operation = await removeLanguageFrom(petra, translation);
  const { repositoryId: repository, id } = component;
  const { filename } = translation;
  return { operation, report: await removeLanguageFile({ repository, component: id, filename, language: "Czech" }) };
}

const filesOf = (upstream: Upstream) =>
  upstream.git("ls-tree", "--name-only", "-r", "main", "l").trim().split("\n").sort();
const toPush = async ({ id }: ComponentRow) =>
  (await componentRepositoryStatus(petra, await findComponentById(petra, id))).toPush;
const MADE = { commit: expect.stringMatching(/^[0-9a-f]{40}$/) };
async function expectPushed(component: ComponentRow): Promise<void> {
  expect(await toPush(component)).toBe(0);
  expect(await fileDrift(component)).toEqual([]);
  expect(await counterDrift()).toEqual([]);
}

describe.each(["rebase", "merge"])("where every commit is pushed, with %s", (mergeStyle) => {
  it("a language that is added is upstream at once", async () => {
    const { component, upstream } = await begin({ mergeStyle });
    upstream.commit({ "notes.txt": "Upstream goes on.\n" });
    const report = await add(component, "de");
    const { id: translation } = await findTranslation(petra, component, "de");
    expect(report).toEqual({ translation, ...MADE });
    expect(filesOf(upstream)).toEqual(["l/cs.json", "l/de.json", "l/en.json"]);
    await expectPushed(component);
  });

  it("a language that is removed is gone upstream at once, and back once the removal is undone", async () => {
    const { component, upstream } = await begin({ mergeStyle });
    upstream.commit({ "notes.txt": "Upstream goes on.\n" });
    const { operation, report } = await remove(component, "cs");
    expect(report).toEqual(MADE);
    expect(filesOf(upstream)).toEqual(["l/en.json"]);
    await expectPushed(component);
    await undoHere(petra, operation, { plan: false });
    await write(component, "cs");
    expect(upstream.read("l/cs.json")).toBe(CS);
    await expectPushed(component);
  });
});

describe("where commits wait for a push", () => {
  it("languages that are added or removed wait, too", async () => {
    const { component, upstream } = await begin({ pushOnCommit: false });
    await add(component, "de");
    await remove(component, "cs");
    expect(filesOf(upstream)).toEqual(["l/cs.json", "l/en.json"]);
    expect(await toPush(component)).toBe(2);
  });
});

describe("a push of languages that the remote refuses", () => {
  async function refused() {
    const { component, upstream } = await begin();
    const remote = await serveGit(upstream);
    server = remote;
    await db.run(
      sql`update repositories set url = ${remote.url}, push = ${remote.url} where id = ${component.repositoryId}`,
    );
    remote.hook('echo "Not today." >&2\nexit 1');
    return { component, upstream, remote };
  }
  const alertsOf = async ({ id }: ComponentRow) => (await listAlerts(id)).map(({ kind }) => kind);

  it.each(["added", "removed"])("is told of, and the language that was %s is in the next push", async (what) => {
    const { component, upstream, remote } = await refused();
    const report = what === "added" ? await add(component, "de") : (await remove(component, "cs")).report;
    expect(report).toMatchObject({ ...MADE, result: false, detail: expect.stringContaining("Not today.") });
    expect(await alertsOf(component)).toContain("PushFailure");
    expect(filesOf(upstream)).toEqual(["l/cs.json", "l/en.json"]);
    expect(await toPush(component)).toBe(1);
    remote.hook(null);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(filesOf(upstream)).toEqual(what === "added" ? ["l/cs.json", "l/de.json", "l/en.json"] : ["l/en.json"]);
    expect(await alertsOf(component)).not.toContain("PushFailure");
    await expectPushed(component);
  });

  it("is not tried again with the next language before the pause is over", async () => {
    const { component, upstream, remote } = await refused();
    await add(component, "de");
    remote.hook(null);
    expect((await remove(component, "cs")).report).toEqual(MADE);
    expect(filesOf(upstream)).toEqual(["l/cs.json", "l/en.json"]);
    expect(await toPush(component)).toBe(2);
    await db.run(
      sql`update alerts set updated_at = now() - interval '61 minutes' where component_id = ${component.id}`,
    );
    expect(await retryPushes()).toBe(1);
  });

  it("leaves edits of the new language to the push that follows", async () => {
    const { component, upstream, remote } = await refused();
    await add(component, "de");
    await editUnit(petra, await unitId(component, "de", "quit"), { targets: ["Ende"], state: 20 });
    remote.hook(null);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(JSON.parse(upstream.read("l/de.json"))).toEqual({ quit: "Ende" });
    await expectPushed(component);
  });
});
