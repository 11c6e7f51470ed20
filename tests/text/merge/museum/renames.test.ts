import { expect, it } from "vitest";
import { stringsOf } from "@/lib/domain/files/strings";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "../../formats/samples";
import { judgeAsked, judgeRenames, type Sides } from "./renames";

/** What people renamed is told by their translations, and held against what we would have seen. */

const read = (texts: Record<string, string>) => {
  const format = findFormat("json");
  if (!format) throw new Error("There is no JSON.");
  const file = format.parse(JSON.stringify(texts), optionsFor("cs", { monolingual: true }));
  return stringsOf(file, { monolingual: true, reviews: false, forms: 1, severalValues: false }).strings;
};
const sides = (before: Record<string, string>, after: Record<string, string>): Sides => ({
  before: read(before),
  after: read(after),
});

const english = sides(
  { a: "Open the file", quit: "Quit the program", z: "Zoom" },
  { a: "Open the file", exit: "Quit the program", z: "Zoom", print: "Print the page" },
);

it("a key is renamed where the translations went along, with a vote of each language", () => {
  const languages = [
    sides({ a: "Otevřít", quit: "Skončit" }, { a: "Otevřít", exit: "Skončit" }),
    sides({ quit: "Beenden" }, { exit: "Beenden", print: "Drucken" }),
    sides({ quit: "Quitter" }, {}),
  ];
  expect(judgeRenames(english, languages)).toEqual({
    renames: [{ from: "quit", to: "exit", translations: 2 }],
    lost: [],
    strange: [],
  });
});

it("a key is renamed nowhere where texts stayed, went to two, or came from two", () => {
  const kept = sides({ quit: "Skončit" }, { quit: "Skončit", exit: "Skončit" });
  const toTwo = sides({ quit: "Skončit" }, { exit: "Skončit", print: "Skončit" });
  for (const language of [kept, toTwo]) expect(judgeRenames(english, [language]).renames).toEqual([]);
  const twoGone = sides({ one: "Quit", two: "Leave" }, { exit: "Exit" });
  const fromTwo = sides({ one: "Konec", two: "Konec" }, { exit: "Konec" });
  expect(judgeRenames(twoGone, [fromTwo]).renames).toEqual([]);
});

it("is lost where its text has become another one, and where another key looks more like it", () => {
  const another = sides({ a: "Mark all as seen" }, { b: "Remove every flag" });
  const renamed = { from: "a", to: "b", translations: 1 };
  expect(judgeRenames(another, [sides({ a: "Vše" }, { b: "Vše" })])).toEqual({
    renames: [renamed],
    lost: [{ ...renamed, taken: undefined }],
    strange: [],
  });
  const alike = sides({ a: "Mark all as seen" }, { b: "Remove every flag", c: "Mark all as seen" });
  expect(judgeRenames(alike, [sides({ a: "Vše" }, { b: "Vše" })]).lost).toEqual([{ ...renamed, taken: "c" }]);
});

it("is strange where translators typed it anew, source texts aside", () => {
  const anew = sides({ quit: "Konec" }, { exit: "Odejít" });
  const copied = sides({ quit: "Fin" }, { exit: "Quit the program" });
  const taken = sides({ quit: "Beenden" }, { exit: "Beenden" });
  expect(judgeRenames(english, [anew]).strange).toEqual([{ from: "quit", to: "exit" }]);
  for (const languages of [[copied], [anew, taken]]) expect(judgeRenames(english, languages).strange).toEqual([]);
});

it("files of languages tell what the base does not, judged by those that were not asked", () => {
  const base = sides({ a: "Mark all as seen" }, { b: "Remove every flag" });
  const along = sides({ a: "Vše viděno" }, { b: "Vše viděno" });
  const rename = { from: "a", to: "b", translations: 1 };
  expect(judgeAsked(base, [along, along])).toEqual({ unlike: [rename], lost: [], strange: [] });
  const silent = sides({ a: "Alles gesehen" }, {});
  expect(judgeAsked(base, [silent, along])).toEqual({ unlike: [rename], lost: [rename], strange: [] });
  const anew = sides({ a: "Alles gesehen" }, { b: "Zeichen entfernen" });
  expect(judgeAsked(base, [along, anew])).toEqual({ unlike: [], lost: [], strange: [{ from: "a", to: "b" }] });
});

it("languages know better than likeness does", () => {
  const base = sides(
    { delete_local: "Delete local file" },
    { delete: "Delete file", remove_for_good: "Permanently delete local file" },
  );
  const along = sides({ delete_local: "Smazat místní soubor" }, { remove_for_good: "Smazat místní soubor" });
  expect(judgeRenames(base, [along]).lost).toMatchObject([{ from: "delete_local", taken: "delete" }]);
  expect(judgeAsked(base, [along, along])).toMatchObject({
    unlike: [{ to: "remove_for_good" }],
    lost: [],
    strange: [],
  });
});
