import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { lockWords } from "@/app/ui/error-words";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { becauseWords } from "@/lib/domain/changes/because";
import { listAlerts } from "@/lib/domain/components/alerts";
import { type ComponentRow, findComponentById, setLock } from "@/lib/domain/components/components";
import { lockProject } from "@/lib/domain/components/lock-project";
import { mayAddLanguage } from "@/lib/domain/creation/add-language";
import { addSuggestion } from "@/lib/domain/discussion/suggestions";
import { retryPushes, startDueCommits } from "@/lib/domain/integrate/due-commits";
import { performOperation } from "@/lib/domain/integrate/operations";
import { listWork } from "@/lib/domain/statistics/remaining-work";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { demandUpload } from "@/lib/domain/uploads/upload";
import { db, sql } from "@/lib/platform/database";
import { textsOf } from "@/lib/text/messages/catalogue";
import type { Upstream } from "../../support/git";
import { type GitServer, serveGit } from "../../support/git-server";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

let admin: Actor;
let petra: Actor;
let server: GitServer | undefined;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const catalogue = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const KEYS = { a: "Apple", b: "Bean", c: "Carrot", d: "Date" };

/** A component that pushes to a server with a mind of its own. */
async function served(): Promise<{ component: ComponentRow; upstream: Upstream; remote: GitServer }> {
  const { component, upstream } = await connect(
    admin,
    { "l/en.json": catalogue(KEYS), "l/cs.json": catalogue({ a: "Jablko" }), "l/de.json": catalogue({ a: "Apfel" }) },
    { filemask: "l/*.json", template: "l/en.json", newBase: "l/en.json", fileFormat: "json", newLang: "add" },
  );
  const remote = await serveGit(upstream);
  server = remote;
  await db.run(
    sql`update repositories set url = ${remote.url}, push = ${remote.url} where id = ${component.repositoryId}`,
  );
  return { component, upstream, remote };
}

const translate = async (component: ComponentRow, key: string, text: string) =>
  editUnit(petra, await unitId(component, "cs", key), { targets: [text], state: 20 });
const push = ({ repositoryId }: ComponentRow) => performOperation(repositoryId, "push");
const anew = ({ id }: ComponentRow) => findComponentById(admin, id);
const alertOf = async ({ id }: ComponentRow) => (await listAlerts(id)).find(({ kind }) => kind === "PushFailure");
const locksTold = ({ id }: ComponentRow) =>
  textRows<{ action: number; details: Record<string, unknown> }>(
    db,
    sql`select action, details from changes where component_id = ${id} and action in (${ACTION.COMPONENT_LOCKED}, ${ACTION.COMPONENT_UNLOCKED}) order by id`,
  );

describe("a push that the remote refuses", () => {
  it.each([
    {
      kind: "protected-branch",
      words: "GitLab: You are not allowed to push code to protected branches on this project.",
    },
    { kind: "protected-branch", words: "error: GH006: Protected branch update failed for refs/heads/main." },
    { kind: "quota", words: "error: File a.bin is 142.30 MB; this exceeds GitHub's file size limit of 100.00 MB" },
    { kind: "credentials", words: "ERROR: Permission to trees/orchard denied to deploy key" },
    { kind: "hook", words: "Commit messages must name an issue." },
    { kind: "hook", words: "", shown: "pre-receive hook declined" },
  ])("is told of in the remote's own words: $kind, $words", async ({ kind, words, shown = words }) => {
    const { component, remote } = await served();
    remote.hook(`${words ? `echo "${words}" >&2` : ""}\nexit 1`);
    await translate(component, "b", "Fazole");
    const answer = await push(component);
    expect(answer.result).toBe(false);
    expect(answer.detail).toContain(`It says: ${shown}`);
    expect(await alertOf(component)).toMatchObject({ details: { kind, words: shown } });
    expect((await alertOf(component))?.details.error).toContain("[remote rejected] (pre-receive hook declined)");
    expect((await anew(component)).lockReason).toContain(shown);
  });

  it("is told of when the branch may not be replaced", async () => {
    const { component, upstream } = await served();
    await db.run(sql`update repositories set push_branch = 'l10n' where id = ${component.repositoryId}`);
    await translate(component, "b", "Fazole");
    expect(await push(component)).toEqual({ result: true });
    upstream.git("config", "receive.denyNonFastForwards", "true");
    upstream.commit({ "notes.txt": "2\n" });
    const answer = await push(component);
    expect(answer.detail).toMatch(/its branch l10n may not be replaced/);
    expect(await alertOf(component)).toMatchObject({ details: { kind: "non-fast-forward" } });
  });

  it("is told of when the account may not write, or the push is too large", async () => {
    const { component, remote } = await served();
    await translate(component, "b", "Fazole");
    remote.refusePush(403);
    expect((await push(component)).result).toBe(false);
    expect(await alertOf(component)).toMatchObject({ details: { kind: "credentials" } });
    remote.refusePush(413);
    expect((await push(component)).detail).toMatch(/limits of size/);
    expect(await alertOf(component)).toMatchObject({ details: { kind: "quota" } });
    remote.refusePush(null);
    expect(await push(component)).toEqual({ result: true });
    expect(await alertOf(component)).toBeUndefined();
  });
});

