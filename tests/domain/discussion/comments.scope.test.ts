import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import type { ComponentRow } from "@/lib/domain/components/components";
import { changeComment, explainByComment, removeComment } from "@/lib/domain/discussion/change-comment";
import { addComment, type CommentScope, findComment } from "@/lib/domain/discussion/comments";
import { commentsWithin } from "@/lib/domain/discussion/open-comments";
import { removeStaleComments } from "@/lib/domain/discussion/remove-stale";
import { commentString } from "@/lib/domain/editor/comment-string";
import { commentsOf } from "@/lib/domain/editor/comments-of";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "@/lib/domain/errors";
import { updateProject } from "@/lib/domain/projects/projects";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { actor, grant } from "../../support/actors";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** Comments: who writes, resolves and deletes them, whom they call, and what they leave in the rows and in the history. */

let admin: Actor;
let petra: Actor;
let jan: Actor;
let eva: Actor;
let component: ComponentRow;
let quit: number;
let quitDe: number;
let source: number;
/** The history before a test. */
let mark: number;

const po = (language: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Quit"\nmsgstr ""\n`;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  for (const name of ["petra", "jan", "eva"]) await makePerson(name);
  const files = { "po/cs.po": po("cs"), "po/de.po": po("de") };
  ({ component } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" }));
  const { id } = component.project;
  const as = async (name: string, ...permissions: string[]) => {
    const row = await textRow<{ id: number }>(db, sql`select id from users where username = ${name}`);
    return actor({ userId: row?.id ?? 0, username: name, grants: [grant({ projects: [id], permissions })] });
  };
  petra = await as("petra", "comment.add");
  jan = await as("jan", "comment.add", "comment.resolve", "source.edit");
  eva = await as("eva", "comment.delete");
  quit = await unitId(component, "cs", "Quit");
  quitDe = await unitId(component, "de", "Quit");
  source = (await findUnit(admin, quit)).sourceId;
});

beforeEach(async () => {
  await db.run(sql`delete from comments`);
  await db.run(sql`update units set commented = false`);
  await db.run(sql`update counters set comments = 0`);
  await db.run(sql`update source_units set explanation = ''`);
  mark = (await textRow<{ id: number }>(db, sql`select max(id) as id from changes`))?.id ?? 0;
});

const say = (who: Actor, text: string, scope: CommentScope = "translation", unit = quit) =>
  addComment(who, unit, { scope, text });
const lines = async () =>
  (
    await textRows<{ action: number; userId: number; target: string }>(
      db,
      sql`select action, user_id, target from changes where id > ${mark} order by id`,
    )
  ).map((line) => [line.action, line.userId, line.target]);
/** Counters of translations and of the component that tell another number of strings with open comments than there is. */
const counterDrift = () =>
  textRows(
    db,
    sql`
    with fresh(scope, object_id, comments) as (
      select 'translation', translation_id, count(*) filter (where commented) from units group by 2
      union all select 'component', t.component_id, count(*) filter (where u.commented)
        from units u join translations t on t.id = u.translation_id group by 2)
    select k.scope, k.object_id, k.comments, f.comments as fresh from counters k join fresh f using (scope, object_id)
    where k.language_id = 0 and k.comments <> f.comments`,
  );
const commented = async () =>
  (await textRows<{ id: number }>(db, sql`select id from units where commented order by id`)).map((row) => row.id);

