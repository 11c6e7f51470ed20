import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import type { ComponentRow } from "@/lib/domain/components/components";
import { saveGrid } from "@/lib/domain/notices/settings-grid";
import { writeSummaries } from "@/lib/domain/notices/summaries";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** What is told when a day, a week or a month is over. */

const PO = (language: string, one: string) =>
  `msgid ""\nmsgstr "Language: ${language}\\n"\n\nmsgid "One"\nmsgstr "${one}"\n\nmsgid "Two"\nmsgstr ""\n`;

let component: ComponentRow;
let reader: Actor;
let serial = 0;

beforeAll(async () => {
  const files = { "po/cs.po": PO("cs", "Jeden"), "po/de.po": PO("de", "") };
  const admin = await makePerson("root", { superuser: true });
  ({ component } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" }));
});

beforeEach(async () => {
  await db.run(sql`delete from notices`);
  reader = await makePerson(`reader${++serial}`);
  await db.run(sql`delete from subscriptions`);
  await db.run(sql`delete from settings where name = 'notice-summaries'`);
  expect(await writeSummaries()).toBe(0);
});

const subscribe = (notification: string, frequency: number, scope = 0) =>
  db.run(sql`
    insert into subscriptions (user_id, notification, scope, frequency)
    values (${reader.userId}, ${notification}, ${scope}, ${frequency})`);

/** Lets time go by since the last time. */
const pass = (days: number) =>
  db.run(sql`
    update settings set value = to_jsonb((now() at time zone 'UTC')::date - ${days}::int) where name = 'notice-summaries'`);

const told = () =>
  textRows<{ notification: string; frequency: number; count: number }>(
    db,
    sql`select notification, frequency, count from notices where user_id = ${reader.userId} and done_at is null`,
  );

describe("a summary", () => {
  it("tells once a day how many strings are to be done, and takes the place of the former one", async () => {
    await subscribe("ToDoStringsNotification", 2);
    await pass(1);
    expect(await writeSummaries()).toBe(1);
    expect(await writeSummaries()).toBe(0);
    const expected = [{ notification: "ToDoStringsNotification", frequency: 2, count: 3 }];
    expect(await told()).toEqual(expected);
    await pass(1);
    expect(await writeSummaries()).toBe(1);
    expect(await told()).toEqual(expected);
  });

  it("counts the languages that somebody has chosen", async () => {
    await subscribe("ToDoStringsNotification", 2);
    await db.run(sql`
      insert into user_languages (user_id, language_id, secondary)
      select ${reader.userId}, id, code = 'de' from languages where code in ('cs', 'de')`);
    await pass(1);
    await writeSummaries();
    expect((await told()).map(({ count }) => count)).toEqual([1]);
  });

  it("of a month is told when a month has ended since the last time", async () => {
    await subscribe("ToDoStringsNotification", 4);
    await pass(0);
    expect(await writeSummaries()).toBe(0);
    await pass(32);
    expect(await writeSummaries()).toBe(1);
  });

  it("of suggestions is silent while none waits", async () => {
    await subscribe("PendingSuggestionsNotification", 3);
    await pass(8);
    expect(await writeSummaries()).toBe(0);
  });

  it("of activity counts what was changed in the period, not before and not since", async () => {
    await subscribe("TranslationActivitySummaryNotification", 2);
    const [translation] = await textRows<{ id: number }>(
      db,
      sql`select id from translations where component_id = ${component.id} and language_code = 'cs'`,
    );
    for (const days of [0, 1, 2])
      await db.run(sql`
        insert into changes (action, cause, user_id, author_id, project_id, component_id, translation_id, at)
        values (${ACTION.TRANSLATION_CHANGED}, 'person', ${reader.userId}, ${reader.userId}, ${component.projectId}, ${component.id},
          ${translation?.id ?? 0}, (date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${days}::int)) at time zone 'UTC')`);
    await pass(1);
    await writeSummaries();
    expect((await told()).map(({ count }) => count)).toEqual([1]);
  });

  it("is not told of what somebody may not see, nor of other places", async () => {
    await subscribe("ToDoStringsNotification", 2, 10);
    await pass(1);
    expect(await writeSummaries()).toBe(0);
    await db.run(sql`insert into watches (user_id, project_id) values (${reader.userId}, ${component.projectId})`);
    await db.run(sql`update projects set access_control = 100 where id = ${component.projectId}`);
    await pass(1);
    expect(await writeSummaries()).toBe(0);
    await db.run(sql`update projects set access_control = 0 where id = ${component.projectId}`);
    await pass(1);
    expect(await writeSummaries()).toBe(1);
  });

  it("cannot be asked for at once", async () => {
    const cell = { notification: "ToDoStringsNotification", scope: 0, frequency: 1 };
    await expect(saveGrid(reader, [cell])).rejects.toThrow("Choose one of the listed frequencies.");
    await saveGrid(reader, [{ ...cell, frequency: 3 }]);
  });
});
