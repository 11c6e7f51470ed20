import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { anonymousActor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { changeAlert, changeAlerts, wakeAlerts } from "@/lib/domain/diagnostics/dismiss";
import { lookAgain } from "@/lib/domain/diagnostics/look-again";
import { alertPage, countAlerts, mayHide, openAlerts } from "@/lib/domain/diagnostics/open-alerts";
import { sweepAlerts, sweepStringAlerts } from "@/lib/domain/diagnostics/sweep";
import { Forbidden, Invalid, NotFound } from "@/lib/domain/errors";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject, bareRepository } from "../../support/places";
import { textRow, textRows } from "../../support/text-rows";

let admin: Actor;
let reader: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  reader = await makePerson("reader");
});

/** An imported component in a project of its own, with settings as columns. */
async function make(columns: Record<string, string | number | boolean> = {}, projectId?: number) {
  const project = projectId ?? (await bareProject());
  const id = await bareComponent(project);
  await db.run(sql`update components set imported_at = now() where id = ${id}`);
  for (const [name, value] of Object.entries(columns))
    await db.prisma.component.update({ where: { id }, data: { [name]: value } });
  return { id, project };
}

const kindsOf = async (id: number): Promise<string[]> =>
  (await textRows<{ kind: string }>(db, sql`select kind from alerts where component_id = ${id} order by kind`)).map(
    ({ kind }) => kind,
  );
const ledgerOf = async (id: number): Promise<{ action: number; alert: string }[]> =>
  textRows(
    db,
    sql`select action, details->>'alert' as alert from changes where component_id = ${id} and action in (47, 103, 104) order by id`,
  );
async function translate(componentId: number, code: string, isSource = false): Promise<number> {
  const meant = { zh: "zh_Hans", ku: "kmr" }[code] ?? code;
  const language = await textRow<{ id: number; plural: number }>(
    db,
    sql`select l.id, q.id as plural from languages l join plurals q on q.language_id = l.id where l.code = ${meant} order by q.source limit 1`,
  );
  const made = await db.prisma.translation.create({
    data: {
      componentId,
      languageId: language?.id ?? 0,
      pluralId: language?.plural ?? 0,
      languageCode: code,
      filename: `${code}.po`,
      isSource,
    },
  });
  return made.id;
}
async function store(
  componentId: number,
  texts: readonly { source: string; context?: string; target?: string }[],
  translationId?: number,
) {
  for (const [position, { source, context = "", target }] of texts.entries()) {
    const row = await textRow<{ id: number }>(
      db,
      sql`
        insert into source_units (component_id, id_hash, content_hash, context, sources, num_words, num_chars, position)
        values (${componentId}, ${position + 1}, ${position + 1}, ${context}, array[${source}], 1, 1, ${position}) returning id`,
    );
    if (target !== undefined && translationId !== undefined)
      await db.run(
        sql`insert into units (source_id, translation_id, targets, state, original_state, position) values (${row?.id ?? 0}, ${translationId}, array[${target}], 20, 20, ${position})`,
      );
  }
}
const alertOf = async (id: number, kind: string) => {
  const found = (await openAlerts(admin, { componentId: id, kind, dismissed: true }, { limit: 9, offset: 0 })).rows[0];
  if (!found) throw new Error(`There is no alert ${kind}.`);
  return found;
};

