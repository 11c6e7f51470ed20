import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, SERVICE } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { autoTranslate } from "@/lib/domain/machinery/auto-translate";
import { searchUnits } from "@/lib/domain/search/search-units";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { countStatements, db, sql } from "@/lib/platform/database";
import { makeUpstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

const head = `msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n\n`;
const entry = (source: string, target: string, context = "") =>
  `${context ? `msgctxt "${context}"\n` : ""}msgid "${source}"\nmsgstr "${target}"\n\n`;

let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

async function beside(component: ComponentRow, slug: string, po: string): Promise<ComponentRow> {
  const made = await createComponent(admin, component.project.slug, {
    name: slug,
    slug,
    repo: makeUpstream({ "po/cs.po": po }).url,
    filemask: "po/*.po",
    fileFormat: "po",
  });
  await importComponent(made.id, () => {});
  return findComponentById(admin, made.id);
}

const PO = { filemask: "po/*.po", fileFormat: "po" };
const todo = { q: "state:<translated", autoSource: "others" } as const;
const cs = (component: ComponentRow) => findTranslation(admin, component, "cs");
const stateOf = async (component: ComponentRow, text: string) => {
  const { state, targets, automatic, suggested } = await findUnit(admin, await unitId(component, "cs", text));
  return { state, targets, automatic, suggested };
};

async function pair(mine: string, theirs: string) {
  const { component } = await connect(admin, { "po/cs.po": head + mine }, PO);
  return { component, other: await beside(component, "lib", head + theirs) };
}

describe("translating from other components", () => {
  it("fills untranslated strings, preferring the same context, and leaves the rest", async () => {
    const mine = entry("Open", "") + entry("Menu", "", "a") + entry("Quit", "Konec") + entry("New", "");
    const theirs =
      entry("Open", "Otevřít") + entry("Menu", "Jídlo", "b") + entry("Menu", "Nabídka", "a") + entry("Quit", "Ukončit");
    const { component } = await pair(mine, theirs);
    const told: number[] = [];
    const onProgress = (accepted: number) => void told.push(accepted);
    const done = await autoTranslate(admin, await cs(component), { mode: "translate", ...todo }, { onProgress });
    expect(done).toEqual({ accepted: 2, message: "Automatic translation completed, 2 strings were updated." });
    expect(told).toEqual([2]);
    expect(await stateOf(component, "Open")).toMatchObject({ state: 20, targets: ["Otevřít"], automatic: true });
    expect(await stateOf(component, "Menu")).toMatchObject({ state: 20, targets: ["Nabídka"] });
    expect(await stateOf(component, "Quit")).toMatchObject({ targets: ["Konec"], automatic: false });
    expect(await stateOf(component, "New")).toMatchObject({ state: 0 });
    const { rows } = await searchUnits(admin, `is:automatically-translated project:${component.project.slug}`, {
      limit: 10,
      offset: 0,
    });
    expect(rows.map((row) => row.sources[0])).toEqual(["Open", "Menu"]);
    const lines = await textRows(
      db,
      sql`
      select action, cause, details->>'path' as path from changes where component_id = ${component.id} and action = 6`,
    );
    expect(lines).toEqual(Array(2).fill({ action: 6, cause: "memory", path: `${component.project.slug}/lib` }));
    expect(await counterDrift()).toEqual([]);
    // A person who edits it makes it their own.
    await editUnit(admin, await unitId(component, "cs", "Open"), { targets: ["Otevři"], state: 20 });
    expect(await stateOf(component, "Open")).toMatchObject({ automatic: false });
    expect((await autoTranslate(admin, await cs(component), { mode: "translate", ...todo })).accepted).toBe(0);
  });

  it("suggests, marks for editing or overwrites according to mode and search", async () => {
    const { component } = await pair(
      entry("Open", "") + entry("Quit", "Konec"),
      entry("Open", "Otevřít") + entry("Quit", "Ukončit"),
    );
    const run = (mode: "suggest" | "fuzzy" | "translate", q: string) =>
      cs(component).then((translation) => autoTranslate(admin, translation, { mode, q, autoSource: "others" }));
    expect((await run("suggest", "")).accepted).toBe(2);
    expect((await run("suggest", "")).accepted).toBe(0);
    expect(await stateOf(component, "Open")).toMatchObject({ state: 0, suggested: true });
    expect(await counterDrift()).toEqual([]);
    expect((await run("fuzzy", "state:empty")).accepted).toBe(1);
    expect(await stateOf(component, "Open")).toMatchObject({ state: 10, targets: ["Otevřít"] });
    expect((await run("translate", "")).accepted).toBe(2);
    expect(await stateOf(component, "Quit")).toMatchObject({ state: 20, targets: ["Ukončit"] });
    expect(await counterDrift()).toEqual([]);
  });

  it("uses one component when it is given by id, slug or path", async () => {
    const { component, other } = await pair(entry("Open", ""), entry("Open", "Otevřít"));
    const third = await beside(component, "third", head + entry("Open", "Otevřete"));
    for (const name of [String(third.id), "third", `${component.project.slug}/third`]) {
      await autoTranslate(admin, await cs(component), {
        mode: "translate",
        q: "",
        autoSource: "others",
        component: name,
      });
      expect(await stateOf(component, "Open"), name).toMatchObject({ targets: ["Otevřete"] });
      await autoTranslate(admin, await cs(component), {
        mode: "translate",
        q: "",
        autoSource: "others",
        component: "lib",
      });
      expect(await stateOf(component, "Open"), name).toMatchObject({ targets: ["Otevřít"] });
    }
    expect(other.slug).toBe("lib");
    for (const name of ["nowhere", "0", "app", "a/b/c/d/e"])
      await expect(
        autoTranslate(admin, await cs(component), { mode: "translate", ...todo, component: name }),
      ).rejects.toMatchObject({ fields: [{ path: "component" }] });
  });

  it("never uses texts that the actor, or for the service the public, cannot see", async () => {
    const { component, other } = await pair(entry("Open", ""), entry("Open", "Tajné"));
    await db.run(sql`update components set restricted = true where id = ${other.id}`);
    await db.run(sql`
      insert into team_members (team_id, user_id)
      select t.id, u.id from teams t, users u where t.defining_project_id = ${component.projectId} and t.name = 'Administration' and u.username = 'admin'`);
    expect((await autoTranslate(SERVICE, await cs(component), { mode: "translate", ...todo })).accepted).toBe(0);
    const { component: outside } = await connect(admin, { "po/cs.po": head + entry("Open", "") }, PO);
    await db.run(sql`update components set restricted = false where id = ${other.id}`);
    await db.run(sql`update projects set access_control = 100 where id = ${component.projectId}`);
    const input = { mode: "translate", ...todo, component: `${component.project.slug}/lib` } as const;
    await expect(autoTranslate(SERVICE, await cs(outside), input)).rejects.toMatchObject({
      fields: [{ path: "component" }],
    });
    expect((await autoTranslate(admin, await cs(outside), input)).accepted).toBe(1);
  });

  it("goes through a long translation in batches, with a constant number of statements for each", async () => {
    const many = Array.from({ length: 1200 }, (_, index) => `Text number ${index}`);
    const { component } = await pair(
      many.map((text) => entry(text, "")).join(""),
      many.map((text) => entry(text, `${text} česky`)).join(""),
    );
    const told: number[] = [];
    const place = await cs(component);
    const { result: done, count } = await countStatements(() =>
      autoTranslate(
        admin,
        place,
        { mode: "translate", ...todo },
        { onProgress: (accepted) => void told.push(accepted) },
      ),
    );
    expect(done.accepted).toBe(1200);
    expect(told).toEqual([500, 1000, 1200]);
    expect(count).toBeLessThan(3 * 20);
    expect(await counterDrift()).toEqual([]);
  });
});
