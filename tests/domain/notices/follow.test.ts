import { beforeEach, describe, expect, it } from "vitest";
import { type Actor, SERVICE } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { type ChangeLine, record } from "@/lib/domain/changes/record";
import { followForNotices } from "@/lib/domain/notices/follow";
import { db, inTransaction, type Sql, sql } from "@/lib/platform/database";
import { ledgerReadable } from "../../support/ledger";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject } from "../../support/places";
import { textRow, textRows } from "../../support/text-rows";

/** Who is told of what: scopes, frequencies, languages, rights, and what the cursor promises. */

let serial = 0;
const person = (options: { superuser?: boolean } = {}) => makePerson(`n${++serial}`, options);

let project: number;
let component: number;
let actor: Actor;

beforeEach(async () => {
  await ledgerReadable();
  await followForNotices();
  await db.run(sql`delete from subscriptions`);
  await db.run(sql`delete from notices`);
  project = await bareProject();
  component = await bareComponent(project);
  actor = await person();
  await db.run(sql`delete from subscriptions`);
});

const idOf = async (statement: Sql) => (await textRow<{ id: number }>(db, statement))?.id ?? 0;

const translation = (language: string, componentId = component) =>
  idOf(sql`
    insert into translations (component_id, language_id, plural_id, language_code, filename)
    select ${componentId}, l.id, (select min(p.id) from plurals p where p.language_id = l.id), l.code, l.code || '.po'
    from languages l where l.code = ${language} returning id`);

const watch = (who: Actor, projectId = project) =>
  db.run(sql`insert into watches (user_id, project_id) values (${who.userId}, ${projectId})`);

const subscribe = (
  who: Actor,
  notification: string,
  scope: number,
  frequency = 1,
  place: { project?: number; component?: number } = {},
) =>
  db.run(sql`
    insert into subscriptions (user_id, notification, scope, frequency, project_id, component_id)
    values (${who.userId}, ${notification}, ${scope}, ${frequency}, ${place.project ?? null}, ${place.component ?? null})`);

const happen = (lines: Partial<ChangeLine>[], by: Actor = actor) =>
  inTransaction((tx) =>
    record(
      tx,
      by,
      lines.map((line) => ({ action: ACTION.COMPONENT_LOCKED, projectId: project, componentId: component, ...line })),
    ),
  );

interface Told {
  userId: number;
  notification: string;
  frequency: number;
  count: number;
  unmailed: number;
  changes: string[];
}

async function told(): Promise<Told[]> {
  await ledgerReadable();
  await followForNotices();
  return textRows<Told>(
    db,
    sql`select user_id, notification, frequency, count, unmailed, changes from notices order by user_id, notification`,
  );
}

/** For each person that is told, the frequency. */
const frequencies = async () => (await told()).map((row) => [row.userId, row.frequency]);

describe("a subscription", () => {
  it("to all is told of every project, one to watched projects of those alone", async () => {
    const [all, watching, elsewhere] = [await person(), await person(), await person()];
    await db.run(sql`delete from subscriptions`);
    await subscribe(all, "LockNotification", 0, 2);
    await subscribe(watching, "LockNotification", 10, 3);
    await subscribe(elsewhere, "LockNotification", 10, 3);
    await watch(watching);
    await watch(elsewhere, await bareProject());
    await happen([{}]);
    expect(await frequencies()).toEqual([
      [all.userId, 2],
      [watching.userId, 3],
    ]);
  });

  it("to one project or component is told of that one", async () => {
    const [here, there, mine, other] = [await person(), await person(), await person(), await person()];
    await db.run(sql`delete from subscriptions`);
    await subscribe(here, "LockNotification", 30, 1, { project });
    await subscribe(there, "LockNotification", 30, 1, { project: await bareProject() });
    await subscribe(mine, "LockNotification", 40, 1, { component });
    await subscribe(other, "LockNotification", 40, 1, { component: await bareComponent(project) });
    await happen([{}]);
    expect(await frequencies()).toEqual([
      [here.userId, 1],
      [mine.userId, 1],
    ]);
  });

  it("to administered projects is told to their teams; to superusers where there is none", async () => {
    const [member, root] = [await person(), await person({ superuser: true })];
    await db.run(sql`delete from subscriptions`);
    for (const who of [member, root]) await subscribe(who, "LockNotification", 20);
    await happen([{}]);
    expect(await frequencies()).toEqual([[root.userId, 1]]);
    await db.run(sql`delete from notices`);
    const team = await idOf(
      sql`insert into teams (name, defining_project_id) values ('Administration', ${project}) returning id`,
    );
    await db.run(sql`insert into team_projects (team_id, project_id) values (${team}, ${project})`);
    await db.run(
      sql`insert into team_roles (team_id, role_id) select ${team}, id from roles where name = 'Administration'`,
    );
    await db.run(sql`insert into team_members (team_id, user_id) values (${team}, ${member.userId})`);
    await happen([{}]);
    expect(await frequencies()).toEqual([[member.userId, 1]]);
  });

  it("of the more specific scope counts, even where it says never", async () => {
    const who = await person();
    await db.run(sql`delete from subscriptions`);
    await watch(who);
    await subscribe(who, "LockNotification", 0, 4);
    await subscribe(who, "LockNotification", 10, 3);
    await subscribe(who, "LockNotification", 30, 2, { project });
    await happen([{}]);
    expect(await frequencies()).toEqual([[who.userId, 2]]);
    await db.run(sql`delete from notices`);
    await subscribe(who, "LockNotification", 40, 0, { component });
    await happen([{}]);
    expect(await told()).toEqual([]);
  });

  it("that is met by two kinds tells of a line once, at once rather than later", async () => {
    const who = await person();
    await db.run(sql`delete from subscriptions`);
    await subscribe(who, "TranslatedStringNotificaton", 0, 2);
    await subscribe(who, "ChangedStringNotificaton", 0, 1);
    await happen([{ action: ACTION.TRANSLATION_CHANGED }]);
    expect(await told()).toMatchObject([{ notification: "ChangedStringNotificaton", frequency: 1, count: 1 }]);
  });
});

