import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { keepDraft } from "@/lib/domain/editor/drafts";
import { describeTranslation } from "@/lib/domain/editor/head";
import { loadIds, loadWindow, type UnitWindow } from "@/lib/domain/editor/window";
import { Invalid } from "@/lib/domain/errors";
import { findTranslation, type TranslationRow } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { countStatements } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

let admin: Actor;
let petra: Actor;
let component: ComponentRow;
let czech: TranslationRow;

/** 250 strings; those with a number that 5 divides are translated. */
const PO = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

#. Shown in the status bar
#: src/a.c:12 src/b.c
#, c-format
msgid "%d file of %s"
msgid_plural "%d files of %s"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""

${Array.from({ length: 249 }, (_, index) => `msgid "Text ${index + 1}"\nmsgstr "${(index + 1) % 5 === 0 ? `Překlad ${index + 1}` : ""}"\n`).join("\n")}`;

const sources = (window: UnitWindow) => window.units.map((unit) => unit.sources[0]);
const text = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `Text ${from + index}`);

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  ({ component } = await connect(
    admin,
    { "po/cs.po": PO },
    { filemask: "po/*.po", fileFormat: "po", repoweb: "https://code.example.org/{{branch}}/{{filename}}#L{{line}}" },
  ));
  czech = await findTranslation(petra, component, "cs");
});

const inCzech = () => ({ kind: "translation", translationId: czech.id }) as const;
const at = (offset: number, query = "") => loadWindow(petra, inCzech(), query, { at: "offset", offset });

describe("a window of strings", () => {
  it("holds twenty strings behind the place and eighty from it on, with its place in the list", async () => {
    const window = await at(100);
    expect(window).toMatchObject({ first: 80, total: 250, outside: undefined });
    expect(sources(window)).toEqual(text(80, 179));
    expect(window.units.find((unit) => unit.id === window.cursor)?.sources).toEqual(["Text 100"]);
  });

  it("begins and ends with the list", async () => {
    expect(await at(0)).toMatchObject({ first: 0, total: 250 });
    expect(sources(await at(0))[0]).toBe("%d file of %s");
    const last = await at(5000);
    expect(last.units.find((unit) => unit.id === last.cursor)?.sources).toEqual(["Text 249"]);
    expect(last.units).toHaveLength(21);
  });

  it("has an order that is given as a whole, or from a place on", async () => {
    const { units, first } = await at(100);
    const list = await loadIds(petra, inCzech(), "", 0);
    expect([list.first, list.total, list.ids.length]).toEqual([0, 250, 250]);
    expect(list.ids.slice(first, first + 100)).toEqual(units.map(({ id }) => id));
    const rest = await loadIds(petra, inCzech(), "", 200);
    expect(rest).toEqual({ first: 200, total: 250, ids: list.ids.slice(200) });
  });

  it("costs the same number of statements however many strings it holds", async () => {
    // Languages are remembered for a while, and may have to be read again.
    const count = async (query: string) => {
      const counts: number[] = [];
      for (let round = 0; round < 3; round++) counts.push((await countStatements(() => at(0, query))).count);
      return Math.min(...counts);
    };
    expect(await count("source:Text")).toBe(await count('source:="Text 7"'));
  });
});

describe("a search", () => {
  it("is a named filter or a query, and lists only what fits", async () => {
    expect(await at(0, "todo")).toMatchObject({ first: 0, total: 201 });
    expect(await at(0, "state:translated")).toMatchObject({ total: 49 });
    expect(sources(await at(0, 'source:"Text 24"'))).toEqual(["Text 24", ...text(240, 249)]);
    expect(await at(0, "source:nowhere")).toMatchObject({ units: [], total: 0, cursor: undefined });
  });

  it("that cannot be understood says so", async () => {
    await expect(at(0, "state:(")).rejects.toThrow(Invalid);
    await expect(at(0, "nofield:x")).rejects.toThrow(Invalid);
  });

  it("shows a string it does not find at its place when that string is asked for", async () => {
    const [done] = (await at(0, '"Text 10"')).units;
    if (!done) throw new Error("There is no such string.");
    const window = await loadWindow(petra, inCzech(), "todo", { at: "string", string: { checksum: done.checksum } });
    expect(window).toMatchObject({ outside: done.id, cursor: done.id, total: 202 });
    const index = window.units.findIndex((unit) => unit.id === done.id);
    // Eight untranslated texts and the plural come before it.
    expect((window.first ?? 0) + index).toBe(9);
    expect(sources(window).slice(index - 1, index + 2)).toEqual(["Text 9", "Text 10", "Text 11"]);
  });

  it("gives what follows a string that no longer fits", async () => {
    const id = await unitId(component, "cs", "Text 31");
    const [unit] = (await at(0, '"Text 31"')).units;
    await editUnit(petra, id, { targets: ["Třicet jedna"], state: 20 });
    const next = await loadWindow(petra, inCzech(), "todo", {
      at: "after",
      string: { checksum: unit?.checksum ?? "" },
    });
    expect(next.units.find((row) => row.id === next.cursor)?.sources).toEqual(["Text 32"]);
    const last = (await at(5000)).units.at(-1);
    const end = await loadWindow(petra, inCzech(), "", { at: "after", string: { checksum: last?.checksum ?? "" } });
    expect(end).toMatchObject({ units: [], cursor: undefined, total: 250 });
  });

  it("knows no string by a checksum that is none", async () => {
    expect(await loadWindow(petra, inCzech(), "", { at: "string", string: { checksum: "nonsense" } })).toMatchObject({
      units: [],
      cursor: undefined,
    });
  });
});

describe("a string in the editor", () => {
  it("comes with placeholders, links into the code, flags and forms", async () => {
    const [unit] = (await at(0)).units;
    expect(unit).toMatchObject({
      sources: ["%d file of %s", "%d files of %s"],
      targets: ["", "", ""],
      note: expect.stringContaining("Shown in the status bar"),
      flags: "c-format",
      marks: [
        [
          [0, 2],
          [11, 13],
        ],
        [
          [0, 2],
          [12, 14],
        ],
      ],
    });
    // People without the right to see the repository get the names alone.
    expect(unit?.location.map((place) => place.text)).toEqual(["src/a.c:12", "src/b.c"]);
    const [same] = (await loadWindow(admin, inCzech(), "", { at: "offset", offset: 0 })).units;
    expect(same?.location[0]?.href).toBe("https://code.example.org/main/src/a.c#L12");
  });

  it("tells failing checks in sentences, and the viewer's draft", async () => {
    const id = await unitId(component, "cs", "%d file of %s");
    await editUnit(petra, id, { targets: ["%d soubor", "%d soubory z %s", "%d souborů z %s"], state: 20 });
    await keepDraft(petra, id, { targets: ["%d", "", ""], baseVersion: 2 });
    const [unit] = (await at(0)).units;
    expect(unit?.draft).toMatchObject({ targets: ["%d", "", ""], baseVersion: 2 });
    expect((await loadWindow(admin, inCzech(), "", { at: "offset", offset: 0 })).units[0]?.draft).toBeNull();
    await editUnit(petra, id, { targets: ["%d soubor z %s", "%d soubory", "%d souborů z %s"], state: 20 });
    const [failing] = (await at(0)).units;
    expect(failing?.findings).toEqual([
      {
        check: "c_format",
        name: "C format",
        sentences: [{ key: "missing", values: { missing: ["%s"] } }],
        severity: "error",
        form: 1,
        extra: [],
      },
    ]);
  });
});

describe("the head of the editor", () => {
  it("names the forms with example counts, and why a viewer may not edit", async () => {
    const head = await describeTranslation(petra, czech);
    expect(head.plural.forms.map((form) => form.category)).toEqual(["one", "few", "other"]);
    expect(head.plural.forms[1]?.examples.slice(0, 3)).toEqual([2, 3, 4]);
    expect(head.denials).toMatchObject({ ordinary: null, readOnly: { reason: "read-only-string" } });
    expect(head).toMatchObject({ mayApprove: false, reviewed: false, viewer: { username: "petra" } });
    const english = await findTranslation(petra, component, "en");
    expect((await describeTranslation(petra, english)).denials.ordinary?.reason).toBe("read-only-string");
  });
});