describe("a comment", () => {
  it("counts on its string, and one for all languages on the source", async () => {
    await say(petra, "Noun?");
    expect(await commented()).toEqual([quit]);
    await say(petra, "Noun or verb?", "global");
    expect(await commented()).toEqual([quit, source].sort((a, b) => a - b));
    expect(await counterDrift()).toEqual([]);
  });

  it("is resolved and opened again, and counts only while it is open", async () => {
    const [first, second] = [await say(petra, "One"), await say(petra, "Two")];
    expect((await changeComment(jan, first.id, { resolved: true })).resolved).toBe(true);
    expect(await commented()).toEqual([quit]);
    await changeComment(petra, second.id, { resolved: true });
    expect(await commented()).toEqual([]);
    expect(await counterDrift()).toEqual([]);
    await changeComment(petra, second.id, { resolved: false });
    expect(await commented()).toEqual([quit]);
    expect(await lines()).toEqual([
      [ACTION.COMMENT_ADDED, petra.userId, "One"],
      [ACTION.COMMENT_ADDED, petra.userId, "Two"],
      [ACTION.COMMENT_RESOLVED, jan.userId, "One"],
      [ACTION.COMMENT_RESOLVED, petra.userId, "Two"],
      [ACTION.COMMENT_RESOLVED, petra.userId, "Two"],
    ]);
  });

  it("that two resolve at once is resolved once, and two comments of one string leave it without open ones", async () => {
    const [first, second] = [await say(petra, "One"), await say(petra, "Two")];
    await Promise.all([
      changeComment(jan, first.id, { resolved: true }),
      changeComment(petra, first.id, { resolved: true }),
      changeComment(jan, second.id, { resolved: true }),
    ]);
    expect(await commented()).toEqual([]);
    expect((await lines()).filter(([action]) => action === ACTION.COMMENT_RESOLVED)).toHaveLength(2);
    expect(await counterDrift()).toEqual([]);
  });

  it("is edited by who wrote it, and by nobody else", async () => {
    const { id } = await say(petra, "Noun");
    const edited = await changeComment(petra, id, { text: " Noun or verb? " });
    expect(edited).toMatchObject({ text: "Noun or verb?", editedAt: expect.any(Date) });
    await expect(changeComment(jan, id, { text: "Mine" })).rejects.toThrow(Forbidden);
    await expect(changeComment(admin, id, { text: "Mine" })).rejects.toThrow("Only the person who wrote");
    await expect(changeComment({ ...petra, grants: [] }, id, { text: "Mine" })).rejects.toThrow(/comment\.add/);
    await expect(changeComment(petra, id, { text: "  " })).rejects.toThrow(Invalid);
    await expect(changeComment(petra, id, { text: "x".repeat(1001) })).rejects.toThrow(Invalid);
    expect((await findComment(admin, id)).text).toBe("Noun or verb?");
    expect(await lines()).toEqual([
      [ACTION.COMMENT_ADDED, petra.userId, "Noun"],
      [ACTION.COMMENT_ADDED, petra.userId, "Noun or verb?"],
    ]);
  });

  it("is deleted by who wrote it or may delete any, once", async () => {
    const [first, second] = [await say(petra, "One"), await say(petra, "Two", "global")];
    await expect(removeComment(jan, first.id)).rejects.toThrow(Forbidden);
    const both = await Promise.allSettled([removeComment(petra, first.id), removeComment(eva, first.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(removeComment(petra, first.id)).rejects.toThrow(NotFound);
    await removeComment(eva, second.id);
    expect(await commented()).toEqual([]);
    expect(await counterDrift()).toEqual([]);
    expect((await lines()).map(([action]) => action)).toEqual([3, 3, 64, 64]);
  });

  it("is out of reach for who lost access, while it stays", async () => {
    const { id } = await say(petra, "Mine");
    await db.run(sql`update components set restricted = true where id = ${component.id}`);
    await expect(changeComment(petra, id, { text: "Still mine" })).rejects.toThrow(NotFound);
    await expect(removeComment(petra, id)).rejects.toThrow(NotFound);
    expect(await commentsWithin(petra, {}, { resolved: false }, 10)).toMatchObject({ rows: [] });
    await db.run(sql`update components set restricted = false where id = ${component.id}`);
    expect((await findComment(petra, id)).text).toBe("Mine");
  });
});

describe("mentions", () => {
  it("are of people who may see the string; blocked and unknown ones are text", async () => {
    const ids = { petra: petra.userId, jan: jan.userId, eva: eva.userId };
    await db.run(sql`insert into user_blocks (user_id, project_id) values (${ids.eva}, ${component.project.id})`);
    const { id, mentions } = await say(petra, "@JAN, @eva and @nobody: `@petra`");
    expect(mentions).toEqual([ids.jan]);
    const [shown] = await commentsOf(petra, await findUnit(petra, quit));
    expect(JSON.stringify(shown?.body)).toMatch(/"kind":"mention","href":"[^"]*\/user\/jan\/","text":"@JAN"/);
    expect(JSON.stringify(shown?.body)).toContain(" and @nobody");
    await db.run(sql`delete from user_blocks`);
    expect((await changeComment(petra, id, { text: "@eva" })).mentions).toEqual([ids.eva]);
    await db.run(sql`update components set restricted = true where id = ${component.id}`);
    expect((await say(admin, "@jan @admin")).mentions).toEqual([admin.userId]);
    await db.run(sql`update components set restricted = false where id = ${component.id}`);
  });
});

describe("a question to the source", () => {
  it("is read in every language, and its answer becomes the explanation of the string", async () => {
    const { id } = await say(petra, "Noun or verb?", "global");
    await say(petra, "Only Czech");
    const german = await commentsOf(jan, await findUnit(jan, quitDe));
    expect(german.map((comment) => [comment.scope, comment.may.explain])).toEqual([["global", true]]);
    await expect(explainByComment(petra, id)).rejects.toThrow(/source\.edit/);
    const answer = await say(jan, "@petra: It is a verb.", "global", quitDe);
    await explainByComment(jan, answer.id);
    await explainByComment(jan, answer.id);
    const offered = async () => (await commentsOf(jan, await findUnit(jan, quitDe))).map(({ may }) => may.explain);
    expect(await offered()).toEqual([true, false]);
    await explainByComment(jan, id);
    expect((await findUnit(admin, source)).explanation).toBe("It is a verb.\n\nNoun or verb?");
    expect(await offered()).toEqual([false, false]);
  });

  it("of one language is no explanation", async () => {
    const { id } = await say(jan, "Only Czech");
    await expect(explainByComment(jan, id)).rejects.toThrow(Invalid);
  });
});

describe("a report", () => {
  const labels = async () => (await findUnit(admin, source)).labels.map((label) => label.name);

  it("labels the source string where sources are reviewed, and nowhere else", async () => {
    await say(petra, "A typo", "report");
    expect(await labels()).toEqual([]);
    await updateProject(admin, component.project.slug, { sourceReview: true });
    const { version } = await findUnit(admin, source);
    await say(petra, "Not a report", "global");
    expect(await labels()).toEqual([]);
    await say(petra, "A typo", "report");
    await say(petra, "Another typo", "report");
    expect(await labels()).toEqual(["Source needs review"]);
    expect((await findUnit(admin, source)).version).toBe(version + 1);
    await updateProject(admin, component.project.slug, { sourceReview: false });
  });
});

describe("the list of comments", () => {
  it("is of a place, open or resolved, by what they are about, newest first and in pieces", async () => {
    const made = [await say(petra, "One"), await say(petra, "Two", "global"), await say(petra, "Three", "report")];
    const de = await say(petra, "Four", "translation", quitDe);
    await changeComment(jan, made[0]?.id ?? 0, { resolved: true });
    const texts = async (place: object, filter: object = {}) =>
      (await commentsWithin(petra, place, { resolved: false, ...filter }, 10)).rows.map((row) => row.text);
    expect(await texts({})).toEqual(["Four", "Three", "Two"]);
    expect(await texts({ projectId: component.project.id })).toEqual(["Four", "Three", "Two"]);
    expect(await texts({ componentId: component.id + 1 })).toEqual([]);
    expect(await texts({ componentId: component.id }, { resolved: true })).toEqual(["One"]);
    expect(await texts({}, { scope: "global" })).toEqual(["Two"]);
    expect(await texts({}, { scope: "report" })).toEqual(["Three"]);
    expect(await texts({}, { scope: "translation" })).toEqual(["Four"]);
    const { translationId, languageId } = await findUnit(admin, quit);
    expect(await texts({ componentId: component.id, translationId })).toEqual(["Three", "Two"]);
    expect(await texts({ projectId: component.project.id, languageId: de.languageId })).toEqual([
      "Four",
      "Three",
      "Two",
    ]);
    expect(await texts({ projectId: component.project.id, languageId })).toEqual(["Three", "Two"]);
    const first = await commentsWithin(petra, {}, { resolved: false }, 2);
    expect(first).toMatchObject({ next: made[2]?.id });
    expect((await commentsWithin(petra, {}, { resolved: false, before: first.next }, 2)).rows).toHaveLength(1);
  });
});

describe("a comment of the editor", () => {
  it("that is sent twice is written once", async () => {
    const real = await loadActor(admin.userId);
    if (!real) throw new Error("gone");
    const input = {
      unitId: quit,
      accountId: real.userId,
      what: { act: "add", scope: "global", text: "Why?" },
    } as const;
    await Promise.all([commentString(real, input), commentString(real, input)]);
    await commentString(real, { ...input, what: { ...input.what, scope: "translation" } });
    expect((await lines()).map(([, , text]) => text)).toEqual(["Why?", "Why?"]);
    expect(await commentsOf(real, await findUnit(real, quit))).toHaveLength(2);
  });

  it("is refused under another account than it was typed with", async () => {
    const what = { act: "add", scope: "global", text: "Why?" } as const;
    await expect(commentString(petra, { unitId: quit, accountId: jan.userId, what })).rejects.toThrow(Unauthenticated);
    await expect(commentString(petra, { unitId: 999_999, accountId: petra.userId, what })).rejects.toThrow(NotFound);
    expect(await lines()).toEqual([]);
  });
});

it("cleaning up old comments leaves a string counted that has an open one, and no other", async () => {
  const [old, resolved] = [await say(petra, "Old"), await say(petra, "Resolved", "global")];
  await changeComment(jan, resolved.id, { resolved: true });
  await say(petra, "Done", "translation", quitDe);
  await say(petra, "New", "global");
  await db.run(sql`update comments set created_at = now() - interval '40 days' where id = ${old.id} or text = 'Done'`);
  await removeStaleComments(admin, component.id, 30);
  expect(await commented()).toEqual([source]);
  await db.run(sql`update comments set created_at = now() - interval '40 days' where text = 'New'`);
  await removeStaleComments(admin, component.id, 30);
  expect(await commented()).toEqual([]);
  expect(await counterDrift()).toEqual([]);
});
