import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import compile from "icu-minify/compile";
import type { Messages } from "use-intl";
import { createTranslator, IntlErrorCode } from "use-intl/core";
import { describe, expect, it } from "vitest";
import {
  BULK_SUBJECTS,
  EDITOR_SUBJECTS,
  FRAME_SUBJECTS,
  PASSKEY_SUBJECTS,
  SETTINGS_SUBJECTS,
  SHOT_SUBJECTS,
  UPLOAD_SUBJECTS,
  WIZARD_SUBJECTS,
} from "@/app/ui/client-subjects";
import type { TextKey } from "@/app/ui/client-texts";
import { pageLanguages, textsOf } from "@/lib/text/messages/catalogue";
import { faultsOf, missingForms } from "@/lib/text/messages/compare";
import { literalsOf, stringsOf } from "./literals";

/** The catalogues of messages, and the code that says them. */

const ROOT = join(import.meta.dirname, "../..");
const MESSAGES = join(ROOT, "app/messages");

interface Tree {
  [key: string]: string | Tree;
}

function flat(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );
}

const catalogue = (name: string) => JSON.parse(readFileSync(join(MESSAGES, name), "utf8")) as Tree;
const english = new Map(flat(catalogue("en.json")));

const sources = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
  .map((name) => `app/${name.replaceAll("\\", "/")}`)
  .map((path) => ({ path, code: readFileSync(join(ROOT, path), "utf8") }));

/** What the API says, too. */
const sharedSources = ["lib/text/checks/say.ts", "lib/text/languages/shown.ts", "lib/text/messages/refusal.ts"].map(
  (path) => readFileSync(join(ROOT, path), "utf8"),
);

/** What mails say stands in the domain. */
const mailSources = readdirSync(join(ROOT, "lib/domain"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(ROOT, "lib/domain", name), "utf8"))
  .filter((code) => code.includes("mailLanguage") || code.includes("messages/translator"));

/** Names, and words that computers read. */
const NAMES = new Set([
  "Loquat",
  "… — Loquat",
  // The names of formats and of programs.
  "API",
  "RSS",
  "JSON",
  "CSV",
  "curl",
  "wlc (~/.config/weblate)",
  // Keys of keyboards.
  "Alt",
  "Mod",
  "Shift",
  // Examples of what is typed.
  "MIT, GPL-3.0-or-later …",
  "https://host/group/app.git or git@host:group/app.git",
  "locale/*/strings.json",
  "locale/en/strings.json",
  "locale/app.pot",
]);

/** The page of last resort stands alone: no catalogue may be loaded when it is shown. */
const ALONE = ["app/global-error.tsx"];

describe("each catalogue", () => {
  it.each(readdirSync(MESSAGES).filter((name) => name.endsWith(".json")))(
    "%s has valid messages, and only those that there are in English",
    (name) => {
      const messages = catalogue(name);
      const problems: string[] = [];
      const t = createTranslator({
        locale: name.replace(/\.json$/, "").replaceAll("_", "-"),
        messages: messages as unknown as Messages,
        onError: (error) => {
          if (error.code === IntlErrorCode.INVALID_MESSAGE) problems.push(error.message);
        },
      });
      for (const [key] of flat(messages)) {
        t.rich(key as TextKey);
        if (!english.has(key)) problems.push(`${key} is not in en.json`);
      }
      expect(problems).toEqual([]);
    },
  );
});

/** Texts that are the same in another language: names, numbers, codes, and words that both have. */
const SAME: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "same-in-english.json"), "utf8"),
);

const languages = readdirSync(MESSAGES)
  .filter((name) => name.endsWith(".json") && name !== "en.json")
  .map((name) => name.replace(/\.json$/, ""));

/** A message without what is filled in: nothing is left of it but words. */
const wordsOf = (message: string): string => message.replace(/<\/?\w*>|\{[^{}]*\}/g, "");

describe.each(languages)("the catalogue %s", (language) => {
  const own = new Map(flat(catalogue(`${language}.json`)));
  const each = (faults: (message: string, usual: string, key: string) => readonly string[]): string[] =>
    [...english].flatMap(([key, usual]) => {
      const message = own.get(key);
      return message === undefined ? [] : faults(message, usual, key).map((fault) => `${key}: ${fault}`);
    });

  it("says every message", () => {
    expect([...english.keys()].filter((key) => !own.get(key))).toEqual([]);
  });

  it("takes the arguments and tags that the English messages take", () => {
    expect(each((message, usual) => faultsOf(compile(message), compile(usual)))).toEqual([]);
  });

  it("has every plural form of the language", () => {
    expect(
      each((message, usual) => missingForms(compile(message), compile(usual), language.replaceAll("_", "-"))),
    ).toEqual([]);
  });

  it("leaves no text in English, and no quote that hides an argument", () => {
    const same = new Set(SAME[language]);
    expect(
      each((message, usual) => [
        ...(message === usual && /\p{L}{2}/u.test(wordsOf(usual)) && !same.has(usual) ? [message] : []),
        ...(/'[{}<]|''/.test(message) && !/'[{}<]|''/.test(usual) ? [`quote: ${message}`] : []),
      ]),
    ).toEqual([]);
  });

  it("is excused for no text that it does translate, or that is gone", () => {
    const same = new Set([...english].filter(([key, usual]) => own.get(key) === usual).map(([, usual]) => usual));
    expect((SAME[language] ?? []).filter((text) => !same.has(text))).toEqual([]);
  });

  it("begins and ends as the English messages do: no blank is lost between two of them", () => {
    const edges = (message: string) => [/^\s/.test(message), /\s$/.test(message)].join();
    expect(each((message, usual) => (edges(message) === edges(usual) ? [] : [message]))).toEqual([]);
  });
});

