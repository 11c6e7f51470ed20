import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  beginUpdate,
  requestUpdates,
  retryPulls,
  secondsUntilUpdate,
  startDueCommits,
} from "@/lib/domain/integrate/due-commits";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { bareComponent, bareProject, bareRepository } from "../../support/places";
import { textRow, textRows } from "../../support/text-rows";

interface Task {
  kind: string;
  payload: unknown;
  projectId: number | null;
  componentId: number | null;
}
const tasks = () =>
  textRows<Task>(db, sql`select kind, payload, project_id, component_id from tasks order by created_at, id`);

let project: number;
let repository: number;
let component: number;
let translation: number;

async function translationOf(of: number): Promise<number> {
  const row = await textRow<{ id: number }>(
    db,
    sql`
    insert into translations (component_id, language_id, plural_id, language_code, filename)
    select ${of}, l.id, (select min(id) from plurals q where q.language_id = l.id), 'cs', 'cs.po' from languages l where l.code = 'cs' returning id`,
  );
  return row?.id ?? 0;
}

let hash = 0;
const wait = (hours: number, given: { error?: string; commit?: string; of?: number } = {}) =>
  db.run(sql`
    insert into pending_changes (translation_id, id_hash, context, state, author_name, author_email, created_at, error, "commit")
    values (${given.of ?? translation}, ${++hash}, '', 20, 'Petra', 'petra@example.org', now() - make_interval(secs => ${hours * 3600}),
      ${given.error ?? ""}, ${given.commit ?? null})`);

beforeAll(async () => {
  project = await bareProject();
});
beforeEach(async () => {
  repository = await bareRepository();
  component = await bareComponent(project, { repositoryId: repository });
  translation = await translationOf(component);
});
afterEach(async () => {
  await db.run(sql`delete from tasks`);
  await db.run(sql`delete from pending_changes`);
});

describe("commits that are due", () => {
  const commit = () => ({
    kind: "repository-operation",
    payload: { repository, operation: "commit" },
    projectId: project,
    componentId: component,
  });

  it("start once the oldest edit has waited as long as the repository says", async () => {
    await wait(23.9);
    expect(await startDueCommits()).toBe(0);
    expect(await tasks()).toEqual([]);
    await wait(24.1);
    expect(await startDueCommits()).toBe(1);
    expect(await tasks()).toMatchObject([commit()]);
    await db.run(sql`delete from tasks`);
    await db.run(sql`update repositories set commit_pending_age = 48 where id = ${repository}`);
    expect(await startDueCommits()).toBe(0);
  });

  it("do not start again while one waits or runs, and do once it has ended", async () => {
    await wait(30);
    expect(await startDueCommits()).toBe(1);
    expect(await startDueCommits()).toBe(0);
    await db.run(sql`update tasks set state = 'running'`);
    expect(await startDueCommits()).toBe(0);
    await db.run(sql`update tasks set state = 'failed'`);
    expect(await startDueCommits()).toBe(1);
  });

  it("are not held up by work on another repository, or of another kind", async () => {
    await wait(30);
    await inTransaction((tx) => requestUpdates(tx, [{ id: repository }]));
    const other = await bareComponent(project);
    await wait(30, { of: await translationOf(other) });
    expect(await startDueCommits()).toBe(2);
  });

  it("never start for an edit that the file refused: it would be refused at every sweep", async () => {
    await wait(30, { error: "The file cannot be read." });
    expect(await startDueCommits()).toBe(0);
    await wait(30);
    expect(await startDueCommits()).toBe(1);
  });

  it("never start for an edit that is committed", async () => {
    await wait(30, { commit: "a".repeat(40) });
    expect(await startDueCommits()).toBe(0);
  });

  it("never start for a removed component", async () => {
    await wait(30);
    await db.run(sql`update components set removed_at = now() where id = ${component}`);
    expect(await startDueCommits()).toBe(0);
  });

  it("are one for all components of a repository, in the name of its first", async () => {
    const second = await bareComponent(project, { repositoryId: repository, linkedTo: component });
    await wait(30);
    await wait(30, { of: await translationOf(second) });
    expect(await startDueCommits()).toBe(1);
    expect(await tasks()).toMatchObject([commit()]);
  });
});

