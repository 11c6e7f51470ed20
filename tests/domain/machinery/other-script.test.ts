import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { autoTranslate } from "@/lib/domain/machinery/auto-translate";
import { changeMachinery } from "@/lib/domain/machinery/settings";
import { suggestFor } from "@/lib/domain/machinery/suggest";
import { findTranslation } from "@/lib/domain/translations/translations";
import { findUnit } from "@/lib/domain/units/units";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Serbian in one script from what it says in the other. */

const po = (language: string, texts: Record<string, string>, forms: readonly string[]) =>
  `msgid ""\nmsgstr "Language: ${language}\\nContent-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"\n\n${Object.entries(
    texts,
  )
    .map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n`)
    .join(
      "\n",
    )}\nmsgid "%d pear"\nmsgid_plural "%d pears"\n${forms.map((form, place) => `msgstr[${place}] "${form}"`).join("\n")}\n`;
const EMPTY = { "Love %(who)s": "", Open: "", Close: "" };

let admin: Actor;
let component: ComponentRow;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const sr = { "Love %(who)s": "Љубав %(who)s у <b>Facebook</b>", Open: "Отвори", Close: "" };
  const files = {
    "po/sr.po": po("sr", sr, ["%d крушка", "%d крушке", "%d крушака"]),
    "po/sr@latin.po": po("sr@latin", EMPTY, ["", "", ""]),
    "po/cs.po": po("cs", EMPTY, ["", "", ""]),
  };
  ({ component } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" }));
});

const latin = async () => {
  for (const code of ["sr_Latn", "sr@latin"]) {
    const found = await findTranslation(admin, component, code).catch(() => undefined);
    if (found) return found;
  }
  throw new Error("There is no Serbian in Latin.");
};
const offered = async (text: string, language?: string) =>
  (
    await suggestFor(admin, await unitId(component, language ?? (await latin()).language.code, text))
  ).suggestions.filter(({ service }) => service === "cyrtranslit");

describe("the other script of a language", () => {
  it("is offered in the editor, placeables and foreign words as they are, every plural form", async () => {
    expect(await offered("Love %(who)s")).toMatchObject([
      { serviceName: "Cyrillic and Latin", targets: ["Ljubav %(who)s u <b>Facebook</b>"], quality: 100, sent: null },
    ]);
    expect((await offered("%d pear"))[0]?.targets).toEqual(["%d kruška", "%d kruške", "%d krušaka"]);
    expect(await offered("Close")).toEqual([]);
    expect(await offered("Open", "cs")).toEqual([]);
    expect(await offered("Open", "sr")).toEqual([]);
  });

  it("translates automatically, and back with less trust", async () => {
    const translation = await latin();
    const input = { mode: "translate", q: "", autoSource: "mt", engines: ["cyrtranslit"], threshold: 96 } as const;
    expect((await autoTranslate(admin, translation, input)).accepted).toBe(3);
    const open = await findUnit(admin, await unitId(component, translation.language.code, "Open"));
    expect(open).toMatchObject({ targets: ["Otvori"], state: 20, automatic: true });
    const back = await offered("Open", "sr");
    expect(back).toMatchObject([{ targets: ["Отвори"], quality: 95 }]);
    expect((await autoTranslate(admin, await findTranslation(admin, component, "sr"), input)).accepted).toBe(0);
  });

  it("is switched off in a project", async () => {
    await changeMachinery(admin, component.project, "cyrtranslit", null);
    expect(await offered("Love %(who)s")).toEqual([]);
  });
});
