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

  it.each([
    ["es", "locale", "configuración regional", "The local variables", "Las variables locales"],
    ["fr", "typically", "normalement", "A typical usage", "Une utilisation typique"],
    ["es", "locale", "configuración regional", "When locals are captured", "Cuando se capturan locales"],
    ["fr", "built-in", "natif", "Python is built in debug mode", "Python est compilé en mode débogage"],
    ["fr", "keyword", "mot clé", "All keyword-only arguments", "Tous les arguments exclusivement nommés"],
    ["fr", "return", "renvoie", "The call/return hierarchy", "La hiérarchie d'appel/retour"],
    ["tr", "head", "dal ucu", "Could not read HEAD", "HEAD okunamadı"],
    ["fr", "mapping", "mise en correspondance", "The file cannot be mapped", "Le fichier ne peut être chargé"],
    ["ca", "setting", "paràmetre", "It is not setting the port", "No defineix el port"],
    ["es", "library", "biblioteca", "The C Runtime Library is new", "La nueva C Runtime Library"],
    ["tr", "ref", "başvuru", "set refs/remotes/x", "refs/remotes/x ayarla"],
    ["fr", "remote", "distante", "git remote add [-t <branch>] <name>", "git remote add [-t <branche>] <nom>"],
  ])("%s says nothing of “%s” (%s) in: %s", (language, term, translation, source, target) => {
    expect(judged(language, [rule(term, translation)], source, target)).toEqual([]);
  });

  it.each([
    ["es", "locale", "configuración regional", "The locales", "Las lenguas"],
    ["fr", "built-in", "natif", "A built-in type", "Un type de base"],
    ["fr", "e.g.", "p. ex.", "Useful, e.g. here", "Utile, comme ici, pour une expression"],
    ["fr", "keyword", "mot clé", "A keyword - it is new", "Un nouveau nom"],
    ["tr", "head", "dal ucu", "could not read head", "baş okunamadı"],
    ["tr", "head", "dal ucu", "READ THE HEAD", "BAŞI OKU"],
    ["ca", "setting", "paràmetre", "A setting is not there", "No hi és"],
    ["de", "string", "Zeichenkette", "It is string data", "Es sind Textdaten"],
    ["es", "library", "biblioteca", "The library is new", "La librería es nueva"],
    ["en_GB", "elevator", "lift", "Take the new elevator to the roof", "Take the new elevator to the roof"],
  ])("%s still misses “%s” (%s) in: %s", (language, term, translation, source, target) => {
    expect(judged(language, [rule(term, translation)], source, target)).toHaveLength(1);
  });

  it.each([
    ["fr", "a commit", "un commit", "print the a commit", "affiche le commit"],
    ["tr", "push", "it(mek)", "push all", "hepsini itmeyi dene"],
    ["tr", "clone", "klon(lamak)", "clone it", "bunu klonlamak"],
    ["tr", "push", "it", "cannot push", "itilemedi"],
    ["el", "conflict", "σύγκρουση", "All conflicts", "Όλες οι συγκρούσεις"],
    ["zh_Hans", "dangling object", "悬空对象", "show dangling objects", "显示悬空的对象"],
    ["zh_Hans", "object name", "对象名称", "malformed object name", "格式错误的对象名"],
    ["fr", "e.g.", "p. ex.", "a tag (e.g. b)", "une balise (p.\u00a0 ex. b)"],
    ["fr", "e.g.", "p. ex.", "Useful, e.g. here", "Utile, par exemple ici"],
    ["fr", "i.e.", "c.-à-d.", "Here, i.e. there", "Ici, c'est-à-dire là"],
  ])("%s takes “%s” as %s in: %s", (language, term, translation, source, target) => {
    expect(judged(language, [rule(term, translation)], source, target)).toEqual([]);
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