describe("updates that are wanted", () => {
  const want = () =>
    inTransaction((tx) => requestUpdates(tx, [{ id: repository, projectId: project, componentId: component }]));

  it("are one until it has begun, and one more while it runs", async () => {
    expect([await want(), await want(), await want()]).toEqual([1, 0, 0]);
    expect(await tasks()).toMatchObject([
      { kind: "update-repository", payload: { repository }, projectId: project, componentId: component },
    ]);
    await beginUpdate(repository);
    expect([await want(), await want()]).toEqual([1, 0]);
    expect(await tasks()).toHaveLength(2);
  });

  it("are asked for repository by repository", async () => {
    const other = await bareRepository();
    await want();
    expect(await inTransaction((tx) => requestUpdates(tx, [{ id: other }, { id: repository }]))).toBe(1);
    await beginUpdate(other);
    expect(await want()).toBe(0);
    expect(await inTransaction((tx) => requestUpdates(tx, [{ id: 999_999 }]))).toBe(0);
  });

  it("count no more once their task has ended without beginning", async () => {
    await want();
    await db.run(sql`update tasks set state = 'failed'`);
    expect(await want()).toBe(1);
    await db.run(sql`update tasks set state = 'running' where state = 'pending'`);
    expect(await want()).toBe(0);
  });

  it("keep a minute's distance from the last pull", async () => {
    expect(await secondsUntilUpdate(repository)).toBe(0);
    await db.run(sql`update repositories set fetched_at = now() - interval '20 seconds' where id = ${repository}`);
    expect(await secondsUntilUpdate(repository)).toBeGreaterThan(30);
    expect(await secondsUntilUpdate(repository)).toBeLessThanOrEqual(40);
    await db.run(sql`update repositories set fetched_at = now() - interval '61 seconds' where id = ${repository}`);
    expect(await secondsUntilUpdate(repository)).toBe(0);
    expect(await secondsUntilUpdate(999_999)).toBe(0);
  });
});

describe("pulls that failed", () => {
  const fail = (kind: string, firstHours: number, lastHours: number) =>
    db.run(sql`
      insert into alerts (component_id, kind, created_at, updated_at)
      values (${component}, ${kind}, now() - make_interval(secs => ${firstHours * 3600}), now() - make_interval(secs => ${lastHours * 3600}))`);
  afterEach(() => db.run(sql`delete from alerts where component_id = ${component}`));

  it.each(["MergeFailure", "UpdateFailure"])("are tried again after an hour (%s)", async (kind) => {
    await fail(kind, 1.01, 1.01);
    expect(await retryPulls()).toBe(1);
    expect(await tasks()).toMatchObject([
      { kind: "repository-operation", payload: { repository, operation: "pull" }, componentId: component },
    ]);
    // It is under way now.
    expect(await retryPulls()).toBe(0);
  });

  it.each([
    ["within the hour", "UpdateFailure", 0.9, 0.9],
    ["before a quarter of the time that they have been failing has passed", "UpdateFailure", 40, 7],
    ["for another reason than a pull", "PushFailure", 5, 5],
  ])("are not tried %s", async (_when, kind, first, last) => {
    await fail(kind, first, last);
    expect(await retryPulls()).toBe(0);
  });

  it.each([
    [40, 10.1],
    [2000, 24.1],
  ])("are tried once more when the first failure was %d hours ago and the last one %d", async (first, last) => {
    await fail("UpdateFailure", first, last);
    expect(await retryPulls()).toBe(1);
  });

  it("are not tried while one of the repository's components failed just now", async () => {
    await fail("UpdateFailure", 5, 5);
    await fail("MergeFailure", 0.1, 0.1);
    expect(await retryPulls()).toBe(0);
  });
});
