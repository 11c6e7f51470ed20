import { describe, expect, it } from "vitest";
import { runJob } from "@/lib/platform/readers/reader-pool";
import { workOfReaders } from "@/lib/platform/vcs/catalogue-jobs";
import { IN_PLACE, type JoinRequest } from "@/lib/platform/vcs/catalogue-work";
import { catalogueFormat } from "@/lib/text/formats/catalogue";

/** Readers take catalogues apart and put them together as it is done in place, and refuse what is refused there. */

const readers = workOfReaders(runJob);
const format = catalogueFormat("xcstrings")!;
const xliff2 = catalogueFormat("xliff2")!;
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

const catalogue = (texts: Record<string, Record<string, string>>): Uint8Array => {
  const strings = Object.entries(texts).map(([key, byCode]) => {
    const units = Object.entries(byCode).map(([code, value]) => [code, { stringUnit: { state: "translated", value } }]);
    return [key, { localizations: Object.fromEntries(units) }];
  });
  return bytes(JSON.stringify({ sourceLanguage: "en", strings: Object.fromEntries(strings), version: "1.0" }, null, 2));
};

const WHOLE = catalogue({ basket: { de: "Korb", en: "Basket", fr: "Panier" }, quince: { de: "Quitte", en: "Quince" } });
const BROKEN = bytes(Buffer.from(WHOLE).toString().replace("}", "},,"));
const GERMAN = catalogue({ basket: { de: "Der Korb" }, pear: { de: "Birne" } });
const TRANSLATED = bytes(
  '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="a"><segment><source>A</source></segment></unit></file></xliff>',
);

/** What became of a work, its errors with what they say and where. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    return { done: await work };
  } catch (error) {
    const { name, message, line, column } = error as Error & { line?: number; column?: number };
    return { name, message, line, column };
  }
}

describe("readers of catalogues", () => {
  it.each([
    ["a catalogue", format, WHOLE],
    ["one that is broken", format, BROKEN],
    ["one of too many languages", format, catalogue({ a: Object.fromEntries(codes(1200).map((code) => [code, "A"])) })],
    ["one without strings", format, catalogue({})],
    ["XLIFF 2", xliff2, TRANSLATED],
  ])("take %s apart as it is done in place", async (_, kind, content) => {
    const here = await outcome(IN_PLACE.split(kind, content));
    expect(await outcome(readers.split(kind, content))).toEqual(here);
    for (const code of ["de", "en", "cs"])
      expect(await outcome(readers.part(kind, content, code))).toEqual(
        await outcome(IN_PLACE.part(kind, content, code)),
      );
  });

  it.each<[string, JoinRequest, unknown]>([
    [
      "a language",
      { before: WHOLE, parts: [{ code: "de", content: GERMAN }], look: ["en", "de"] },
      expect.any(Uint8Array),
    ],
    ["what it says already", { before: WHOLE, parts: [{ code: "fr", content: WHOLE }], look: ["en"] }, undefined],
    [
      "nothing where one was",
      { before: WHOLE, parts: [{ code: "fr", content: null }], look: ["fr"] },
      expect.any(Uint8Array),
    ],
    ["its first language", { parts: [{ code: "de", content: GERMAN }], look: [] }, expect.any(Uint8Array)],
    ["nothing where nothing was", { parts: [{ code: "de", content: null }], look: [] }, undefined],
    ["nothing at all", { before: catalogue({}), parts: [{ code: "en", content: null }], look: [] }, null],
  ])("put %s into a catalogue as it is done in place", async (_, wanted, content) => {
    const here = await IN_PLACE.join(format, wanted);
    expect(here.content).toEqual(content);
    expect(await readers.join(format, wanted)).toEqual(here);
  });

  it.each([
    ["FormatError", { before: BROKEN, parts: [{ code: "de", content: GERMAN }], look: [] }],
    ["EditRefused", { before: WHOLE, parts: [{ code: "en", content: null }], look: [] }],
  ])("refuse with %s what is refused in place", async (name, wanted) => {
    const here = await outcome(IN_PLACE.join(format, wanted));
    expect(here).toMatchObject({ name, message: expect.stringMatching(/\w/) });
    expect(await outcome(readers.join(format, wanted))).toEqual(here);
  });
});

function codes(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `a${String.fromCharCode(97 + (at % 26))}-${1000 + at}`);
}
