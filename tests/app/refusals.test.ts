import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { errorWords } from "@/app/ui/error-words";
import { denied } from "@/lib/domain/access/denied";
import { Conflict, Failed, Forbidden, Invalid } from "@/lib/domain/errors";
import { textsOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";

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

it("numbers decide the form of a word", () => {
  const wait = (count: number) => errorWords(textsOf("cs"), new Failed(refusal("tooManyAttemptsMinutes", { count })));
  expect([1, 3, 5].map(wait)).toEqual([
    "Příliš mnoho pokusů. Zkuste to za 1 minutu.",
    "Příliš mnoho pokusů. Zkuste to za 3 minuty.",
    "Příliš mnoho pokusů. Zkuste to za 5 minut.",
  ]);
});

/** Files of the domain; directory services (SCIM) talk to programs, in English. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/scim/"));
}

it("the domain writes no sentence of its own where it refuses something", () => {
  const written = sources(join(process.cwd(), "lib/domain")).flatMap((path) => {
    const text = readFileSync(path, "utf8");
    const found = text.matchAll(
      /(?:Invalid\.field\(\s*[^,()]*,|new (?:Conflict|NotFound|Failed|Locked|Busy|Throttled)\()\s*["`][^"`]* [^"`]*["`]/g,
    );
    return [...found].map((match) => `${relative(process.cwd(), path)}: ${match[0]}`);
  });
  expect(written).toEqual([]);
});
