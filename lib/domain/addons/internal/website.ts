import { z } from "zod";
import { serviceProblem } from "@/lib/platform/outside/admission";
import { FetchError, safeFetch } from "@/lib/platform/safe-fetch";
import { validateRepositoryPath } from "@/lib/text/formats/kernel/filemask";
import { refusal } from "@/lib/text/messages/refusal";
import { selectorProblem } from "@/lib/text/page-texts/page-texts";
import { siteScript } from "@/lib/text/page-texts/site-script";
import { DomainError, Failed, type Sentence, sentenceOf } from "../../errors";
import type { Addon, AddonRun, AddonTools, FileToPublish } from "../addon";
import { count, text } from "./fields";
import { refuse, refused } from "./refused";
import { failureOf, namedFirst, together } from "./said";

/** Web pages that are shown in the reader's language by a script, and whose texts are found on them. */

const MOST_PAGES = 50;
const LARGEST_PAGE = 2_000_000;
const MOST_TEXTS = 10_000;
const LONGEST_TEXT = 5000;

const lines = (value: string): string[] => value.split("\n").flatMap((line) => line.trim() || []);
const isAddress = (line: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(line);
const fileProblem = (line: string) => (isAddress(line) ? serviceProblem(line) : validateRepositoryPath(line));

const settings = z.object({
  threshold: count({
    title: "Least share of translated strings",
    description: "In percent. Languages below it are not published.",
    least: 0,
    most: 100,
    initial: 0,
  }),
  css_selector: text({
    title: "CSS selector",
    description: "Elements whose texts are translated, such as .l10n. Those with other elements inside are left alone.",
    initial: ".l10n",
    most: 500,
  }).superRefine((value, context) => {
    const problem = selectorProblem(value);
    if (problem) refuse(context, problem);
  }),
  cookie_name: text({
    title: "Name of the language cookie",
    description: "A cookie of the website with a language code. Without one, the languages of the browser decide.",
    most: 100,
  }).refine((value) => /^[\w.-]*$/.test(value), refused(refusal("settingCookie"))),
  files: text({
    title: "Pages to take strings from",
    description:
      "HTML files of the repository, or addresses of pages, one in each line. Texts that match the selector become strings.",
    long: true,
    most: 10_000,
  }).superRefine((value, context) => {
    const wanted = lines(value);
    if (wanted.length > MOST_PAGES) refuse(context, refusal("settingPages", { most: MOST_PAGES }));
    for (const line of wanted.slice(0, MOST_PAGES)) {
      const problem = fileProblem(line);
      if (problem) refuse(context, refusal("readMember", { name: line.slice(0, 100), why: problem }));
    }
  }),
});
type Settings = z.infer<typeof settings>;

const SCRIPT = "loquat.js";

export const website: Addon<Settings> = {
  id: "weblate.cdn.cdnjs",
  aliases: ["loquat.cdn.cdnjs"],
  name: "Translate a website by a script",
  description:
    "Publishes the translations as JSON, and a script that puts them into a website in the language of its reader. Takes the website's texts from its pages as strings, where wanted. Whoever knows the address can read them. They follow each update and each commit.",
  settings,
  multiple: false,
  scopes: ["component"],
  wholeRepository: false,
  publishes: {
    entry: SCRIPT,
    // What the script says is made here; texts of others are data in it and beside it.
    mediaOf: (path) =>
      path === SCRIPT ? "text/javascript; charset=utf-8" : path.endsWith(".json") ? "application/json" : undefined,
  },
  unfit: (component) => (component.isGlossary ? refusal("addonGlossary") : undefined),
  on: ["installed", "configured", "component-updated", "committed", "language-added", "language-removed", "daily"],
  async preview({ settings: given, tools }) {
    const { texts, problems } = await textsOfPages(given, tools);
    const { added, languages, below } = await tools.rehearse(async () => {
      const more = await addTexts(texts, problems, tools);
      // What is new is not translated, and counts.
      return { added: more, ...(await languagesOf(given, tools)) };
    });
    const shown = added.slice(0, SHOWN).map((one) => `“${one.slice(0, 100)}”`);
    return [
      ...problems,
      ...(added.length > 0 ? [refusal("planStrings", { count: added.length, samples: shown.join(", ") })] : []),
      ...(languages.length > 0
        ? [refusal("planReadable", { names: namedFirst(languages.map(({ name }) => name)) })]
        : []),
      ...(below.length > 0 ? [refusal("planBelow", { names: namedFirst(below) })] : []),
    ];
  },
  async perform({ settings: given, component, tools }: AddonRun<Settings>) {
    const { texts, problems } = await textsOfPages(given, tools);
    // What is translated is published all the same.
    const added = (await addTexts(texts, problems, tools)).length;
    const { languages } = await languagesOf(given, tools);
    const script = siteScript({
      selector: given.css_selector,
      cookie: given.cookie_name,
      source: component.sourceLanguage.code,
      languages: languages.map(({ code }) => code),
    });
    const changed = await tools.publish([
      { path: SCRIPT, language: "", bytes: new TextEncoder().encode(script) },
      ...languages.map(({ file }) => file),
    ]);
    if (problems.length > 0) throw new Failed(together(problems));
    return together([
      ...(added > 0 ? [refusal("runStrings", { count: added })] : []),
      ...(changed > 0 ? [refusal("runPublished", { count: changed })] : []),
    ]);
  },
};

/** Strings that a preview shows. */
const SHOWN = 5;

/** Adds texts as strings; a sentence on why not goes to the problems. */
async function addTexts(texts: readonly string[], problems: Sentence[], tools: AddonTools): Promise<string[]> {
  try {
    return await tools.addTexts(texts);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    problems.push(sentenceOf(error));
    return [];
  }
}

/** Texts on all pages, each once, and sentences on the pages that could not be read. */
async function textsOfPages(given: Settings, tools: AddonTools): Promise<{ texts: string[]; problems: Sentence[] }> {
  const wanted = lines(given.files);
  const found = new Set<string>();
  const problems: Sentence[] = [];
  const paths = wanted.filter((line) => !isAddress(line));
  const there = paths.length === 0 ? [] : await tools.withFiles((files) => files.several(paths));
  const pages = new Map(there.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
  for (const line of wanted) {
    try {
      const html = isAddress(line) ? await fetched(line) : pages.get(line);
      if (html === undefined) throw new Failed(refusal("runNoFile"));
      if (html.length > LARGEST_PAGE) throw new Failed(refusal("runPageLarge", { most: LARGEST_PAGE / 1_000_000 }));
      for (const one of await tools.textsOfPage(html, given.css_selector)) {
        if (one.length > LONGEST_TEXT)
          problems.push(refusal("readMember", { name: line, why: refusal("runTextLong", { most: LONGEST_TEXT }) }));
        else found.add(one);
      }
    } catch (error) {
      problems.push(refusal("readMember", { name: line, why: failureOf(error) }));
    }
  }
  if (found.size > MOST_TEXTS) problems.push(refusal("runTexts", { most: MOST_TEXTS }));
  return { texts: [...found].slice(0, MOST_TEXTS), problems };
}

async function fetched(address: string): Promise<string> {
  const { status, text: html } = await safeFetch(address, {
    headers: { accept: "text/html" },
    maxBytes: LARGEST_PAGE,
  }).catch((error: unknown) => {
    throw error instanceof FetchError ? new Error(error.message) : error;
  });
  if (status !== 200) throw new Failed(refusal("runStatus", { status }));
  return html;
}

interface PublishedLanguage {
  code: string;
  name: string;
  file: FileToPublish;
}

/** The files of the languages of which enough is translated, and the names of the others. */
async function languagesOf(
  { threshold }: Settings,
  tools: AddonTools,
): Promise<{ languages: PublishedLanguage[]; below: string[] }> {
  const languages: PublishedLanguage[] = [];
  const below: string[] = [];
  for (const translation of await tools.translations()) {
    if (translation.isSource) continue;
    const { percent, texts } = await tools.texts(translation);
    const { languageCode: code, languageName: name } = translation;
    if (percent < threshold) {
      below.push(`${name} (${percent} %)`);
      continue;
    }
    // Of strings with one source text the first stands. A Map, as a text may be "__proto__".
    const pairs = new Map<string, string>();
    for (const { source, target } of texts) if (!pairs.has(source)) pairs.set(source, target);
    const json = `{${[...pairs].map(([from, to]) => `\n  ${JSON.stringify(from)}: ${JSON.stringify(to)}`).join(",")}\n}\n`;
    const file = { path: `${code}.json`, language: code, bytes: new TextEncoder().encode(json) };
    languages.push({ code, name, file });
  }
  return { languages, below };
}
