import { languages } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { separateCodes } from "@/lib/text/languages/ambiguous-codes";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { languageNameOf } from "@/lib/text/languages/iso";
import { filterWithout } from "@/lib/text/languages/leave-out";
import { MACROLANGUAGES } from "@/lib/text/languages/macrolanguages";
import { isWellFormedCode } from "@/lib/text/languages/new-codes";
import {
  cleanLanguageCode,
  inCustomaryCase,
  isRegionOrScript,
  resolveLanguageCode,
} from "@/lib/text/languages/resolve";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Invalid } from "../errors";
import { parseAliases } from "../languages/languages";
import { findProject, updateProject } from "../projects/projects";

/** Codes of languages in files that somebody has to say more of, and what was said of them. */

const l = languages.as("l");

/**
 * What somebody says of single codes in files: the code of a language, "" for what the code says by itself, `LEFT_OUT` for
 * files that are not taken.
 */
export type CodeChoices = ReadonlyMap<string, string>;
export const LEFT_OUT = "-";

/** Why a code is to be looked at: nobody knows it, it is none, it is of a group, another file has it, it was said already. */
export type CodeDoubt = "unknown" | "malformed" | "group" | "twice" | "said";

export interface DoubtfulCode {
  code: string;
  /** A file with it. */
  path: string;
  why: CodeDoubt;
  /** The language that it is without anybody's word. */
  own: { code: string; name: string };
  /** The language that the project says it is, "" for none. */
  said: string;
  /** Languages of a group, as the likeliest choices. */
  likely: string[];
}

/** A file with its code, of one component. */
interface CodedFile {
  code: string;
  path: string;
}

/** Codes that stand for something can be said in the settings of a project. */
const canBeSaid = (code: string): boolean => /^[^\s:,]{1,50}$/.test(code);

const inCatalogue = { has: (code: string) => findCatalogueLanguage(code) !== undefined };

/** A language as the wizard names it. */
export function namedLanguage(code: string): { code: string; name: string } {
  return { code, name: findCatalogueLanguage(code)?.name ?? languageNameOf(code) ?? `${code} (new)` };
}

/** What a code means by itself. */
const ownMeaning = (code: string) => resolveLanguageCode(code, inCatalogue);

/** The aliases that hold once choices are taken: those of the project, and what was said since. */
export function aliasesWith(projectAliases: string, choices: CodeChoices): Map<string, string> {
  const aliases = parseAliases(projectAliases);
  for (const [code, language] of choices) {
    if (language === "" || language === LEFT_OUT) aliases.delete(code);
    else aliases.set(code, language);
  }
  return aliases;
}

/** Doubtful codes that are listed. */
const MOST = 20;

/**
 * Codes of which somebody should say what they mean, the worst first.
 * @param components their files, without those of base files
 */
export function doubtfulCodes(components: readonly (readonly CodedFile[])[], projectAliases: string): DoubtfulCode[] {
  const said = parseAliases(projectAliases);
  const found = new Map<string, DoubtfulCode>();
  for (const files of components) {
    const twice = claimedTwice(files, said);
    for (const { code, path } of files) {
      const why = doubtOf(code, said, twice);
      if (!why || found.has(code) || !canBeSaid(code)) continue;
      const likely = MACROLANGUAGES[inCustomaryCase(cleanLanguageCode(code))] ?? [];
      found.set(code, {
        code,
        path,
        why,
        own: namedLanguage(ownMeaning(code).code),
        said: said.get(code) ?? "",
        likely: [...likely],
      });
    }
  }
  const order: readonly CodeDoubt[] = ["malformed", "unknown", "twice", "group", "said"];
  return [...found.values()].sort((a, b) => order.indexOf(a.why) - order.indexOf(b.why)).slice(0, MOST);
}

function doubtOf(code: string, said: ReadonlyMap<string, string>, twice: ReadonlySet<string>): CodeDoubt | undefined {
  if (said.has(code)) return "said";
  const meaning = ownMeaning(code);
  if (!isWellFormedCode(code) || !isWellFormedCode(meaning.code)) return "malformed";
  if (!meaning.known && !isSpelledOut(meaning.code)) return "unknown";
  if (twice.has(code)) return "twice";
  return Object.hasOwn(MACROLANGUAGES, inCustomaryCase(cleanLanguageCode(code))) ? "group" : undefined;
}

/** Whether a code that the catalogue lacks is a language of ISO 639 with countries and scripts that there are. */
function isSpelledOut(code: string): boolean {
  const [main = "", variant] = code.split("@");
  const [, ...parts] = main.split("_");
  return languageNameOf(code) !== undefined && variant === undefined && parts.every(isRegionOrScript);
}

/** Codes of files whose language another file of the component has, but for the first one. */
function claimedTwice(files: readonly CodedFile[], said: ReadonlyMap<string, string>): Set<string> {
  const free = files.filter(({ code }) => !said.has(code));
  const told = separateCodes(
    free.map(({ code }) => {
      const meaning = ownMeaning(code);
      return { written: code, meant: meaning.code, base: meaning.base };
    }),
  );
  const first = new Map<string, string>();
  const twice = new Set<string>();
  for (const { written, meant } of told) {
    const other = first.get(meant);
    if (other === undefined) first.set(meant, written);
    else if (other !== written) twice.add(written);
  }
  return twice;
}

/** The filter of a component whose files have some of the codes that are left out; undefined for the usual one. */
export function filterOf(codes: readonly string[], choices: CodeChoices): string | undefined {
  const left = [...new Set(codes)].filter((code) => choices.get(code) === LEFT_OUT);
  return left.length === 0 ? undefined : filterWithout(left);
}

/**
 * Keeps in a project what was said of codes, so that its components' files are taken so from now on. Needs `project.edit`.
 * @throws Invalid for a language that is not there
 */
export async function keepCodes(actor: Actor, projectSlug: string, choices: CodeChoices): Promise<void> {
  const project = await findProject(actor, projectSlug);
  const wanted = [...choices.values()].filter((language) => language !== "" && language !== LEFT_OUT);
  const there = await db.rows(sql`select ${pick(l, "code")} from ${l} where ${anyOf(l.code, wanted)}`);
  const missing = wanted.find((code) => !there.some((row) => row.code === code));
  if (missing !== undefined) throw Invalid.field("", refusal("noLanguage", { code: missing }), "does_not_exist");
  const aliases = aliasesWith(project.languageAliases, choices);
  const languageAliases = [...aliases].map(([from, to]) => `${from}:${to}`).join(", ");
  if (languageAliases === [...parseAliases(project.languageAliases)].map(([from, to]) => `${from}:${to}`).join(", "))
    return;
  await updateProject(actor, projectSlug, { languageAliases });
}
