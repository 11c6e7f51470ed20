import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { listGlossaryTerms } from "@/lib/domain/glossary/term-table";
import { findTranslation } from "@/lib/domain/translations/translations";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Terms by the alphabet, with what they are in some languages. */

const EN = '{"a": "Branch", "b": "apple", "c": "100% juice", "d": "branch line", "e": "Zebra"}\n';
const CS = '{"a": "Větev", "b": "jablko", "e": "Zebra"}\n';
const DE = '{"a": "Zweig", "c": "Direktsaft"}\n';

let admin: Actor;
let component: ComponentRow;
let cs: number;
let de: number;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const settings = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", isGlossary: true };
  component = (await connect(admin, { "l/en.json": EN, "l/cs.json": CS, "l/de.json": DE }, settings)).component;
  cs = (await findTranslation(admin, component, "cs")).languageId;
  de = (await findTranslation(admin, component, "de")).languageId;
});

const terms = async (words: string, languageIds = [cs, de], limit = 10, after?: number) =>
  (await listGlossaryTerms(component, { languageIds, words, limit, after })).rows;
const names = async (words: string, languageIds?: number[]) =>
  (await terms(words, languageIds)).map(({ term }) => term);

it("come by the alphabet, whatever their case, with their texts and states", async () => {
  expect(await names("")).toEqual(["100% juice", "apple", "Branch", "branch line", "Zebra"]);
  const [, apple] = await terms("");
  expect(apple?.inLanguages.get(cs)).toEqual({ text: "jablko", state: 20, explanation: "" });
  expect(apple?.inLanguages.get(de)).toMatchObject({ text: "", state: 0 });
});

it("are found by the term, or by what they are in a language that is shown", async () => {
  expect(await names("BRANCH")).toEqual(["Branch", "branch line"]);
  expect(await names("zweig")).toEqual(["Branch"]);
  expect(await names("zweig", [cs])).toEqual([]);
  expect(await names("0%")).toEqual(["100% juice"]);
  expect(await names("_")).toEqual([]);
});

it("are walked page by page, none twice and none left out", async () => {
  const seen: string[] = [];
  let after: number | undefined;
  for (let pages = 0; pages < 5; pages++) {
    const page = await listGlossaryTerms(component, { languageIds: [], words: "", limit: 2, after });
    seen.push(...page.rows.map(({ term }) => term));
    after = page.rows.at(-1)?.sourceId;
    if (!page.more) break;
  }
  expect(seen).toEqual(["100% juice", "apple", "Branch", "branch line", "Zebra"]);
});

it("say how they are to be used, and what is said of them", async () => {
  const zebra = await unitId(component, "en", "Zebra");
  await changeUnit(admin, zebra, { extraFlags: "read-only, case-sensitive", explanation: "The animal" });
  expect((await terms("zebra"))[0]).toMatchObject({
    uses: ["read-only", "case-sensitive"],
    explanation: "The animal",
  });
});