it("a language is added by its file alone: the pages offer what lies there", () => {
  expect([...pageLanguages()].sort()).toEqual([...languages.map((name) => name.replaceAll("_", "-")), "en"].sort());
});

describe("the messages", () => {
  it("say what another reader of ICU messages says", () => {
    const theirs = createTranslator({ locale: "en", messages: catalogue("en.json") as unknown as Messages });
    const ours = textsOf("en").markup as (key: string, values: object) => string;
    const values = (message: string, number: number) => ({
      ...Object.fromEntries([...message.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name]) => [name, number])),
      ...Object.fromEntries(
        [...message.matchAll(/<(\w+)>/g)].map(([, name]) => [name, (text: unknown) => `<${text}>`]),
      ),
    });
    for (const [key, message] of english)
      for (const number of [0, 1, 2, 12_345.5]) {
        const given = values(message, number);
        expect(ours(key, given), key).toBe(theirs.markup(key as TextKey, given as never));
      }
  });

  it("are all said somewhere", () => {
    const strings = new Set(
      [...sources.map(({ code }) => code), ...mailSources, ...sharedSources].flatMap((code) => stringsOf(code)),
    );
    const patterns = [...strings]
      .filter((text) => /^\w+\.[\w.*-]*\*/.test(text))
      .map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll("*", "[\\w-]+")}$`));
    const unused = [...english.keys()].filter(
      (key) => !strings.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it("are what the pages say: no text stands in the code", () => {
    const left = sources
      // What routes answer is the API's, and in English.
      .filter(({ path }) => !path.endsWith("/route.ts") && !path.startsWith("app/api/") && !ALONE.includes(path))
      .flatMap(({ path, code }) =>
        literalsOf(code, (text) => english.has(text) || NAMES.has(text)).map(
          ({ line, text }) => `${path}:${line} ${text}`,
        ),
      );
    expect(left).toEqual([]);
  });
});

describe("components in the browser", () => {
  const byPath = new Map(sources.map(({ path, code }) => [path, code]));

  function importsOf(path: string): string[] {
    const code = byPath.get(path) ?? "";
    return [...code.matchAll(/^(?:import|export) (?!type )[^"]*? from "((?:@\/app|\.)[^"]*)"/gm)].flatMap((match) => {
      const name = match[1] as string;
      const base = name.startsWith("@/") ? name.slice(2) : relative(ROOT, join(ROOT, path, "..", name));
      return [base, `${base}.ts`, `${base}.tsx`].filter((candidate) => byPath.has(candidate));
    });
  }

  /** A module and all that it imports; server actions stay on the server. */
  function reached(path: string, seen = new Set<string>()): Set<string> {
    if (seen.has(path) || byPath.get(path)?.startsWith('"use server"')) return seen;
    seen.add(path);
    for (const next of importsOf(path)) reached(next, seen);
    return seen;
  }

  const entries = sources.filter(({ code }) => code.startsWith('"use client"')).map(({ path }) => path);
  const subjectsFor = (path: string): readonly string[] => {
    if (path.startsWith("app/ui/editor/")) return EDITOR_SUBJECTS;
    if (path.startsWith("app/(web)/bulk-edit/")) return BULK_SUBJECTS;
    if (path.startsWith("app/(web)/upload/")) return UPLOAD_SUBJECTS;
    if (path.startsWith("app/ui/screenshots/") || path.startsWith("app/(web)/screenshot/")) return SHOT_SUBJECTS;
    if (path.startsWith("app/ui/settings/")) return SETTINGS_SUBJECTS;
    if (path === "app/ui/passkey-button.tsx") return PASSKEY_SUBJECTS;
    return path.startsWith("app/(web)/create/component/") ? WIZARD_SUBJECTS : FRAME_SUBJECTS;
  };

  it("get every message that they say with the page", () => {
    expect(entries.length).toBeGreaterThan(20);
    const missing = entries.flatMap((entry) => {
      const given = subjectsFor(entry);
      const said = [...reached(entry)].flatMap((path) => stringsOf(byPath.get(path) ?? ""));
      const keys = said.filter((text) => english.has(text) || /^\w+\.[\w.]*\*/.test(text));
      return keys.filter((key) => !given.includes(key.split(".")[0] ?? "")).map((key) => `${entry}: ${key}`);
    });
    expect(missing).toEqual([]);
  });
});
