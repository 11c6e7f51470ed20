import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { alertWords, evidence } from "@/app/ui/alert-card";
import { errorWords, sentenceWords } from "@/app/ui/error-words";
import { denied } from "@/lib/domain/access/denied";
import { plainDetails } from "@/lib/domain/changes/because";
import { unreadFiles } from "@/lib/domain/components/alerts";
import { Conflict, Failed, Forbidden, Invalid, sentenceOf, worded } from "@/lib/domain/errors";
import { answerOf, linesOf } from "@/lib/domain/integrate/operations";
import { projectErrors } from "@/lib/domain/projects/projects";
import { EditRefused, type EntryEdit, FormatError, faultOf, formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { textsOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";
import { plainWords } from "@/lib/text/messages/worded";

/** What the domain refuses, as the API and as pages say it. */

it("an error has English for the API and the reader's language for pages", () => {
  const error = new Conflict(refusal("stringRemoved"));
  expect(error.message).toBe("This string has been removed.");
  expect(errorWords(textsOf("de"), error)).toBe("Diese Zeichenkette wurde entfernt.");
});

it("errors of fields are said each in its own words, with what is filled in", () => {
  const error = new Invalid([
    { path: "a", code: "invalid", message: "From outside." },
    ...Invalid.field("b", refusal("noProject", { slug: "garden" })).fields,
  ]);
  expect(error.message).toBe("a: From outside. b: There is no project garden.");
  expect(errorWords(textsOf("cs"), error)).toBe("From outside. Projekt garden neexistuje.");
});

it("what comes from outside is told as it came", () => {
  expect(errorWords(textsOf("ja"), new Failed("fatal: no such ref"))).toBe("fatal: no such ref");
});

it("a denial is said with what the permission allows", () => {
  const error = new Forbidden(denied("not-supported", refusal("noSuggestions", { component: "Desktop" })));
  expect(errorWords(textsOf("de"), error)).toBe("Desktop nimmt keine Vorschläge an.");
});

it("a project's website is refused in the words of its reader", () => {
  const [error] = projectErrors({ web: "http://localhost:8080/" });
  expect(error?.message).toBe("Addresses on localhost cannot be opened by other users.");
  expect(errorWords(textsOf("de"), new Invalid(error ? [error] : []))).toBe(
    "Adressen auf localhost können andere nicht öffnen.",
  );
});

it("numbers decide the form of a word", () => {
  const wait = (count: number) => errorWords(textsOf("cs"), new Failed(refusal("tooManyAttemptsMinutes", { count })));
  expect([1, 3, 5].map(wait)).toEqual([
    "Příliš mnoho pokusů. Zkuste to za 1 minutu.",
    "Příliš mnoho pokusů. Zkuste to za 3 minuty.",
    "Příliš mnoho pokusů. Zkuste to za 5 minut.",
  ]);
});

it("what is wrong with a file is told by a reader's process as by this one, and said in every language", () => {
  const thrown = (text: string): FormatError => {
    try {
      findFormat("json")?.parse(text, formatOptions({ languageCode: "cs" }));
    } catch (error) {
      if (error instanceof FormatError) return error;
    }
    throw new Error("The file was read.");
  };
  const told = FormatError.of(structuredClone(faultOf(thrown('{\n"a": "b",\n}'))));
  expect(told).toMatchObject({
    message: "There is a comma before the closing bracket. Remove it.",
    line: 3,
    column: 1,
  });
  const message = sentenceOf(told);
  const error = Invalid.field("file", refusal("fileNotRead", { format: "JSON", message, line: 3, column: 1 }));
  expect(errorWords(textsOf("de"), error)).toBe(
    "Die Datei kann nicht als JSON gelesen werden: Vor der schließenden Klammer steht ein Komma. Entfernen Sie es. (Zeile 3, Spalte 1).",
  );
  expect(error.message).toContain(
    "as JSON: There is a comma before the closing bracket. Remove it. (line 3, column 1).",
  );
});

it("why a format refuses an edit is told by another process as by this one, and said in every language", () => {
  const refusedBy = (format: string, text: string, edits: (entry: string) => EntryEdit[]): EditRefused => {
    const found = findFormat(format);
    const options = formatOptions({ languageCode: "cs", isTemplate: true });
    try {
      const file = found?.parse(text, options);
      if (file) found?.edit(text, file, edits(file.entries[0]?.id ?? ""), options);
    } catch (error) {
      if (error instanceof EditRefused) return error;
      throw error;
    }
    throw new Error("The edit was made.");
  };
  const added: EntryEdit = {
    ...{ kind: "add", context: "a", sources: ["x"], targets: ["x"], state: "translated", plural: false },
  };
  const there = refusedBy("json", '{\n  "a": "b"\n}\n', () => [added]);
  expect(there.message).toBe("The string “a” is already in the file.");
  const told = new EditRefused(sentenceOf(structuredClone(plainWords(there))));
  expect(told.reason).toBe("The string “a” is already in the file.");
  expect(sentenceWords(textsOf("de"), told)).toBe("Die Zeichenkette „a“ ist schon in der Datei.");
  const inner = refusedBy("fluent", "a = Text\n", (id) => [
    { kind: "set", id, targets: ["Open { brace"], state: "translated" },
  ]);
  expect(inner.message).toMatch(/^The text of “a” cannot be written\. This is not Fluent: /);
  expect(sentenceWords(textsOf("cs"), inner)).toMatch(/^Text „a“ nelze zapsat\. Toto není Fluent: /);
});

it("what a save of the editor refuses for its format is said as the page says it", () => {
  const why = findFormat("laravel")?.refuses?.(["one|two"]);
  expect(why && worded(why).message).toBe(
    "The character | separates the plural forms of a Laravel text, but this text has no plural forms.",
  );
  const error = Invalid.field("target", why ?? "");
  expect(errorWords(textsOf("de"), error)).toBe(
    "Das Zeichen | trennt die Pluralformen eines Laravel-Texts, aber dieser Text hat keine Pluralformen.",
  );
});

it("an alert about files says what is wrong in the reader's words, and in English where it was raised before", () => {
  const problems = [
    { filename: "de.json", line: 2, column: 5, ...worded(refusal("readJsonColon")) },
    { filename: "cs.json", line: 1, column: 1, message: "From elsewhere." },
  ];
  const details = unreadFiles(problems);
  expect(evidence(textsOf("cs"), details, true)).toEqual([
    "de.json:2: Za klíčem se očekává dvojtečka.",
    "cs.json:1: From elsewhere.",
  ]);
  expect(plainDetails(details)).toEqual({
    files: [
      { filename: "de.json", line: 2, column: 5, message: "A colon is expected after the key." },
      { filename: "cs.json", line: 1, column: 1, message: "From elsewhere." },
    ],
  });
  expect(evidence(textsOf("cs"), plainDetails(details), true)[0]).toBe("de.json:2: A colon is expected after the key.");
});

it("each line that a program printed is evidence by itself, below the reader's words", () => {
  const said = refusal("vcsApply", { commit: "b41a6a1174" });
  const details = { error: `${worded(said).message}\nCONFLICT (content): l/fr.json\nerror: could not apply`, said };
  const [first, ...others] = evidence(textsOf("ar"), details, true);
  expect(first).toContain("b41a6a1174");
  expect(others).toEqual(["CONFLICT (content): l/fr.json", "error: could not apply"]);
});

it("what a program printed is evidence for those who can mend it, and its first line for the others", () => {
  const error = "The remote refused the push.\nremote: /srv/git/secret.git is full";
  const details = { error, output: "fatal: /srv/git/secret.git", files: ["l/fr.json"] };
  expect(evidence(textsOf("en"), details, true)).toHaveLength(4);
  expect(evidence(textsOf("en"), details, false)).toEqual(["The remote refused the push.", "l/fr.json"]);
});

it("an answer of an operation is lines for pages and one text for the API", () => {
  const answer = answerOf([refusal("readNul"), "fatal: from a remote", refusal("readNul")]);
  expect(answer).toMatchObject({ result: false, detail: "The file contains a NUL character.\nfatal: from a remote" });
  expect(linesOf(answer).map((line) => sentenceWords(textsOf("ja"), worded(line)))).toEqual([
    "ファイルに NUL 文字が含まれています。",
    "fatal: from a remote",
  ]);
  expect(linesOf({ detail: "Stored before." })).toEqual(["Stored before."]);
});

/** Files of the domain; directory services (SCIM) talk to programs, in English. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/scim/"));
}

it("what refuses something writes no sentence of its own", () => {
  const written = ["lib/domain", "lib/platform/vcs", "lib/text/formats", "lib/text/converters"]
    .flatMap(sources)
    .flatMap((path) => {
      const text = readFileSync(path, "utf8");
      const found = text.matchAll(
        /(?:Invalid\.field\(\s*[^,()]*,|new (?:FormatError|EditRefused|Conflict|NotFound|Failed|Locked|Busy|Throttled)\(|(?:new Forbidden|throwDenial)\(\{[^}]*text:)\s*["`][^"`]* [^"`]*["`]/g,
      );
      return [...found].map((match) => `${path}: ${match[0]}`);
    });
  expect(written).toEqual([]);
});

it("an alert with many files tells ten of them, and how many more there are", () => {
  const files = Array.from({ length: 13 }, (_, at) => ({ filename: `l/${at}.json`, line: 1, message: "Broken." }));
  const lines = evidence(textsOf("en"), { files }, true);
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toBe("and 3 more");
  expect(evidence(textsOf("en"), { files: files.slice(0, 10) }, true).at(-1)).toBe("l/9.json:1: Broken.");
});

it.each([
  ["en", 1, 0, "A file cannot be read", "edits to this file"],
  ["en", 3, 0, "3 files cannot be read", "edits to these files"],
  ["en", 3, 3, "3 files cannot be read", "None of their texts"],
  ["en", 1, 1, "A file cannot be read", "None of its texts"],
  ["en", 3, 1, "3 files cannot be read", "of the others"],
  ["cs", 2, 0, "2 soubory nelze přečíst", "těchto souborů"],
  ["ar", 2, 0, "لا يمكن قراءة ملفين", "هذين الملفين"],
])(
  "in %s an alert about %i files, %i of them never read, speaks of as many",
  (locale, count, neverRead, title, text) => {
    const files = Array.from({ length: count }, (_, at) => ({ filename: `l/${at}.json`, line: 1, message: "Broken." }));
    const words = alertWords(textsOf(locale), { kind: "ParseError", details: { files }, neverRead });
    expect(words.title).toBe(title);
    expect(words.text).toContain(text);
  },
);