describe("the lock that a refused push makes", () => {
  async function refused() {
    const made = await served();
    made.remote.hook('echo "Not today." >&2\nexit 1');
    await translate(made.component, "b", "Fazole");
    expect((await push(made.component)).result).toBe(false);
    expect(await anew(made.component)).toMatchObject({ locked: true, lockedAuto: true });
    expect(await locksTold(made.component)).toMatchObject([
      { action: ACTION.COMPONENT_LOCKED, details: { auto: true, reason: expect.stringContaining("Not today.") } },
    ]);
    return made;
  }

  it("stops nobody, and the next success ends it", async () => {
    const { component, upstream, remote } = await refused();
    expect((await translate(component, "c", "Mrkev")).unit).toMatchObject({ targets: ["Mrkev"], state: 20 });
    const upload = {
      filename: "cs.json",
      bytes: Buffer.from("{}"),
      method: "translate",
      conflicts: "",
      fuzzy: "",
    } as const;
    await demandUpload(admin, await findTranslation(admin, await anew(component), "cs"), upload);
    await addSuggestion(petra, await unitId(component, "cs", "d"), ["Datle"]);
    expect(mayAddLanguage(admin, await anew(component))).toBe(true);
    const work = await listWork(admin, { projectId: component.projectId }, 10);
    expect(work.map((row) => row.locked)).toEqual([false, false]);
    remote.hook(null);
    expect(await push(component)).toEqual({ result: true });
    expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
    expect(await anew(component)).toMatchObject({ locked: false, lockedAuto: false, lockReason: "" });
    expect((await locksTold(component)).map(({ action }) => action)).toEqual([
      ACTION.COMPONENT_LOCKED,
      ACTION.COMPONENT_UNLOCKED,
    ]);
  });

  it("pauses what nobody asked for, an hour at a time", async () => {
    const { component, upstream, remote } = await refused();
    remote.hook(null);
    await translate(component, "c", "Mrkev");
    await db.run(sql`
      update pending_changes set created_at = now() - interval '30 days'
      where translation_id in (select id from translations where component_id = ${component.id})`);
    expect([await startDueCommits(), await retryPushes()]).toEqual([0, 0]);
    upstream.commit({ "notes.txt": "2\n" });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jablko" });
    await db.run(
      sql`update alerts set updated_at = now() - interval '61 minutes' where component_id = ${component.id}`,
    );
    expect(await retryPushes()).toBe(1);
    const tasks = await textRows(
      db,
      sql`select payload from tasks where component_id = ${component.id} order by created_at desc limit 1`,
    );
    expect(tasks).toMatchObject([{ payload: { repository: component.repositoryId, operation: "push" } }]);
    expect(await retryPushes()).toBe(0);
    expect(await push(component)).toEqual({ result: true });
    expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
    expect((await anew(component)).locked).toBe(false);
  });

  it("does not hold back what a person asks for", async () => {
    const { component, upstream, remote } = await refused();
    remote.hook(null);
    upstream.commit({ "notes.txt": "2\n" });
    expect(await performOperation(component.repositoryId, "pull", undefined, { askedBy: admin.userId })).toEqual({
      result: true,
    });
    expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jablko", b: "Fazole" });
    expect((await anew(component)).locked).toBe(false);
  });

  it("says why to readers of other languages, and nothing of it is left in a person's lock", async () => {
    const { component } = await refused();
    const locked = await anew(component);
    expect(lockWords(textsOf("en"), locked)).toBe(locked.lockReason);
    const german = lockWords(textsOf("de"), locked);
    expect(german).toContain("Not today.");
    expect(german).not.toBe(locked.lockReason);
    const [line] = await locksTold(component);
    expect(becauseWords(textsOf("de"), line?.details ?? {})).toBe(german);
    await setLock(admin, locked, true, "moving house");
    expect(lockWords(textsOf("de"), await anew(component))).toBe("moving house");
    await setLock(admin, await anew(component), true, "");
    expect(lockWords(textsOf("de"), await anew(component))).toBe("moving house");
    await setLock(admin, await anew(component), false);
    expect(await anew(component)).toMatchObject({ lockReason: "", lockReasonSaid: null });
  });

  it("is left alone when a person locks while it would end", async () => {
    const { component, remote } = await refused();
    remote.hook(null);
    remote.duringPush(async () => setLock(admin, await anew(component), true, "moving house"));
    expect(await push(component)).toEqual({ result: true });
    expect(await anew(component)).toMatchObject({ locked: true, lockedAuto: false, lockReason: "moving house" });
  });

  it.each([
    ["a person", (component: ComponentRow) => setLock(admin, component, true, "moving house")],
    ["a person who locks the project", (component: ComponentRow) => lockProject(admin, component.project, true)],
  ])("gives way to that of %s, which stops edits and no success ends", async (_, lock) => {
    const { component, remote } = await refused();
    await lock(await anew(component));
    await expect(translate(component, "c", "Mrkev")).rejects.toMatchObject({ denial: { reason: "locked" } });
    expect(mayAddLanguage(admin, await anew(component))).toBe(false);
    expect(await locksTold(component)).toHaveLength(1);
    expect((await push(component)).result).toBe(false);
    expect(await anew(component)).toMatchObject({ locked: true, lockedAuto: false });
    remote.hook(null);
    expect(await push(component)).toEqual({ result: true });
    expect(await anew(component)).toMatchObject({ locked: true, lockedAuto: false });
    await setLock(admin, await anew(component), false);
    expect((await translate(component, "c", "Mrkev")).unit).toMatchObject({ targets: ["Mrkev"] });
  });
});
