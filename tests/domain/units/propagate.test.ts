import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { loadActor } from "@/lib/domain/access/actor";
import { addMembers } from "@/lib/domain/access/seed";
import type { ComponentRow } from "@/lib/domain/components/components";
import { findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { updateProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { makeUpstream } from "../../support/git";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

const PO = `msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Quit"\nmsgstr "Konec"\n`;
const SETTINGS = { filemask: "po/*.po", fileFormat: "po" } as const;

let admin: Actor;
let first: ComponentRow;
const others: ComponentRow[] = [];

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component: first } = await connect(admin, { "po/cs.po": PO }, SETTINGS));
  await updateProject(admin, first.project.slug, { translationReview: true });
  for (const slug of ["open", "restricted", "approved"]) {
    const { url } = makeUpstream({ "po/cs.po": PO });
    const made = await createComponent(admin, first.project.slug, { name: slug, slug, repo: url, ...SETTINGS });
    await importComponent(made.id, () => {});
    others.push(await findComponentById(admin, made.id));
  }
});

it("an edit reaches equal strings, but none that its author may not edit and none that is approved", async () => {
  const [open, restricted, approved] = others as [ComponentRow, ComponentRow, ComponentRow];
  await db.run(sql`update components set restricted = true where id = ${restricted.id}`);
  await editUnit(admin, await unitId(approved, "cs", "Quit"), { targets: ["Schváleno"], state: 30 });
  for (const component of [first, open, restricted])
    await editUnit(admin, await unitId(component, "cs", "Quit"), { targets: ["Konec"], state: 20 });
  const petra = await makePerson("petra");
  await inTransaction(async (tx) => {
    const team = await textRow<{ id: number }>(
      tx,
      sql`insert into teams (name, project_selection, language_selection) values ('T', 1, 1) returning id`,
    );
    await tx.run(sql`insert into team_roles select ${team?.id}, id from roles where name = 'Review strings'`);
    await addMembers(tx, team?.id ?? 0, [petra.userId]);
  });
  const translator = (await loadActor(petra.userId)) as Actor;
  await editUnit(translator, await unitId(first, "cs", "Quit"), { targets: ["Ukončit"], state: 20 });
  const text = async (component: ComponentRow) => {
    const unit = await findUnit(admin, await unitId(component, "cs", "Quit"));
    return [unit.targets[0], unit.state];
  };
  expect(await text(open)).toEqual(["Ukončit", 20]);
  expect(await text(restricted)).toEqual(["Konec", 20]);
  expect(await text(approved)).toEqual(["Schváleno", 30]);
  await editUnit(admin, await unitId(first, "cs", "Quit"), { targets: ["Zavřít"], state: 20 });
  expect(await text(open)).toEqual(["Zavřít", 20]);
  // What the translator's edit did not reach says something else by now: it keeps that, and gets a suggestion.
  expect(await text(restricted)).toEqual(["Konec", 20]);
  expect((await findUnit(admin, await unitId(restricted, "cs", "Quit"))).suggested).toBe(true);
  expect(await text(approved)).toEqual(["Schváleno", 30]);
});

/** A further component of the project, with these strings and settings. */
async function another(slug: string, po: string, settings: Record<string, unknown> = {}): Promise<ComponentRow> {
  const { url } = makeUpstream({ "po/cs.po": po });
  const made = await createComponent(admin, first.project.slug, {
    name: slug,
    slug,
    repo: url,
    ...SETTINGS,
    ...settings,
  });
  await importComponent(made.id, () => {});
  return findComponentById(admin, made.id);
}

const said = async (component: ComponentRow, source: string) => {
  const { targets, suggested } = await findUnit(admin, await unitId(component, "cs", source));
  return { targets, suggested };
};

it("an edit goes on within one source language, and with plural forms within one plural rule", async () => {
  const withRule = (rule: string) =>
    PO.replace('UTF-8\\n"\n', `UTF-8\\n"\n"Plural-Forms: ${rule}\\n"\n`) +
    '\nmsgid "Stop"\nmsgstr ""\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n';
  const [one, two] = ["nplurals=2; plural=n != 1;", "nplurals=2; plural=n > 1;"];
  const from = await another("from", withRule(one));
  const alike = await another("alike", withRule(one));
  const foreign = await another("foreign", withRule(one), { sourceLanguage: "de" });
  const otherwise = await another("otherwise", withRule(two));
  await editUnit(admin, await unitId(from, "cs", "Stop"), { targets: ["Zastavit"], state: 20 });
  await editUnit(admin, await unitId(from, "cs", "%d file"), { targets: ["%d soubor", "%d souborů"], state: 20 });
  expect(await said(alike, "Stop")).toEqual({ targets: ["Zastavit"], suggested: false });
  expect(await said(alike, "%d file")).toEqual({ targets: ["%d soubor", "%d souborů"], suggested: false });
  expect(await said(foreign, "Stop")).toEqual({ targets: [""], suggested: false });
  expect(await said(otherwise, "Stop")).toEqual({ targets: ["Zastavit"], suggested: false });
  expect(await said(otherwise, "%d file")).toEqual({ targets: ["", ""], suggested: false });
});

it("an edit goes on as a suggestion where texts are voted on, and nowhere that its author has not signed for", async () => {
  const jan = await makePerson("jan");
  const po = `${PO}\nmsgid "Print"\nmsgstr ""\n`;
  const from = await another("plain", po);
  const voting = await another("voting", po);
  const signing = await another("signing", po);
  await db.run(sql`update components set suggestion_voting = true, suggestion_autoaccept = 2 where id = ${voting.id}`);
  await db.run(sql`update components set agreement = 'Be kind.' where id = ${signing.id}`);
  const translator = (await loadActor(jan.userId)) as Actor;
  await editUnit(translator, await unitId(from, "cs", "Print"), { targets: ["Tisk"], state: 20 });
  expect(await said(voting, "Print")).toEqual({ targets: [""], suggested: true });
  expect(await said(signing, "Print")).toEqual({ targets: [""], suggested: false });
});
