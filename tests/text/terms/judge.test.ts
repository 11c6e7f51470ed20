import { describe, expect, it } from "vitest";
import { englishFinding } from "@/lib/text/checks/say-english";
import { type TermRule, termJudge } from "@/lib/text/terms/judge";

const rule = (source: string, target: string, more: Partial<TermRule> = {}): TermRule => ({
  source,
  target,
  forms: [],
  caseSensitive: false,
  forbidden: false,
  untranslatable: false,
  ...more,
});

function judged(language: string, terms: TermRule[], source: string, target: string): string[] {
  return termJudge(terms, "en", language)(source, target).map(englishFinding);
}

describe("what a glossary says of a translation", () => {
  it.each([
    ["de", "issue", "Ticket", "Open issue", "Öffne das Ticket"],
    ["de", "file", "Datei", "Configuration file", "Konfigurationsdatei"],
    ["cs", "file", "soubor", "Files", "V souborech"],
    ["cs", "branch", "větev", "Name of the branch", "Název větve", ["větve"]],
    ["fi", "house", "talo", "In the houses", "Taloissa"],
    ["hu", "file", "fájl", "Open files", "Fájlok megnyitása"],
    ["pl", "window", "okno", "Close the windows", "Zamknij okna"],
    ["tr", "file", "dosya", "Open the file", "Dosyayı aç"],
    ["ja", "file", "ファイル", "Open the file", "ファイルを開く"],
    ["ko", "file", "파일", "Open the file", "파일에서만 열기"],
    ["cs", "pull request", "žádost o sloučení", "Close pull requests", "Zavřít žádosti o sloučení"],
  ])("%s accepts %s as %s in its forms", (language, term, translation, source, target, forms: string[] = []) => {
    expect(judged(language, [rule(term, translation, { forms })], source, target)).toEqual([]);
  });

  it("misses a translation that is not there", () => {
    expect(judged("de", [rule("issue", "Ticket")], "Open issue", "Öffne das Problem")).toEqual([
      "Translate “issue” as “Ticket”.",
    ]);
    expect(judged("ja", [rule("file", "ファイル")], "Open the files", "開く")).toHaveLength(1);
  });

  it("takes any translation of a term with several senses, and says nothing of one without any", () => {
    const terms = [rule("post", "Beitrag"), rule("post", "Pfosten")];
    expect(judged("de", terms, "A post", "Ein Pfosten")).toEqual([]);
    expect(judged("de", terms, "A post", "Eine Säule")).toEqual(["Translate “post” as “Beitrag” or “Pfosten”."]);
    expect(judged("de", [rule("post", "")], "A post", "Eine Säule")).toEqual([]);
  });

  it("wants what is not to be translated unchanged", () => {
    const terms = [rule("Loquat", "", { untranslatable: true })];
    expect(judged("cs", terms, "Start Loquat", "Spustit Loquat")).toEqual([]);
    expect(judged("cs", terms, "Start Loquat", "Spustit mišpuli")).toEqual(["Keep “Loquat” as it is."]);
  });

  it("finds forbidden translations in every form, but not within a better one", () => {
    const terms = [rule("folder", "adresář", { forbidden: true }), rule("folder", "složka")];
    expect(judged("cs", terms, "Open folder", "Otevřít adresáře")).toEqual([
      "Do not use “adresáře” for “folder”. Use “složka”.",
    ]);
    expect(judged("cs", terms, "Open folder", "Otevřít složku")).toEqual([]);
    const within = [rule("folder", "Ordner", { forbidden: true }), rule("folder", "Ordner der Dateien")];
    expect(judged("de", within, "A folder", "Ein Ordner der Dateien")).toEqual([]);
  });

  it("says nothing where no term occurs", () => {
    expect(judged("de", [rule("issue", "Ticket")], "The tissue", "Das Gewebe")).toEqual([]);
  });
});
