import { beforeEach, expect, it } from "vitest";
import { type Actor, anonymousActor, loadActor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import {
  addAskedLanguage,
  askForLanguage,
  languagesToAskFor,
  mayAskForLanguages,
} from "@/lib/domain/creation/asked-languages";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { Conflict, Forbidden, Invalid, NotFound, Unauthenticated } from "@/lib/domain/errors";
import { findLanguage } from "@/lib/domain/languages/languages";
import { listNotices } from "@/lib/domain/notices/inbox";
import {
  answersLanguages,
  countLanguageRequests,
  declineLanguageRequest,
  listLanguageRequests,
  ownLanguageRequests,
  projectsWithLanguageRequests,
  storeLanguageRequest,
  withdrawLanguageRequest,
} from "@/lib/domain/translations/language-requests";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { bareMember, bareRole, bareTeam } from "../../support/teams";
import { textRows } from "../../support/text-rows";

/** Requests for languages where those who manage components add them. */

const FILES = { "po/cs.po": 'msgid "Apple"\nmsgstr ""\n', "po/app.pot": 'msgid "Apple"\nmsgstr ""\n' };
const SETTINGS = { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po", newLang: "contact" } as const;

let serial = 0;
let admin: Actor;
let lead: Actor;
let petra: Actor;
let first: ComponentRow;
let second: ComponentRow;

async function reloaded(actor: Actor): Promise<Actor> {
  const now = await loadActor(actor.userId);
  if (!now) throw new Error("no actor");
  return now;
}

beforeEach(async () => {
  serial += 1;
  admin = await makePerson(`admin${serial}`, { superuser: true });
  [lead, petra] = [await makePerson(`lead${serial}`), await makePerson(`petra${serial}`)];
  ({ component: first } = await connect(admin, FILES, SETTINGS));
  const other = await connect(admin, FILES, SETTINGS);
  await db.run(
    sql`update components set project_id = ${first.projectId}, name = 'Second', slug = 'second' where id = ${other.component.id}`,
  );
  second = await findComponentById(admin, other.component.id);
  first = await findComponentById(admin, first.id);
  const team = await bareTeam({ projectId: first.projectId });
  for (const right of ["component.edit", "translation.add"])
    await db.run(sql`insert into team_roles values (${team}, ${await bareRole(`${right}${serial}`, right)})`);
  await bareMember(team, lead.userId);
  lead = await reloaded(lead);
  await db.run(sql`delete from notices`);
});

const here = () => ({ project: first.project, component: first });
const all = () => ({ project: first.project });
const told = async (who: Actor) =>
  (await listNotices(await reloaded(who), { done: false, limit: 9 }))
    .filter(({ notification }) => notification.startsWith("Language"))
    .map(({ notification, count, componentName, languageName }) => [notification, count, componentName, languageName]);
const waiting = async (place = all()) =>
  (await listLanguageRequests(lead, place, { limit: 9 })).rows.map((row) => [
    row.languageCode,
    row.componentName,
    row.people,
    row.askers.map(({ username, message }) => `${username}: ${message}`),
  ]);
const firstId = async () => (await listLanguageRequests(lead, all(), { limit: 1 })).rows[0]?.id ?? 0;
const codes = async (component: ComponentRow) =>
  (
    await textRows<{ code: string }>(
      db,
      sql`select language_code as code from translations where component_id = ${component.id} order by 1`,
    )
  ).map(({ code }) => code);

it("waits until those who add languages answer, who are told", async () => {
  expect(await mayAskForLanguages(petra, here())).toBe(true);
  await askForLanguage(petra, here(), "de", " I speak it. ");
  await askForLanguage(await makePerson(`emil${serial}`), here(), "de", "");
  await askForLanguage(petra, all(), "fr", "");
  expect(await waiting()).toEqual([
    ["de", first.name, 2, [`petra${serial}: I speak it.`, `emil${serial}: `]],
    ["fr", null, 1, [`petra${serial}: `]],
  ]);
  expect(await waiting(here())).toHaveLength(1);
  expect(await waiting({ project: first.project, component: second } as ReturnType<typeof here>)).toEqual([]);
  expect(await countLanguageRequests(lead, all())).toBe(2);
  expect(await told(lead)).toEqual(
    expect.arrayContaining([
      ["LanguageRequestNotification", 2, first.name, null],
      ["LanguageRequestNotification", 1, null, null],
    ]),
  );
  expect(await told(admin)).toEqual([]);
  expect(await ownLanguageRequests(petra, here())).toMatchObject([{ code: "de", declinedAt: null }]);
  expect(await projectsWithLanguageRequests(lead, 5)).toMatchObject([{ slug: first.project.slug, requests: 3 }]);
  expect(await projectsWithLanguageRequests(petra, 5)).toEqual([]);
  const lines = await textRows<{ n: number }>(
    db,
    sql`select count(*)::int as n from changes where action = 49 and project_id = ${first.projectId}`,
  );
  expect(lines[0]?.n).toBe(3);
});

it("is told to a superuser where nobody else can answer, and to who manages the one component", async () => {
  await db.run(sql`delete from team_members where user_id = ${lead.userId}`);
  await askForLanguage(petra, here(), "de", "");
  expect(await told(admin)).toHaveLength(1);
  const only = await makePerson(`only${serial}`);
  const team = await bareTeam({ projectId: first.projectId });
  await db.run(sql`insert into team_components (team_id, component_id) values (${team}, ${second.id})`);
  for (const right of ["component.edit", "translation.add"])
    await db.run(sql`insert into team_roles values (${team}, ${await bareRole(`only-${right}${serial}`, right)})`);
  await bareMember(team, only.userId);
  await askForLanguage(petra, { project: first.project, component: second }, "de", "");
  await askForLanguage(petra, all(), "de", "");
  expect(await told(only)).toEqual([["LanguageRequestNotification", 1, "Second", null]]);
  expect(answersLanguages(await reloaded(only), here())).toBe(false);
  expect(await projectsWithLanguageRequests(await reloaded(only), 5)).toMatchObject([{ requests: 1 }]);
});

it("is refused where it makes no sense", async () => {
  await expect(askForLanguage(await anonymousActor(), here(), "de", "")).rejects.toBeInstanceOf(Unauthenticated);
  await expect(askForLanguage(lead, here(), "de", "")).rejects.toBeInstanceOf(Conflict);
  await expect(askForLanguage(petra, here(), "cs", "")).rejects.toBeInstanceOf(Invalid);
  await expect(askForLanguage(petra, all(), "cs", "")).rejects.toBeInstanceOf(Invalid);
  await expect(askForLanguage(petra, here(), "xx-none-at-all", "")).rejects.toBeInstanceOf(Invalid);
  await expect(askForLanguage(petra, here(), "de", "x".repeat(501))).rejects.toBeInstanceOf(Invalid);
  await askForLanguage(petra, here(), "de", "");
  await expect(askForLanguage(petra, here(), "de", "")).rejects.toBeInstanceOf(Conflict);
  await updateComponent(admin, second, { newLang: "none" });
  const none = { project: first.project, component: await findComponentById(admin, second.id) };
  await expect(askForLanguage(petra, none, "de", "")).rejects.toBeInstanceOf(Conflict);
  await updateComponent(admin, await findComponentById(admin, first.id), { languageRegex: "^cs$" });
  const filtered = { project: first.project, component: await findComponentById(admin, first.id) };
  await expect(askForLanguage(petra, filtered, "fr", "")).rejects.toBeInstanceOf(Invalid);
  await db.run(sql`insert into user_blocks (user_id, project_id) values (${petra.userId}, ${first.projectId})`);
  await expect(askForLanguage(await reloaded(petra), here(), "fr", "")).rejects.toBeInstanceOf(Forbidden);
  for (const attempt of [
    () => listLanguageRequests(petra, here(), { limit: 9 }),
    async () => addAskedLanguage(petra, here(), await firstId(), false),
    async () => declineLanguageRequest(petra, here(), await firstId(), "no"),
  ])
    await expect(attempt()).rejects.toBeInstanceOf(Forbidden);
});

it("names the languages that a place lacks", async () => {
  const ids = await Promise.all(["cs", "de"].map(async (code) => (await findLanguage(code)).id));
  expect((await languagesToAskFor(petra, here(), ids)).map(({ code }) => code)).toEqual(["de"]);
  await beginLanguage(admin, first, "de");
  expect(await languagesToAskFor(petra, here(), ids)).toEqual([]);
  expect((await languagesToAskFor(petra, all(), ids)).map(({ code }) => code)).toEqual(["de"]);
  await updateComponent(admin, second, { newLang: "add" });
  expect(await languagesToAskFor(petra, all(), ids)).toEqual([]);
  expect(await languagesToAskFor(lead, all(), ids)).toEqual([]);
});

it("is added to its component in one press, and who asked is told", async () => {
  await askForLanguage(petra, here(), "de", "");
  expect(await addAskedLanguage(lead, here(), await firstId(), false)).toMatchObject({ added: 1, language: "German" });
  expect(await codes(first)).toContain("de");
  expect(await codes(second)).not.toContain("de");
  expect(await waiting()).toEqual([]);
  expect(await told(lead)).toEqual([]);
  expect(await told(petra)).toEqual([["LanguageAddedNotification", 1, first.name, "German"]]);
  await expect(addAskedLanguage(lead, here(), 999_999, false)).rejects.toBeInstanceOf(NotFound);
});

it("is added wherever the project lacks it, as a request of the project is", async () => {
  await askForLanguage(petra, here(), "de", "");
  expect(await addAskedLanguage(lead, all(), await firstId(), true)).toMatchObject({ added: 2 });
  await askForLanguage(petra, all(), "fr", "");
  expect(await addAskedLanguage(lead, all(), await firstId(), false)).toMatchObject({ added: 2 });
  expect(await codes(second)).toEqual(expect.arrayContaining(["de", "fr"]));
  expect(await waiting()).toEqual([]);
  expect((await told(petra)).map(([kind]) => kind)).toEqual(["LanguageAddedNotification", "LanguageAddedNotification"]);
});

it("ends when the language comes in another way, of a project with the last component", async () => {
  await askForLanguage(petra, here(), "de", "");
  await askForLanguage(petra, all(), "de", "");
  await beginLanguage(admin, first, "de");
  expect(await waiting()).toEqual([["de", null, 1, expect.anything()]]);
  await beginLanguage(admin, second, "de");
  expect(await waiting()).toEqual([]);
  expect(await told(petra)).toHaveLength(2);
});

it("is declined with a reason that those who asked read, and keeps the question away for a month", async () => {
  await askForLanguage(petra, here(), "de", "");
  await expect(declineLanguageRequest(lead, here(), await firstId(), " ")).rejects.toBeInstanceOf(Invalid);
  await declineLanguageRequest(lead, here(), await firstId(), "Nobody reviews German.");
  expect(await waiting()).toEqual([]);
  expect(await told(lead)).toEqual([]);
  expect(await told(petra)).toEqual([["LanguageDeclinedNotification", 1, first.name, null]]);
  expect(await ownLanguageRequests(petra, here())).toMatchObject([{ code: "de", reason: "Nobody reviews German." }]);
  await expect(askForLanguage(petra, here(), "de", "")).rejects.toBeInstanceOf(Conflict);
  await db.run(sql`update language_requests set declined_at = now() - interval '31 days'`);
  expect(await ownLanguageRequests(petra, here())).toEqual([]);
  await askForLanguage(petra, here(), "de", "again");
  expect(await waiting()).toHaveLength(1);
  expect(await ownLanguageRequests(petra, here())).toMatchObject([{ declinedAt: null, reason: "" }]);
  await expect(declineLanguageRequest(lead, here(), await firstId(), "x".repeat(5000))).rejects.toBeInstanceOf(Invalid);
  expect(await waiting()).toHaveLength(1);
});

it("is one request, told once, when two windows ask at the same moment", async () => {
  const german = await findLanguage("de");
  const asked = {
    userId: petra.userId,
    projectId: first.projectId,
    componentId: first.id,
    languageId: german.id,
  };
  const stored = await Promise.all(
    ["one", "two"].map((message) => inTransaction((tx) => storeLanguageRequest(tx, asked, message))),
  );
  expect(stored.toSorted()).toEqual([false, true]);
  expect(await waiting()).toHaveLength(1);
  expect(await told(lead)).toEqual([["LanguageRequestNotification", 1, first.name, null]]);
});

it("is listed page by page, the oldest first", async () => {
  for (const code of ["de", "fr", "pl"]) await askForLanguage(petra, here(), code, "");
  const page = await listLanguageRequests(lead, all(), { limit: 2 });
  expect(page.rows.map((row) => row.languageCode)).toEqual(["de", "fr"]);
  const rest = await listLanguageRequests(lead, all(), { after: Number(page.next), limit: 2 });
  expect(rest.rows.map((row) => row.languageCode)).toEqual(["pl"]);
  expect(rest.next).toBeUndefined();
});

it("is taken back by who asked, and by nobody else", async () => {
  await askForLanguage(petra, here(), "de", "");
  const id = (await ownLanguageRequests(petra, here()))[0]?.id ?? 0;
  await expect(withdrawLanguageRequest(lead, here(), id)).rejects.toBeInstanceOf(NotFound);
  await withdrawLanguageRequest(petra, here(), id);
  expect(await waiting()).toEqual([]);
  expect(await told(lead)).toEqual([]);
});
