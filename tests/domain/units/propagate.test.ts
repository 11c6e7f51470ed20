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