describe("nobody is told", () => {
  it("of their own acts", async () => {
    await subscribe(actor, "LockNotification", 0);
    await happen([{}]);
    expect(await told()).toEqual([]);
    await happen([{}], SERVICE);
    expect(await frequencies()).toEqual([[actor.userId, 1]]);
  });

  it("who is a bot, inactive, expired or blocked in the project", async () => {
    const people = [await person(), await person(), await person(), await person(), await person()];
    await db.run(sql`delete from subscriptions`);
    for (const who of people) await subscribe(who, "LockNotification", 0);
    const [bot, inactive, expired, blocked, fine] = people.map((who) => who.userId);
    await db.run(sql`update users set is_bot = true where id = ${bot}`);
    await db.run(sql`update users set is_active = false where id = ${inactive}`);
    await db.run(sql`update users set date_expires = now() - interval '1 day' where id = ${expired}`);
    await db.run(sql`insert into user_blocks (user_id, project_id) values (${blocked}, ${project})`);
    await happen([{}]);
    expect(await frequencies()).toEqual([[fine, 1]]);
  });

  it("of a private project or a restricted component without a team that names it", async () => {
    const [stranger, member] = [await person(), await person()];
    await db.run(sql`delete from subscriptions`);
    const hidden = await bareProject(100);
    const secret = await bareComponent(project, { restricted: true });
    const team = await idOf(sql`insert into teams (name) values ('t') returning id`);
    await db.run(sql`insert into team_projects (team_id, project_id) values (${team}, ${hidden})`);
    await db.run(sql`insert into team_members (team_id, user_id) values (${team}, ${member.userId})`);
    const naming = await idOf(sql`insert into teams (name) values ('n') returning id`);
    await db.run(sql`insert into team_components (team_id, component_id) values (${naming}, ${secret})`);
    await db.run(sql`insert into team_members (team_id, user_id) values (${naming}, ${member.userId})`);
    for (const who of [stranger, member]) await subscribe(who, "LockNotification", 0);
    await happen([{ projectId: hidden, componentId: null }]);
    expect(await frequencies()).toEqual([[member.userId, 1]]);
    await db.run(sql`delete from notices`);
    await happen([{ componentId: secret }]);
    expect(await frequencies()).toEqual([[member.userId, 1]]);
  });

  it("of texts in languages that they have not chosen", async () => {
    const [czech, german, everything] = [await person(), await person(), await person()];
    await db.run(sql`delete from subscriptions`);
    for (const [who, code] of [
      [czech, "cs"],
      [german, "de"],
    ] as const)
      await db.run(
        sql`insert into user_languages (user_id, language_id) select ${who.userId}, id from languages where code = ${code}`,
      );
    for (const who of [czech, german, everything]) await subscribe(who, "NewSuggestionNotificaton", 0);
    await happen([{ action: ACTION.SUGGESTION_ADDED, translationId: await translation("cs") }]);
    expect(await frequencies()).toEqual([
      [czech.userId, 1],
      [everything.userId, 1],
    ]);
  });

  it("of an announcement that is to be quiet", async () => {
    const who = await person();
    await db.run(sql`delete from subscriptions`);
    await subscribe(who, "NewAnnouncementNotificaton", 0);
    await happen([{ action: ACTION.ANNOUNCEMENT_POSTED, details: { notify: false } }]);
    expect(await told()).toEqual([]);
    await happen([{ action: ACTION.ANNOUNCEMENT_POSTED, details: { notify: true } }]);
    expect(await told()).toHaveLength(1);
  });
});

