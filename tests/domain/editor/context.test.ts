import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { loadContext } from "@/lib/domain/editor/context";
import { findProject, updateProject } from "@/lib/domain/projects/projects";
import { removeWorkflow, setWorkflow } from "@/lib/domain/projects/workflows";
import { setMyLanguages } from "@/lib/domain/translations/my-languages";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { addTerm, withGlossary } from "../../support/glossary";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** The same string in other languages, as the editor shows it. */

const po = (text: string) =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Quit"\nmsgstr "${text}"\n`;

let admin: Actor;
let petra: Actor;
let component: ComponentRow;
let id = 0;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  const files = { "po/cs.po": po(""), "po/de.po": po("Beenden"), "po/fr.po": po("Quitter"), "po/sk.po": po("Koniec") };
  ({ component } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" }));
  id = await unitId(component, "cs", "Quit");
});

const languageId = async (code: string) =>
  (await textRow<{ id: number }>(db, sql`select id from languages where code = ${code}`))?.id ?? 0;
const shown = async (actor: Actor) =>
  (await loadContext(actor, id)).languages.map(({ code, beside }) => (beside ? `${code}*` : code));

describe("the language that is translated from", () => {
  const from = async () => (await loadContext(petra, id)).languages.filter((row) => row.from).map(({ code }) => code);
  const set = async (place: "project" | "all", code: string | null) =>
    setWorkflow(admin, place === "all" ? null : await findProject(admin, component.project.slug), "cs", {
      ...{ reviewsOff: false, enableSuggestions: null, suggestionVoting: null, suggestionAutoaccept: null },
      ...{ editsByMembers: false, checkFlags: "", sourceLanguage: code },
    });

  it("is the one that the workflow names, first of all and only where its text is translated", async () => {
    expect(await from()).toEqual([]);
    await set("all", "de");
    expect(await from()).toEqual(["de"]);
    await set("project", "sk");
    expect(await from()).toEqual(["sk"]);
    expect(await shown(petra)).toEqual(["sk", "fr", "de"]);
    const slovak = await unitId(component, "sk", "Quit");
    await editUnit(admin, slovak, { targets: ["Koniec"], state: 10 });
    expect(await from()).toEqual([]);
    await editUnit(admin, slovak, { targets: ["Koniec"], state: 20 });
    // A workflow of the project says all there is to say.
    await set("project", null);
    expect(await from()).toEqual([]);
    await removeWorkflow(admin, await findProject(admin, component.project.slug), "cs");
    expect(await from()).toEqual(["de"]);
    await removeWorkflow(admin, null, "cs");
    expect(await from()).toEqual([]);
  });
});

describe("languages beside the source", () => {
  it("are those of the reader and of the component, else of the project, before the others", async () => {
    expect(await shown(petra)).toEqual(["fr", "de", "sk"]);
    await updateProject(admin, component.project.slug, { secondaryLanguageId: await languageId("sk") });
    expect(await shown(petra)).toEqual(["sk*", "fr", "de"]);
    await setMyLanguages(petra, ["cs"], ["de"]);
    expect(await shown(petra)).toEqual(["de*", "sk*", "fr"]);
    expect(await shown(admin)).toEqual(["sk*", "fr", "de"]);
    const choose = async (code: string | null) =>
      updateComponent(admin, component, { secondaryLanguageId: code === null ? null : await languageId(code) });
    component = await choose("fr");
    expect(await shown(admin)).toEqual(["fr*", "de", "sk"]);
    component = await choose(null);
    expect(await shown(admin)).toEqual(["sk*", "fr", "de"]);
    await updateProject(admin, component.project.slug, { secondaryLanguageId: null });
    expect(await shown(petra)).toEqual(["de*", "fr", "sk"]);
    await setMyLanguages(petra, ["cs", "de"], []);
    expect(await shown(petra)).toEqual(["fr", "de", "sk"]);
  });
});

it("terms stand beside a string as soon as they are added", async () => {
  const garden = await withGlossary(admin, { open: "Open the file" });
  const string = await unitId(garden.component, "cs", "open");
  const terms = async () => (await loadContext(petra, string)).terms.map(({ source }) => source);
  expect(await terms()).toEqual([]);
  await addTerm(admin, garden.glossary, "file");
  expect(await terms()).toEqual(["file"]);
});
