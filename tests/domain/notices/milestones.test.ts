import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import type { ComponentRow } from "@/lib/domain/components/components";
import { saveString } from "@/lib/domain/editor/save-string";
import { followForMilestones } from "@/lib/domain/notices/milestones";
import { db, sql } from "@/lib/platform/database";
import { ledgerReadable } from "../../support/ledger";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** First contributions and completed translations, told behind the ledger. */

const PO = (language: string, done: boolean) =>
  `msgid ""\nmsgstr "Language: ${language}\\n"\n\nmsgid "One"\nmsgstr ""\n\nmsgid "Two"\nmsgstr "${done ? "Dva" : ""}"\n`;

let component: ComponentRow;
let admin: Actor;
let ada: Actor;
let eve: Actor;

async function save(actor: Actor, language: string, source: string, text: string): Promise<void> {
  const id = await unitId(component, language, source);
  const unit = await textRow<{ version: number }>(db, sql`select version from units where id = ${id}`);
  const given = { unitId: id, targets: [text], state: text === "" ? 0 : 20, baseVersion: unit?.version ?? 0 };
  const outcome = await saveString(actor, { ...given, accountId: actor.userId });
  expect(outcome.kind).toBe("saved");
}

const follow = async () => {
  await ledgerReadable();
  await followForMilestones();
};

/** Milestones of the project: action, person, language. */
const told = () =>
  textRows<{ action: number; username: string; language: string | null }>(
    db,
    sql`
    select ch.action, u.username, l.code as language from changes ch join users u on u.id = ch.user_id
      left join languages l on l.id = ch.language_id
    where ch.project_id = ${component.projectId} and ch.action in (1, 45, 75) order by ch.id`,
  );

beforeAll(async () => {
  [admin, ada, eve] = [await makePerson("root", { superuser: true }), await makePerson("ada"), await makePerson("eve")];
  for (const person of [ada, eve]) Object.assign(person, { isSuperuser: true });
});

beforeEach(async () => {
  const files = { "po/cs.po": PO("cs", true), "po/de.po": PO("de", true) };
  ({ component } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" }));
  await follow();
});

it("a component that comes with its files tells of nothing", async () => {
  expect(await told()).toEqual([]);
});

it("somebody's first text in a project is told once, and further texts are not", async () => {
  await save(ada, "cs", "Two", "Dvě");
  await follow();
  await save(ada, "cs", "Two", "Dva");
  await save(eve, "de", "Two", "Zwei");
  await follow();
  expect(await told()).toEqual([
    { action: ACTION.CONTRIBUTOR_JOINED, username: "ada", language: null },
    { action: ACTION.CONTRIBUTOR_JOINED, username: "eve", language: null },
  ]);
});

it("the last string of a language completes it, and the last language the component", async () => {
  await save(ada, "cs", "One", "Jeden");
  await follow();
  const done = (await told()).filter(({ action }) => action !== ACTION.CONTRIBUTOR_JOINED);
  expect(done).toEqual([{ action: ACTION.TRANSLATION_COMPLETED, username: "ada", language: "cs" }]);
  await save(eve, "de", "One", "Eins");
  await follow();
  expect((await told()).filter(({ action }) => action !== ACTION.CONTRIBUTOR_JOINED)).toEqual([
    ...done,
    { action: ACTION.TRANSLATION_COMPLETED, username: "eve", language: "de" },
    { action: ACTION.COMPONENT_TRANSLATION_COMPLETED, username: "eve", language: null },
  ]);
});

it("a complete translation is told of again only after it was incomplete", async () => {
  const completions = async () => (await told()).filter(({ action }) => action === ACTION.TRANSLATION_COMPLETED).length;
  await save(ada, "cs", "One", "Jeden");
  await follow();
  await save(ada, "cs", "One", "Jedna");
  await follow();
  expect(await completions()).toBe(1);
  await save(ada, "cs", "One", "");
  await follow();
  await save(ada, "cs", "One", "Jedno");
  await follow();
  expect(await completions()).toBe(2);
});