describe("a sweep of alerts", () => {
  it("raises one with its cause, tells of it once, and takes it back when the cause has gone", async () => {
    const { id } = await make({ isGlossary: true });
    await sweepAlerts({ componentId: id });
    await sweepAlerts({ componentId: id });
    expect(await kindsOf(id)).toEqual(["UnmanagedGlossary"]);
    expect(await ledgerOf(id)).toEqual([{ action: 47, alert: "UnmanagedGlossary" }]);
    await db.prisma.component.update({ where: { id }, data: { manageUnits: true, template: "en.po" } });
    expect(await sweepAlerts({ componentId: id })).toEqual({ raised: 1, closed: 1 });
    expect(await kindsOf(id)).toEqual(["MonolingualGlossary"]);
  });

  it("is made at once for those who keep the place, and for nobody else", async () => {
    const { id, project } = await make({ isGlossary: true });
    const component = await findComponentById(admin, id);
    await expect(lookAgain(reader, { component })).rejects.toBeInstanceOf(Forbidden);
    await expect(lookAgain(reader, { project: component.project })).rejects.toBeInstanceOf(Forbidden);
    expect(await kindsOf(id)).toEqual([]);
    expect(await lookAgain(admin, { component })).toEqual({ raised: 1, closed: 0 });
    await db.prisma.component.update({ where: { id }, data: { manageUnits: true } });
    expect(component.project.id).toBe(project);
    expect(await lookAgain(admin, { project: component.project })).toEqual({ raised: 0, closed: 1 });
    expect(await kindsOf(id)).toEqual([]);
  });

  it("looks at one component, one project or all, and leaves the alerts of others alone", async () => {
    const [one, other] = [await make({ isGlossary: true }), await make({ isGlossary: true })];
    await sweepAlerts({ projectId: one.project });
    expect([await kindsOf(one.id), await kindsOf(other.id)]).toEqual([["UnmanagedGlossary"], []]);
    await sweepAlerts();
    expect(await kindsOf(other.id)).toEqual(["UnmanagedGlossary"]);
    await db.prisma.component.update({ where: { id: one.id }, data: { manageUnits: true } });
    await sweepAlerts({ projectId: other.project });
    expect(await kindsOf(one.id)).toEqual(["UnmanagedGlossary"]);
  });

  it("tells of repositories that are far behind or ahead, at the component that owns them", async () => {
    const repositoryId = await bareRepository();
    const { id, project } = await make({ repositoryId });
    const linked = await make({ repositoryId, linkedComponentId: id, filemask: "other/*.po" }, project);
    await db.run(sql`update repositories set missing = 25, to_push = 26 where id = ${repositoryId}`);
    await sweepAlerts({ projectId: project });
    expect([await kindsOf(id), await kindsOf(linked.id)]).toEqual([["RepositoryChanges"], []]);
    await db.run(sql`update repositories set missing = 26 where id = ${repositoryId}`);
    await sweepAlerts({ projectId: project });
    expect(await kindsOf(id)).toEqual(["RepositoryChanges", "RepositoryOutdated"]);
    await db.run(sql`update repositories set vcs = 'local' where id = ${repositoryId}`);
    await sweepAlerts({ projectId: project });
    expect(await kindsOf(id)).toEqual([]);
  });

  it("tells of components that read the same files, and names none that is restricted", async () => {
    const repositoryId = await bareRepository();
    const { id, project } = await make({ repositoryId, filemask: "a/*.po" });
    const twin = await make({ repositoryId, filemask: "a/*.po", linkedComponentId: id, restricted: true }, project);
    await sweepAlerts({ projectId: project });
    expect((await alertOf(id, "DuplicateFilemask")).details).toEqual({ components: [] });
    const { name } = await db.prisma.component.findFirstOrThrow({ where: { id } });
    expect((await alertOf(twin.id, "DuplicateFilemask")).details).toEqual({ components: [name] });
    await db.prisma.component.update({ where: { id: twin.id }, data: { keyFilter: "^x" } });
    await sweepAlerts({ projectId: project });
    expect([await kindsOf(id), await kindsOf(twin.id)]).toEqual([[], []]);
  });

  it("tells of an unknown format, of languages that are several, and of screenshots without strings", async () => {
    const { id, project } = await make({ fileFormat: "wordperfect" });
    const zh = await translate(id, "zh");
    await translate(id, "cs");
    await db.run(sql`
      insert into screenshots (translation_id, name, file_key, mime_type, width, height) values (${zh}, 'Menu', 'x', 'image/png', 1, 1)`);
    await sweepAlerts({ componentId: id });
    expect(await kindsOf(id)).toEqual(["AmbiguousLanguage", "UnsupportedConfiguration", "UnusedScreenshot"]);
    expect((await alertOf(id, "AmbiguousLanguage")).details).toEqual({ languages: ["zh: use zh_Hans, zh_Hant"] });
    expect((await alertOf(id, "UnusedScreenshot")).details).toEqual({ screenshots: ["Menu"] });
    await db.run(sql`update projects set language_aliases = 'de_AT:de, zh:zh_Hant' where id = ${project}`);
    await sweepAlerts({ componentId: id });
    expect(await kindsOf(id)).not.toContain("AmbiguousLanguage");
  });

  it("tells of glossaries with languages that nothing else has, unless they are shared", async () => {
    const { id, project } = await make({ isGlossary: true, manageUnits: true });
    await translate(id, "cs");
    await translate(id, "de");
    await sweepAlerts({ projectId: project });
    expect(await kindsOf(id)).toEqual([]);
    const app = await make({}, project);
    await translate(app.id, "cs");
    await sweepAlerts({ projectId: project });
    expect((await alertOf(id, "UnusedGlossaryLanguage")).details).toEqual({ languages: ["de"] });
    await db.run(sql`insert into component_links (component_id, project_id) values (${id}, ${await bareProject()})`);
    await sweepAlerts({ projectId: project });
    expect(await kindsOf(id)).toEqual([]);
  });

  it("tells of public components without a licence where one is required", async () => {
    const [open, closed] = [await make(), await make({}, await bareProject(100))];
    const sweep = () => Promise.all([open, closed].map(({ id }) => sweepAlerts({ componentId: id })));
    await sweep();
    expect(await kindsOf(open.id)).toEqual([]);
    const before = environment();
    setEnvironment({ ...before, alerts: { ...before.alerts, requireLicense: true } });
    await sweep();
    setEnvironment(before);
    expect([await kindsOf(open.id), await kindsOf(closed.id)]).toEqual([["MissingLicense"], []]);
  });

  it("tells of incomplete components that nobody has translated for a year", async () => {
    const { id } = await make();
    const count = (total: number, days: number) =>
      db.run(sql`
        insert into counters (scope, object_id, language_id, total, translated, last_change)
        values ('component', ${id}, 0, ${total}, 1, now() - make_interval(days => ${days}))
        on conflict (scope, object_id, language_id) do update set total = excluded.total, translated = 1, last_change = excluded.last_change`);
    await count(2, 364);
    await sweepAlerts({ componentId: id });
    expect(await kindsOf(id)).toEqual([]);
    await count(2, 366);
    await sweepAlerts({ componentId: id });
    expect(await kindsOf(id)).toEqual(["UnusedComponent"]);
    await count(1, 366);
    await sweepAlerts({ componentId: id });
    expect(await kindsOf(id)).toEqual([]);
  });

  it("finds sources that look like keys, and keys that look like sources", async () => {
    const keys = ["menu.open", "menu.quit", "menu.save", "menu.load"];
    const bilingual = await make({ fileFormat: "po" });
    const target = await translate(bilingual.id, "cs");
    await store(
      bilingual.id,
      keys.map((source) => ({ source, target: "Otevřít soubor" })),
      target,
    );
    const sentences = await make({ fileFormat: "po-mono", template: "en.po" });
    await store(
      sentences.id,
      keys.map((source) => ({ source, context: `Please ${source}` })),
    );
    const fine = await make({ fileFormat: "po-mono", template: "en.po" });
    await store(
      fine.id,
      keys.map((source) => ({ source: "Please open", context: source })),
    );
    await sweepStringAlerts();
    expect(await Promise.all([bilingual, sentences, fine].map(({ id }) => kindsOf(id)))).toEqual([
      ["MonolingualTranslation"],
      ["MonolingualGettext"],
      [],
    ]);
    await db.run(
      sql`update source_units set sources = array['Open it'] where component_id = ${bilingual.id} and position = 3`,
    );
    await sweepStringAlerts({ componentId: bilingual.id });
    expect(await kindsOf(bilingual.id)).toEqual([]);
  });
});

