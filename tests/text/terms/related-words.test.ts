import { describe, expect, it } from "vitest";
import { runChecks } from "@/lib/text/checks/run";
import { parseFlags } from "@/lib/text/flags/flags";
import { termJudge } from "@/lib/text/terms/judge";

const finds = (language: string, term: [string, string], source: string, target: string): boolean => {
  const [word, translation] = term;
  const rule = {
    source: word,
    target: translation,
    forms: [],
    caseSensitive: false,
    forbidden: false,
    untranslatable: false,
  };
  const judge = termJudge([rule], "en", language);
  const flags = parseFlags("check-glossary");
  return runChecks({ sources: [source], targets: [target], flags, languageCode: language, judge }).some(
    ({ check }) => check === "check_glossary",
  );
};

describe("a term of a glossary", () => {
  it.each([
    ["sv", ["Note", "Not"], "Update note types", "Uppdatera nottyper"],
    ["nb_NO", ["Template", "Mal"], "Back Template", "Baksidemal"],
    ["ml", ["Card", "കാർഡ്"], "Delete Empty Cards", "ശൂന്യമായ കാർഡുകൾ ഇല്ലാതാക്കുക"],
    ["pt_BR", ["Card", "Cartão"], "Separate cards", "Separar cartões"],
    ["he", ["Template", "תבנית"], "A problem in { $template }.", "בעיה ב-{ $template }."],
  ] as const)("is used in %s by a word that looks like it", (language, term, source, target) => {
    expect(finds(language, [...term], source, target)).toBe(false);
  });

  it.each([
    ["nl", ["Note", "Aantekening"], "Add Note", "Notitie toevoegen"],
    ["tr", ["Media", "İçerik"], "Media sync starting...", "Medya senkronizasyonu başlıyor..."],
  ] as const)("is missed in %s where another word is said", (language, term, source, target) => {
    expect(finds(language, [...term], source, target)).toBe(true);
  });
});