describe("a comment", () => {
  it("is told to those whom it names, in whatever case, and to no others", async () => {
    const [named, other] = [await person(), await person()];
    await db.run(sql`delete from subscriptions`);
    for (const who of [named, other]) await subscribe(who, "MentionCommentNotificaton", 0);
    await happen([{ action: ACTION.COMMENT_ADDED, target: `Look, @${named.username.toUpperCase()}.` }]);
    expect(await told()).toMatchObject([{ userId: named.userId, notification: "MentionCommentNotificaton" }]);
  });

  it("is told to the last author of the text, as what concerns them most", async () => {
    const [first, last] = [await person(), await person()];
    await db.run(sql`delete from subscriptions`);
    for (const who of [first, last])
      for (const kind of ["LastAuthorCommentNotificaton", "NewCommentNotificaton"]) await subscribe(who, kind, 0);
    const unitId = 900_000 + serial;
    await happen([{ action: ACTION.TRANSLATION_CHANGED, unitId }], first);
    await happen([{ action: ACTION.TRANSLATION_CHANGED, unitId }], last);
    await happen([{ action: ACTION.COMMENT_ADDED, unitId, target: "why?" }]);
    expect(await told()).toMatchObject([
      { userId: first.userId, notification: "NewCommentNotificaton" },
      { userId: last.userId, notification: "LastAuthorCommentNotificaton" },
    ]);
  });
});

describe("the notices of a day", () => {
  it("in one place are one, with the newest ten lines, until it is done", async () => {
    const who = await person();
    await db.run(sql`delete from subscriptions`);
    await subscribe(who, "LockNotification", 0);
    await happen(Array.from({ length: 14 }, () => ({})));
    expect(await told()).toMatchObject([{ count: 14, unmailed: 14 }]);
    await happen([{ action: ACTION.COMPONENT_UNLOCKED }]);
    const [row] = await told();
    expect(row).toMatchObject({ count: 15, unmailed: 15 });
    expect(row?.changes).toHaveLength(10);
    const newest = await textRow<{ id: string }>(db, sql`select max(id) as id from changes`);
    expect(Number(row?.changes[0])).toBe(Number(newest?.id));
    await db.run(sql`update notices set done_at = now()`);
    await happen([{}]);
    expect((await told()).map((one) => one.count).sort()).toEqual([1, 15]);
  });
});

describe("the follower", () => {
  it("tells each line once, whoever follows at the same time", async () => {
    const who = await person();
    await db.run(sql`delete from subscriptions`);
    await subscribe(who, "LockNotification", 0);
    await happen(Array.from({ length: 30 }, () => ({})));
    await ledgerReadable();
    await Promise.all([followForNotices(), followForNotices(), followForNotices()]);
    expect(await told()).toMatchObject([{ count: 30 }]);
  });

  it("that dies in the middle tells all of it afterwards, and nothing twice", async () => {
    const who = await person();
    await db.run(sql`delete from subscriptions`);
    await subscribe(who, "LockNotification", 0);
    await happen(Array.from({ length: 5 }, () => ({})));
    await ledgerReadable();
    // The table is away when it would write.
    await db.run(sql`alter table notices rename to notices_away`);
    await expect(followForNotices()).rejects.toThrow();
    await db.run(sql`alter table notices_away rename to notices`);
    expect(await told()).toMatchObject([{ count: 5 }]);
  });

  it("begins with what happens from then on where nobody has followed before", async () => {
    const who = await person();
    await db.run(sql`delete from subscriptions`);
    await subscribe(who, "LockNotification", 0);
    await happen([{}]);
    await ledgerReadable();
    await db.run(sql`delete from settings where name = 'notice-cursor'`);
    expect(await told()).toEqual([]);
    await happen([{}]);
    expect(await told()).toMatchObject([{ count: 1 }]);
  });
});