describe("hiding an alert", () => {
  it("lasts until the cause changes, whatever the figures in its sentence", async () => {
    const { id } = await make();
    const { repositoryId } = await db.prisma.component.findFirstOrThrow({ where: { id } });
    await translate(id, "zh");
    await db.run(sql`update repositories set to_push = 26 where id = ${repositoryId}`);
    await sweepAlerts({ componentId: id });
    for (const kind of ["AmbiguousLanguage", "RepositoryChanges"])
      await changeAlert(admin, (await alertOf(id, kind)).id, { dismissed: true });
    await db.run(sql`update repositories set to_push = 40 where id = ${repositoryId}`);
    await translate(id, "ku");
    await sweepAlerts({ componentId: id });
    expect((await alertOf(id, "RepositoryChanges")).dismissed).toBe(true);
    expect((await alertOf(id, "RepositoryChanges")).details).toEqual({ told: "40 commits are not pushed." });
    expect((await alertOf(id, "AmbiguousLanguage")).dismissed).toBe(false);
    expect((await ledgerOf(id)).map(({ action }) => action)).toEqual([47, 47, 103, 103, 104]);
  });

  it("until a day ends when the day is over", async () => {
    const { id } = await make({ isGlossary: true });
    await sweepAlerts({ componentId: id });
    const alert = await alertOf(id, "UnmanagedGlossary");
    const day = (away: number) => new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10);
    for (const wrong of [day(0), day(-3), day(400), "soon"])
      await expect(changeAlert(admin, alert.id, { snoozedUntil: wrong })).rejects.toThrow(Invalid);
    await changeAlert(admin, alert.id, { snoozedUntil: day(3) });
    expect((await openAlerts(admin, { componentId: id }, { limit: 9, offset: 0 })).rows).toEqual([]);
    expect((await alertOf(id, "UnmanagedGlossary")).snoozedUntil).toBe(day(3));
    await wakeAlerts();
    expect((await alertOf(id, "UnmanagedGlossary")).dismissed).toBe(true);
    await db.run(sql`update alerts set snoozed_until = current_date - 1 where id = ${alert.id}`);
    await wakeAlerts();
    expect(await alertOf(id, "UnmanagedGlossary")).toMatchObject({ dismissed: false, snoozedUntil: null });
    expect((await ledgerOf(id)).map(({ action }) => action)).toEqual([47, 103, 104]);
  });

  it("for good is for kinds that may be meant so, and takes the right to change the component", async () => {
    const { id } = await make({ fileFormat: "wordperfect" });
    await sweepAlerts({ componentId: id });
    const alert = await alertOf(id, "UnsupportedConfiguration");
    await expect(changeAlert(admin, alert.id, { dismissed: true })).rejects.toThrow(Invalid);
    await expect(changeAlert(reader, alert.id, { dismissed: true })).rejects.toThrow(Forbidden);
    expect(mayHide(reader, alert)).toEqual({ until: false, forGood: false });
    expect(mayHide(admin, alert)).toEqual({ until: true, forGood: false });
    await expect(changeAlert(admin, 2_000_000, { dismissed: false })).rejects.toThrow(NotFound);
  });
});

