import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { listLanguagesInUse, pageOfLanguages, projectsOfLanguage } from "@/lib/domain/statistics/languages-in-use";
import { db, sql } from "@/lib/platform/database";
import { makeUpstream } from "../../support/git";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

const settings = { filemask: "po/*.po", fileFormat: "po" } as const;
const po = (apple = "") => `msgid "Apple"\nmsgstr "${apple}"\n\nmsgid "Pear"\nmsgstr ""\n`;

let admin: Actor;
let petra: Actor;
let open: ComponentRow;
let hidden: ComponentRow;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  const files = { "po/cs.po": po(), "po/de.po": po(), "po/fr.po": po("Pomme"), "po/it.po": po() };
  ({ component: open } = await connect(admin, files, settings));
  ({ component: hidden } = await connect(admin, { "po/fr.po": po(), "po/pl.po": po() }, settings));
  await db.run(sql`update projects set access_control = 100 where id = ${hidden.projectId}`);
});

const languageId = async (code: string) =>
  (await textRow<{ id: number }>(db, sql`select id from languages where code = ${code}`))?.id as number;

describe("languages in use", () => {
  it("are those with translations, by name; all others when asked", async () => {
    const used = await listLanguagesInUse();
    expect(used.map(({ code }) => code)).toEqual(["cs", "en", "fr", "de", "it", "pl"]);
    expect(used.find(({ code }) => code === "fr")?.counters).toMatchObject({ total: 4, translations: 2 });
    const all = await listLanguagesInUse(true);
    expect(all.length).toBeGreaterThan(300);
    expect(all.find(({ code }) => code === "ja")?.counters).toBeNull();
  });

  it("come in pages, some before the others", async () => {
    const page = await pageOfLanguages(false, ["pl", "it"], { limit: 3, offset: 0 });
    expect([page.rows.map(({ code }) => code), page.count]).toEqual([["it", "pl", "cs"], 6]);
    const last = await pageOfLanguages(false, ["pl", "it"], { limit: 3, offset: 3 });
    expect(last.rows.map(({ code }) => code)).toEqual(["en", "fr", "de"]);
    expect((await pageOfLanguages(true, [], { limit: 1, offset: 0 })).count).toBeGreaterThan(300);
  });

  it("are found by what somebody types", async () => {
    const typed = { words: "ital", codes: [] };
    const codesOf = async (unused: boolean) =>
      (await pageOfLanguages(unused, [], { limit: 99, offset: 0 }, undefined, typed)).rows.map(({ code }) => code);
    expect(await codesOf(false)).toEqual(["it"]);
    expect(await codesOf(true)).toContain("it");
    expect(await codesOf(true)).not.toContain("cs");
  });

  it("have the projects that the viewer may see, most to do first", async () => {
    const french = await languageId("fr");
    expect((await projectsOfLanguage(petra, french)).map(({ id }) => id)).toEqual([open.projectId]);
    const seen = await projectsOfLanguage(admin, french);
    expect(seen.map(({ id }) => id)).toEqual([hidden.projectId, open.projectId]);
    expect(seen.map(({ counters }) => counters.total - counters.translated)).toEqual([2, 1]);
    expect(await projectsOfLanguage(petra, await languageId("pl"))).toEqual([]);
  });

  it("have them in the order of what the viewer may see of them", async () => {
    const { component } = await connect(admin, { "po/ja.po": po("林檎") }, settings);
    const made = await createComponent(admin, component.project.slug, {
      ...{ name: "Secret", slug: "secret", repo: makeUpstream({ "po/ja.po": po() }).url, push: "", restricted: true },
      ...settings,
    });
    await importComponent(made.id, () => {});
    const { component: other } = await connect(admin, { "po/ja.po": po() }, settings);
    const japanese = await languageId("ja");
    const seen = (viewer: Actor) =>
      projectsOfLanguage(viewer, japanese).then((rows) =>
        rows.map(({ id, counters }) => [id, counters.total - counters.translated]),
      );
    expect(await seen(petra)).toEqual([
      [other.projectId, 2],
      [component.projectId, 1],
    ]);
  });
});
