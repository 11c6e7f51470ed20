import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { performPlan, startPlan } from "@/lib/domain/bulk/apply";
import { type BulkRequest, findPlan, keepTicked, makePlan, planStrings, tickStrings } from "@/lib/domain/bulk/plan";
import type { EditWish, ReplaceWish } from "@/lib/domain/bulk/wish";
import { type ComponentRow, findComponentById, setLock } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { acceptSuggestion, addSuggestion, listSuggestions } from "@/lib/domain/discussion/suggestions";
import { create as createLabel } from "@/lib/domain/labels/labels";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { undoHere } from "@/lib/domain/undo/undo";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { dismissFinding } from "@/lib/domain/units/findings";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { makeUpstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { bareMember, bareRole, bareTeam } from "../../support/teams";
import { textRow, textRows } from "../../support/text-rows";

/** Many strings at once: what is planned is done, what somebody has changed since stays, and all of it can be taken back. */

let petra: Actor;
let jan: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  jan = await makePerson("jan", { superuser: true });
});

const po = (texts: Record<string, string>) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${Object.entries(texts)
    .map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n`)
    .join("\n")}`;

const CZECH = {
  "Send an e-mail": "Poslat e-mail",
  "The e-mail was sent to %s.": "E-mail byl odeslán %s.",
  "My e-mails": "Moje e-maily",
  Quit: "Konec",
  Open: "",
};
const GERMAN = { ...CZECH, "Send an e-mail": "E-mail senden", "The e-mail was sent to %s.": "", "My e-mails": "" };

const begin = async (settings: Parameters<typeof connect>[2] | Record<string, unknown> = {}) =>
  (
    await connect(
      petra,
      { "po/cs.po": po(CZECH), "po/de.po": po(GERMAN) },
      { filemask: "po/*.po", fileFormat: "po", pushOnCommit: false, ...settings },
    )
  ).component;

const place = (actor: Actor, component: ComponentRow, ...rest: string[]) =>
  resolvePath(actor, [component.project.slug, component.slug, ...rest]);

const replacing = (find: string, replacement: string, more: Partial<ReplaceWish> = {}): ReplaceWish => ({
  ...{ act: "replace", find, replacement, regex: false, matchCase: false, wholeWords: false, ...more },
});

const editing = (more: Partial<EditWish>): EditWish => ({
  ...{ act: "edit", addFlags: "", removeFlags: "", addLabels: [], removeLabels: [], ...more },
});

const plan = async (component: ComponentRow, request: BulkRequest, actor = petra, ...rest: string[]) =>
  makePlan(actor, await place(actor, component, ...rest), request);

/** Another component of the project with the same strings. */
async function beside(component: ComponentRow): Promise<ComponentRow> {
  const { url } = makeUpstream({ "po/cs.po": po(CZECH) });
  const input = { name: "Web", slug: "web", repo: url, push: url, filemask: "po/*.po", fileFormat: "po" };
  const made = await createComponent(petra, component.project.slug, { ...input, allowPropagation: true });
  await importComponent(made.id, () => {});
  return findComponentById(petra, made.id);
}

/** Somebody with some rights in the project, in some languages or in all. */
async function teamed(component: ComponentRow, permissions: string[], languages?: string[]): Promise<Actor> {
  const person = await makePerson(`eva${++people}`);
  await db.run(sql`update projects set access_control = 100 where id = ${component.projectId}`);
  const team = await bareTeam({ projectId: component.projectId });
  await db.run(
    sql`insert into team_roles (team_id, role_id) values (${team}, ${await bareRole(`r${people}`, ...permissions)})`,
  );
  await db.run(sql`update teams set language_selection = ${languages ? 0 : 1} where id = ${team}`);
  await db.run(
    sql`insert into team_languages (team_id, language_id) select ${team}, id from languages where code = any(${languages ?? []}::text[])`,
  );
  await bareMember(team, person.userId);
  return (await loadActor(person.userId)) as Actor;
}
let people = 0;

/** Carries a plan out in this process. */
const perform = async (actor: Actor, id: string) => {
  await startPlan(actor, await findPlan(actor, id));
  return performPlan({ plan: id, user: actor.userId, cause: "person" });
};

const unit = async (component: ComponentRow, language: string, source: string) =>
  findUnit(petra, await unitId(component, language, source));

const texts = (component: ComponentRow) =>
  textRows(
    db,
    sql`
    select l.code, s.sources, s.extra_flags, u.targets, u.state, u.failing, u.suggested
    from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
    where t.component_id = ${component.id} order by l.code, s.sources`,
  );

describe("search and replace", () => {
  it("changes what the plan shows, tells the ledger, and is taken back", async () => {
    const component = await begin();
    const before = await texts(component);
    const made = await plan(component, { wish: replacing("e-mail", "email") }, petra, "cs");
    expect(made).toMatchObject({ strings: 3, out: 0, changedSince: 0, counts: { approved: 0, skipped: {} } });
    const rows = await planStrings(petra, made, { from: 0, limit: 50 });
    const after = rows.map(({ change }) => change?.edit?.targets[0]);
    expect(after).toEqual(["Poslat email", "email byl odeslán %s.", "Moje emaily"]);
    expect(await texts(component)).toEqual(before);
    const done = await perform(petra, made.id);
    expect(done).toMatchObject({ operation: made.id, changed: 3, skipped: {}, left: [] });
    for (const { unit: planned, change } of rows)
      expect((await findUnit(petra, planned.id)).targets).toEqual(change?.edit?.targets);
    const line = await textRow(
      db,
      sql`
      select action, cause, operation_id = ${made.id}::uuid as own from changes where unit_id = ${rows[0]?.unit.id} order by id desc limit 1`,
    );
    expect(line).toEqual({ action: 27, cause: "person", own: true });
    expect(await counterDrift()).toEqual([]);
    expect(await undoHere(jan, made.id, { plan: false })).toMatchObject({ restored: 3, skipped: 0 });
    expect(await texts(component)).toEqual(before);
    expect(await counterDrift()).toEqual([]);
  });

  it("minds case, whole words and groups of regular expressions", async () => {
    const component = await begin();
    const found = async (wish: ReplaceWish) => {
      const made = await plan(component, { wish }, petra, "cs");
      const rows = await planStrings(petra, made, { from: 0, limit: 50 });
      return rows.map(({ change }) => change?.edit?.targets[0]);
    };
    expect(await found(replacing("e-mail", "X", { matchCase: true }))).toEqual(["Poslat X", "Moje Xy"]);
    expect(await found(replacing("e-mail", "X", { wholeWords: true }))).toEqual(["Poslat X", "X byl odeslán %s."]);
    expect(await found(replacing("(\\w)-(mail)", "$2$1", { regex: true, matchCase: true }))).toEqual([
      ...["Poslat maile", "maile byl odeslán %s.".replace("maile", "mailE"), "Moje maile".concat("y")],
    ]);
    expect(await found(replacing("[", "x"))).toEqual([]);
  });

  it("refuses expressions that cannot be read or would match nothing, and those that run away end", async () => {
    const component = await begin();
    const refused = (wish: ReplaceWish) => plan(component, { wish }, petra, "cs");
    await expect(refused(replacing("(a", "b", { regex: true }))).rejects.toMatchObject({ fields: [{ path: "find" }] });
    await expect(refused(replacing("a*", "b", { regex: true }))).rejects.toMatchObject({ fields: [{ path: "find" }] });
    await expect(refused(replacing("(a)\\1", "b", { regex: true }))).rejects.toMatchObject({
      fields: [{ path: "find" }],
    });
    await expect(refused(replacing("a", "$1", { regex: true }))).rejects.toMatchObject({
      fields: [{ path: "replacement" }],
    });
    await expect(refused(replacing("a", "b\u0000"))).rejects.toMatchObject({ fields: [{ path: "replacement" }] });
    await expect(refused(replacing("", "b"))).rejects.toMatchObject({ fields: [{ path: "find", code: "required" }] });
    const long = "a".repeat(50_000);
    await editUnit(petra, await unitId(component, "cs", "Quit"), { targets: [long], state: 20 });
    expect(await refused(replacing("(a+)+$b|(a|aa)+c", "b", { regex: true }))).toMatchObject({ strings: 0 });
  });

  it("skips strings that somebody has changed since, and names them; ones that were unticked stay", async () => {
    const component = await begin();
    const made = await plan(component, { wish: replacing("e-mail", "email") }, petra, "cs");
    const send = await unitId(component, "cs", "Send an e-mail");
    const mine = await unitId(component, "cs", "My e-mails");
    await tickStrings(petra, made, { out: [mine, 1], back: [] });
    await editUnit(jan, send, { targets: ["Odeslat e-mail"], state: 20 });
    expect(await findPlan(petra, made.id)).toMatchObject({ out: 1, changedSince: 1 });
    const [first] = await planStrings(petra, made, { from: 0, limit: 1 });
    expect(first).toMatchObject({ skip: "changed", change: undefined });
    expect(await perform(petra, made.id)).toMatchObject({
      ...{ changed: 1, skipped: { changed: 1 }, left: [{ unit: send, reason: "changed" }] },
    });
    expect(await unit(component, "cs", "Send an e-mail")).toMatchObject({ targets: ["Odeslat e-mail"] });
    expect(await unit(component, "cs", "My e-mails")).toMatchObject({ targets: ["Moje e-maily"] });
    await expect(tickStrings(petra, made, { out: [], back: [mine] })).rejects.toThrow("carried out");
  });

  it("leaves what was written after it when it is undone", async () => {
    const component = await begin();
    const made = await plan(component, { wish: replacing("e-mail", "email") }, petra, "cs");
    await perform(petra, made.id);
    const send = await unitId(component, "cs", "Send an e-mail");
    await editUnit(jan, send, { targets: ["Odeslat email"], state: 20 });
    expect(await undoHere(petra, made.id, { plan: false })).toMatchObject({
      ...{ restored: 2, skipped: 1, left: [{ unit: send, reason: "changed" }] },
    });
    expect(await unit(component, "cs", "Send an e-mail")).toMatchObject({ targets: ["Odeslat email"] });
  });

  it("keeps approved strings out unless they are ticked, and lowers those that fail an enforced check", async () => {
    const component = await begin({ enforcedChecks: ["c_format"] });
    await db.run(sql`update projects set translation_review = true where id = ${component.projectId}`);
    await changeUnit(petra, await unitId(component, "en", "The e-mail was sent to %s."), { extraFlags: "c-format" });
    const send = await unitId(component, "cs", "Send an e-mail");
    await editUnit(petra, send, { targets: ["Poslat e-mail"], state: 30 });
    const made = await plan(component, { wish: replacing("e-mail|%s", "email", { regex: true }) }, petra, "cs");
    expect(made).toMatchObject({ strings: 3, out: 1, counts: { approved: 1, failing: 1, checked: 3 } });
    await tickStrings(petra, made, { out: [], back: [send] });
    expect(await perform(petra, made.id)).toMatchObject({ changed: 3 });
    expect(await unit(component, "cs", "Send an e-mail")).toMatchObject({ targets: ["Poslat email"], state: 30 });
    expect(await unit(component, "cs", "The e-mail was sent to %s.")).toMatchObject({ state: 10, failing: true });
    expect(await counterDrift()).toEqual([]);
  });

  it("gives an equal string of another component its text once, and counts it as changed", async () => {
    const component = await begin({ allowPropagation: true });
    const project = component.project.slug;
    const other = await beside(component);
    const made = await makePlan(petra, await resolvePath(petra, [project, "-", "cs"]), {
      wish: replacing("e-mail", "email"),
    });
    expect(made.strings).toBe(6);
    expect(await perform(petra, made.id)).toMatchObject({ changed: 6, skipped: {} });
    expect(await unit(other, "cs", "My e-mails")).toMatchObject({ targets: ["Moje emaily"] });
  });
});

describe("a string that was unticked", () => {
  it("stays also where an equal string of the plan changes", async () => {
    const component = await begin({ allowPropagation: true });
    const other = await beside(component);
    const made = await makePlan(petra, await resolvePath(petra, [component.project.slug, "-", "cs"]), {
      wish: replacing("e-mail", "email"),
    });
    await tickStrings(petra, made, { out: [await unitId(component, "cs", "My e-mails")], back: [] });
    const done = await perform(petra, made.id);
    expect(done).toMatchObject({ changed: 5, skipped: {} });
    expect(await unit(component, "cs", "My e-mails")).toMatchObject({ targets: ["Moje e-maily"] });
    expect(await unit(other, "cs", "My e-mails")).toMatchObject({ targets: ["Moje emaily"] });
    expect(await unit(component, "cs", "Send an e-mail")).toMatchObject({ targets: ["Poslat email"] });
    expect(await undoHere(petra, done.operation ?? "", { plan: false })).toMatchObject({ restored: 5, skipped: 0 });
    expect(await counterDrift()).toEqual([]);
  });
});

describe("rights", () => {
  it("are asked for each string: those of other languages and locked components stay, and are counted", async () => {
    const component = await begin();
    const other = await beside(component);
    const eva = await teamed(component, ["unit.edit"], ["cs"]);
    const project = await resolvePath(eva, [component.project.slug]);
    const made = await makePlan(eva, project, { wish: replacing("e-mail", "email") });
    expect(made).toMatchObject({ strings: 6, counts: { skipped: { "not-allowed": 1 } } });
    await setLock(petra, other, true, "translation freeze");
    expect(await perform(eva, made.id)).toMatchObject({ changed: 3, skipped: { locked: 3 } });
    expect(await unit(component, "de", "Send an e-mail")).toMatchObject({ targets: ["E-mail senden"] });
    expect(await unit(other, "cs", "Send an e-mail")).toMatchObject({ targets: ["Poslat e-mail"] });
  });

  it("are needed to begin at all, and nobody sees the plan of somebody else", async () => {
    const component = await begin();
    const eva = await teamed(component, ["suggestion.add"]);
    await expect(plan(component, { wish: replacing("e-mail", "email") }, eva)).rejects.toThrow("unit.edit");
    const bulk = await teamed(component, ["unit.edit"]);
    await expect(plan(component, { wish: editing({ state: 10 }) }, bulk)).rejects.toThrow("unit.bulk_edit");
    const made = await plan(component, { wish: replacing("e-mail", "email") }, bulk);
    await expect(findPlan(petra, made.id)).rejects.toThrow("no such plan");
    await expect(findPlan(bulk, "x")).rejects.toThrow("no such plan");
  });

  it("that were taken away since the plan count when it is carried out", async () => {
    const component = await begin();
    const eva = await teamed(component, ["unit.edit"]);
    const made = await plan(component, { wish: replacing("e-mail", "email") }, eva, "cs");
    await db.run(
      sql`delete from role_permissions where codename = 'unit.edit' and role_id = (select max(id) from roles)`,
    );
    expect(await perform(eva, made.id)).toMatchObject({ operation: null, changed: 0, skipped: { "not-allowed": 3 } });
  });

  it("of one language do not take back what was done in several", async () => {
    const component = await begin();
    const eva = await teamed(component, ["unit.edit"], ["cs"]);
    const made = await plan(component, { wish: replacing("e-mail", "email") });
    expect(await perform(petra, made.id)).toMatchObject({ changed: 4 });
    expect(await undoHere(eva, made.id, { plan: false })).toMatchObject({
      restored: 3,
      skipped: 1,
      left: [{ reason: "not-allowed" }],
    });
    expect(await unit(component, "de", "Send an e-mail")).toMatchObject({ targets: ["email senden"] });
  });
});

describe("bulk edit", () => {
  it("sets states of translations, leaves empty and approved ones, and refuses what fails an enforced check", async () => {
    const component = await begin({ enforcedChecks: ["c_format"] });
    await changeUnit(petra, await unitId(component, "en", "The e-mail was sent to %s."), { extraFlags: "c-format" });
    await editUnit(petra, await unitId(component, "cs", "The e-mail was sent to %s."), {
      targets: ["E-mail odeslán."],
      state: 10,
    });
    await editUnit(petra, await unitId(component, "cs", "Quit"), { targets: ["Konec"], state: 10 });
    const made = await plan(component, { wish: editing({ state: 20 }) });
    expect(made).toMatchObject({ strings: 1, counts: { skipped: { empty: 4, "enforced-check": 1 } } });
    await perform(petra, made.id);
    expect(await unit(component, "cs", "Quit")).toMatchObject({ state: 20, targets: ["Konec"] });
    await expect(plan(component, { wish: editing({ state: 30 }) })).rejects.toMatchObject({
      fields: [{ path: "state" }],
    });
    await expect(plan(component, { wish: editing({ state: 0 }) })).rejects.toMatchObject({
      fields: [{ path: "state" }],
    });
    const line = await textRow(
      db,
      sql`select action from changes where unit_id = ${await unitId(component, "cs", "Quit")} order by id desc limit 1`,
    );
    expect(line).toEqual({ action: 32 });
  });

  it("adds and removes flags and labels of source strings, whose translations follow, and is taken back", async () => {
    const component = await begin();
    const before = await texts(component);
    const { id: label } = await createLabel(petra, component.project.slug, { name: "Mail", color: "navy" });
    const { id: bad } = await createLabel(petra, component.project.slug, { name: "Old", color: "red" });
    await changeUnit(petra, await unitId(component, "en", "Quit"), { labelIds: [bad] });
    const wish = editing({ addFlags: "read-only, max-length:40", addLabels: [label], removeLabels: [bad] });
    const made = await plan(component, { wish, q: "source:mail OR source:=Quit" }, petra, "cs");
    expect(made.strings).toBe(4);
    expect(await perform(petra, made.id)).toMatchObject({ changed: 4 });
    const quit = await unit(component, "en", "Quit");
    expect(quit.extraFlags).toBe("max-length:40, read-only");
    expect(quit.labels.map(({ name }) => name)).toEqual(["Mail"]);
    expect(await unit(component, "de", "Send an e-mail")).toMatchObject({ state: 100 });
    expect(await counterDrift()).toEqual([]);
    expect(await undoHere(petra, made.id, { plan: false })).toMatchObject({ restored: 4, skipped: 0 });
    expect(await texts(component)).toEqual(before);
    expect((await unit(component, "en", "Quit")).labels.map(({ name }) => name)).toEqual(["Old"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("refuses flags and labels that do not exist, and changes nothing", async () => {
    const component = await begin();
    const before = await texts(component);
    const wrong = editing({ state: 10, addFlags: "max-lenght:40", removeFlags: "nonsense", addLabels: [4711] });
    await expect(plan(component, { wish: wrong })).rejects.toMatchObject({
      fields: [{ path: "addFlags" }, { path: "removeFlags" }, { path: "addLabels", code: "does_not_exist" }],
    });
    await expect(plan(component, { wish: editing({}) })).rejects.toMatchObject({ fields: [{ code: "required" }] });
    expect(await texts(component)).toEqual(before);
    expect(await textRows(db, sql`select id from bulk_plans where path like ${`${component.project.slug}/%`}`)).toEqual(
      [],
    );
  });

  it("dismisses findings of checks but enforced ones, and lets them count again", async () => {
    const component = await begin();
    await editUnit(petra, await unitId(component, "cs", "Send an e-mail"), { targets: ["Poslat e-mail."], state: 20 });
    await editUnit(petra, await unitId(component, "cs", "My e-mails"), { targets: ["Moje e-maily."], state: 20 });
    await dismissFinding(petra, await unitId(component, "cs", "My e-mails"), "end_stop", { dismissed: true });
    const made = await plan(component, { wish: { act: "dismiss", checks: ["end_stop"] } }, petra, "cs");
    expect(made.strings).toBe(1);
    expect(await perform(petra, made.id)).toMatchObject({ changed: 1 });
    expect(await unit(component, "cs", "Send an e-mail")).toMatchObject({ failing: false });
    expect(await counterDrift()).toEqual([]);
    expect(await undoHere(petra, made.id, { plan: false })).toMatchObject({ restored: 1, skipped: 0 });
    expect(await unit(component, "cs", "Send an e-mail")).toMatchObject({ failing: true });
    expect(await unit(component, "cs", "My e-mails")).toMatchObject({ failing: false });
    expect(await counterDrift()).toEqual([]);
    await db.run(sql`update components set enforced_checks = '{end_stop}' where id = ${component.id}`);
    expect(await plan(component, { wish: { act: "dismiss", checks: ["end_stop"] } })).toMatchObject({
      ...{ strings: 0, counts: { skipped: { "enforced-check": 1 } } },
    });
    await expect(plan(component, { wish: { act: "dismiss", checks: ["nonsense"] } })).rejects.toMatchObject({
      fields: [{ path: "checks" }],
    });
  });

  it("accepts the suggestion with the most votes, credits its author, and brings it back when it is undone", async () => {
    const component = await begin({ suggestionVoting: true });
    const before = await texts(component);
    const quit = await unitId(component, "cs", "Quit");
    await addSuggestion(jan, quit, ["Ukončit"]);
    const newer = await addSuggestion(petra, quit, ["Odejít"]);
    await db.run(sql`delete from votes where suggestion_id = ${"made" in newer ? newer.made.id : 0}`);
    const open = await unitId(component, "cs", "Open");
    await addSuggestion(jan, open, ["Otevřít"]);
    const made = await plan(component, { wish: { act: "accept", approve: false } }, petra, "cs");
    expect(made.strings).toBe(2);
    // Between the plan and its task: this one is decided by a person.
    const [first] = (await listSuggestions(petra, { unitId: open }, { limit: 5, offset: 0 })).rows;
    await acceptSuggestion(petra, first?.id ?? 0, false);
    expect(await perform(petra, made.id)).toMatchObject({ changed: 1, left: [{ unit: open, reason: "changed" }] });
    expect(await unit(component, "cs", "Quit")).toMatchObject({ targets: ["Ukončit"], state: 20, suggested: true });
    const line = await textRow(
      db,
      sql`select action, author_id as "authorId" from changes where unit_id = ${quit} order by id desc limit 1`,
    );
    expect(line).toEqual({ action: 7, authorId: jan.userId });
    expect(await undoHere(petra, made.id, { plan: false })).toMatchObject({ restored: 1 });
    const back = (await listSuggestions(petra, { unitId: quit }, { limit: 5, offset: 0 })).rows;
    expect(back.map(({ targets, votes }) => [targets[0], votes]).sort()).toEqual([
      ["Odejít", 0],
      ["Ukončit", 1],
    ]);
    expect(await unit(component, "cs", "Quit")).toMatchObject({ targets: ["Konec"] });
    expect(before.length).toBeGreaterThan(0);
    expect(await counterDrift()).toEqual([]);
  });

  it("removes strings from all languages, where that is allowed, and brings them back", async () => {
    const component = await begin({ manageUnits: true });
    const before = await texts(component);
    const made = await plan(component, { wish: { act: "remove" }, q: "source:mail" });
    expect(made.strings).toBe(3);
    expect(await perform(petra, made.id)).toMatchObject({ changed: 3 });
    expect((await texts(component)).length).toBe(before.length - 9);
    expect(await counterDrift()).toEqual([]);
    expect(await undoHere(petra, made.id, { plan: false })).toMatchObject({ returned: 9 });
    expect(await texts(component)).toEqual(before);
    await db.run(sql`update components set manage_units = false where id = ${component.id}`);
    expect(await plan(component, { wish: { act: "remove" } })).toMatchObject({
      strings: 0,
      counts: { skipped: { "not-supported": 5 } },
    });
  });
});

describe("many strings", () => {
  it("that were ticked are taken, those that are gone are counted, and a list of none is refused", async () => {
    const component = await begin();
    const [quit, send] = [await unitId(component, "cs", "Quit"), await unitId(component, "cs", "Send an e-mail")];
    const here = await place(petra, component, "cs");
    const selection = await keepTicked(petra, here, [quit, send, send, 999_999_999]);
    const made = await makePlan(petra, here, { wish: editing({ state: 10 }), selection });
    expect(made).toMatchObject({ strings: 2, counts: { skipped: { gone: 1 } } });
    await perform(petra, made.id);
    expect(await unit(component, "cs", "My e-mails")).toMatchObject({ state: 20 });
    await expect(keepTicked(petra, here, [])).rejects.toMatchObject({ fields: [{ path: "units" }] });
    await expect(makePlan(jan, here, { wish: editing({ state: 10 }), selection })).rejects.toThrow("Tick them again");
    await expect(
      makePlan(petra, here, { wish: editing({ state: 10 }), ids: Array.from({ length: 10_001 }, (_, index) => index) }),
    ).rejects.toMatchObject({ fields: [{ path: "units" }] });
  });

  it("that were ticked in one place are left alone by a plan for another", async () => {
    const component = await begin();
    const quit = await unitId(component, "de", "Quit");
    const made = await makePlan(petra, await place(petra, component, "cs"), {
      wish: editing({ state: 10 }),
      ids: [quit],
    });
    expect(made.strings).toBe(0);
  });

  it("are gone on with where a task was killed, each once", async () => {
    const strings = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`e-mail ${index}`, `e-mail ${index}`]),
    );
    const { component } = await connect(
      petra,
      { "po/cs.po": po(strings) },
      { filemask: "po/*.po", fileFormat: "po", pushOnCommit: false },
    );
    const ids = (
      await textRows<{ id: number }>(
        db,
        sql`
      select u.id from units u join translations t on t.id = u.translation_id where t.component_id = ${component.id} and not t.is_source`,
      )
    ).map(({ id }) => id);
    const here = await place(petra, component, "cs");
    const made = await makePlan(petra, here, {
      wish: replacing("e-mail", "email"),
      selection: await keepTicked(petra, here, ids),
    });
    expect(made.strings).toBe(2000);
    await startPlan(petra, made);
    const payload = { plan: made.id, user: petra.userId, cause: "person" } as const;
    await expect(
      performPlan(payload, (done) => {
        if (done >= 600) throw new Error("killed");
      }),
    ).rejects.toThrow("killed");
    expect(await findPlan(petra, made.id)).toMatchObject({ progress: { at: 600, done: false, changed: 600 } });
    // Two runs at once share the rest.
    const [one, two] = await Promise.all([performPlan(payload), performPlan(payload)]);
    expect([one.changed, two.changed]).toEqual([2000, 2000]);
    const told = await textRow(
      db,
      sql`select count(*)::int as lines, count(distinct unit_id)::int as strings from changes where operation_id = ${made.id}::uuid and action = 27`,
    );
    expect(told).toEqual({ lines: 2000, strings: 2000 });
    expect(await startPlan(petra, made)).toBe((await findPlan(petra, made.id)).taskId);
    expect(await counterDrift()).toEqual([]);
    expect(await undoHere(petra, made.id, { plan: false })).toMatchObject({ restored: 2000, skipped: 0 });
  }, 180_000);
});