describe("many alerts at once", () => {
  it("are put away, those that go with their cause left, and nothing is done where one may not be", async () => {
    const project = await bareProject();
    const [first, second] = [await make({ isGlossary: true }, project), await make({ isGlossary: true }, project)];
    const third = await make({ fileFormat: "wordperfect" }, project);
    await sweepAlerts({ projectId: project });
    const { rows } = await openAlerts(admin, { projectId: project }, { limit: 9, offset: 0 });
    const ids = rows.map(({ id }) => id);
    await expect(changeAlerts(reader, ids, { dismissed: true })).rejects.toThrow(Forbidden);
    expect((await openAlerts(admin, { projectId: project }, { limit: 9, offset: 0 })).count).toBe(3);
    expect(await changeAlerts(admin, [...ids, 2_000_000], { dismissed: true })).toEqual({ changed: 2, left: 1 });
    const left = await openAlerts(admin, { projectId: project }, { limit: 9, offset: 0 });
    expect(left.rows.map(({ componentId }) => componentId)).toEqual([third.id]);
    for (const { id } of [first, second]) expect((await ledgerOf(id)).map(({ action }) => action)).toEqual([47, 103]);
    expect(await changeAlerts(admin, ids, { dismissed: false })).toEqual({ changed: 3, left: 0 });
    expect((await ledgerOf(third.id)).map(({ action }) => action)).toEqual([47]);
  });
});

describe("the alerts of a place", () => {
  it("are walked by key, past one that has gone, and found by the names of their places", async () => {
    const project = await bareProject();
    const made = [];
    for (let at = 0; at < 5; at++) made.push(await make({ isGlossary: true }, project));
    await db.prisma.component.update({ where: { id: made[4]?.id ?? 0 }, data: { name: "Orchard, 100%" } });
    await sweepAlerts({ projectId: project });
    const whole = (await openAlerts(admin, { projectId: project }, { limit: 9, offset: 0 })).rows.map(({ id }) => id);
    const walked: number[] = [];
    let after: string | undefined;
    do {
      const { rows, next } = await alertPage(admin, { projectId: project }, { after, limit: 2 });
      walked.push(...rows.map(({ id }) => id));
      if (after === undefined) await db.run(sql`delete from alerts where id = ${walked[1]}`);
      after = next;
    } while (after !== undefined && walked.length < 20);
    expect(walked).toEqual(whole);
    const found = (words: string) => alertPage(admin, { projectId: project, words }, { limit: 9 });
    expect((await found("100%")).rows.map(({ componentId }) => componentId)).toEqual([made[4]?.id]);
    for (const odd of ["[", "{}", '["a"]', '["a","b","\\u0000",1]', "null"])
      expect((await alertPage(admin, { projectId: project }, { after: odd, limit: 9 })).rows).toHaveLength(4);
  });

  it("are counted by kind, the worst first, as far as somebody sees their components", async () => {
    const project = await bareProject();
    const [first, second] = [await make({ isGlossary: true }, project), await make({ isGlossary: true }, project)];
    await db.prisma.component.update({
      where: { id: second.id },
      data: { restricted: true, fileFormat: "wordperfect" },
    });
    await sweepAlerts({ projectId: project });
    expect(await countAlerts(admin, { projectId: project })).toEqual([
      { kind: "UnsupportedConfiguration", grave: true, alerts: 1, projects: 1, components: 1 },
      { kind: "UnmanagedGlossary", grave: false, alerts: 2, projects: 1, components: 2 },
    ]);
    const seen = await openAlerts(await anonymousActor(), { projectId: project }, { limit: 9, offset: 0 });
    expect(seen.rows.map(({ componentId }) => componentId)).toEqual([first.id]);
    expect(seen.count).toBe(1);
  });

  it("of a project that is not public are seen by nobody else", async () => {
    const { id, project } = await make({ isGlossary: true }, await bareProject(100));
    await sweepAlerts({ componentId: id });
    const alert = await alertOf(id, "UnmanagedGlossary");
    expect(await countAlerts(reader, { projectId: project })).toEqual([]);
    await expect(changeAlert(reader, alert.id, { dismissed: true })).rejects.toThrow(NotFound);
  });
});
