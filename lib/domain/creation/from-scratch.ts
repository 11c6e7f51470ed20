import { maskToPath } from "@/lib/text/formats/kernel/filemask";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type FormatOptions,
  formatOptions,
} from "@/lib/text/formats/kernel/format";
import { findFormat, offeredFormats } from "@/lib/text/formats/registry";
import { formatLanguageCode, isLanguageCodeStyle } from "@/lib/text/languages/styles";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import type { ComponentRow } from "../components/components";
import { type FieldError, Invalid, NotFound, type Sentence, sentenceOf, worded } from "../errors";
import { type LanguageRow, languageOfCode } from "../languages/languages";
import { findProject } from "../projects/projects";
import type { InitialFile } from "../working-copy/local-files";
import { createComponent } from "./create-component";
import { readTypedStrings, type TypedString } from "./internal/typed-strings";

/** Components that begin with nothing but what somebody types: no repository, no file. */

export interface ScratchWish {
  /** Null in the project itself. */
  categoryId?: number | null;
  name: string;
  slug: string;
  /** Value of `file_format`; one of `formatsFromNothing`. */
  fileFormat: string;
  /** Code of the language of the source texts. */
  sourceLanguage: string;
  /** Codes of the languages to begin with. */
  languages: readonly string[];
  /** First strings, one a line; see `readTypedStrings`. */
  strings: string;
}

/** How many languages a component begins with at most. */
const MOST_LANGUAGES = 200;

/** A gettext file needs its header, which says the encoding: https://www.gnu.org/software/gettext/manual/html_node/Header-Entry.html */
const EMPTY_TEMPLATE = [
  'msgid ""',
  'msgstr ""',
  '"MIME-Version: 1.0\\n"',
  '"Content-Type: text/plain; charset=UTF-8\\n"',
  '"Content-Transfer-Encoding: 8bit\\n"',
  "",
].join("\n");

/** Formats whose files can be made of nothing and take in strings. */
export function formatsFromNothing(): FileFormat[] {
  return offeredFormats().filter((format) => format.canAdd && !format.folder && !format.catalogue && isStart(format));
}

const isStart = (format: FileFormat): boolean => emptySource(format, formatOptions({ isTemplate: true })) !== undefined;

const emptySource = (format: FileFormat, options: FormatOptions): string | undefined =>
  format.create(undefined, options) ?? (format.id === "po" ? EMPTY_TEMPLATE : undefined);

/** Whether strings of a format are known by keys here, each with a text in the base file. */
export const takesKeys = (format: Pick<FileFormat, "kind">): boolean => format.kind !== "bilingual";

/**
 * Makes a component with a repository of its own, an empty file for each language, and the strings that were typed; more are
 * added in the editor, as its strings may be managed. Needs `project.edit`.
 * @throws Invalid, on `languages` and `strings` beside the fields of a component
 */
export async function createFromScratch(actor: Actor, projectSlug: string, wish: ScratchWish): Promise<ComponentRow> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const format = findFormat(wish.fileFormat);
  if (!format || !formatsFromNothing().includes(format))
    throw Invalid.field("fileFormat", refusal("componentNotBegin"));
  const problems: FieldError[] = [];
  const source = await knownLanguage(wish.sourceLanguage, "sourceLanguage", problems);
  const languages = await startLanguages(wish, source, problems);
  const keyed = takesKeys(format);
  const typed = readTypedStrings(wish.strings, keyed);
  for (const said of typed.problems) problems.push({ path: "strings", code: "invalid", ...worded(said) });
  if (problems.length > 0 || !source) throw new Invalid(problems);

  const mask = `${wish.slug || "component"}/*.${format.extension}`;
  const style = isLanguageCodeStyle(format.codeStyle) ? format.codeStyle : "posix";
  const pathOf = ({ code }: LanguageRow) => maskToPath(mask, formatLanguageCode(code, style));
  const base = pathOf(source);
  const text = withStrings(format, source, typed.strings);
  const files: InitialFile[] = [{ path: base, content: format.encode(text) }];
  for (const language of languages) {
    const made = format.create(text, {
      ...optionsOf(language, false),
      ...(keyed ? { base: text } : { template: text }),
    });
    if (made === undefined) throw Invalid.field("fileFormat", refusal("filesNewLanguages", { format: format.name }));
    files.push({ path: pathOf(language), content: format.encode(made) });
  }
  return createComponent(
    actor,
    project.slug,
    {
      categoryId: wish.categoryId,
      name: wish.name,
      slug: wish.slug,
      fileFormat: format.id,
      filemask: mask,
      template: keyed ? base : "",
      newBase: base,
      sourceLanguage: source.code,
      manageUnits: true,
      ...(keyed ? { editTemplate: true } : {}),
    },
    { files },
  );
}

const optionsOf = ({ code, plural }: LanguageRow, isTemplate: boolean): FormatOptions =>
  formatOptions({ languageCode: code, isTemplate, plural: { ...plural, categories: [...plural.categories] } });

/** The file of the source language with these strings. @throws Invalid on `strings` for what the format cannot say */
function withStrings(format: FileFormat, source: LanguageRow, strings: readonly TypedString[]): string {
  const keyed = takesKeys(format);
  const options = optionsOf(source, keyed);
  let text = emptySource(format, options) ?? "";
  const add = (some: readonly TypedString[]): void => {
    const edits = some.map(
      ({ key, text: said }): EntryEdit => ({
        kind: "add",
        context: key,
        sources: [said],
        targets: [keyed ? said : ""],
        state: keyed ? "translated" : "empty",
        plural: false,
      }),
    );
    text = applyPatches(text, format.edit(text, format.parse(text, options), edits, options));
  };
  try {
    if (strings.length > 0) add(strings);
  } catch (error) {
    if (!(error instanceof EditRefused || error instanceof FormatError)) throw error;
    throw Invalid.field("strings", refusedOne(add, strings) ?? sentenceOf(error));
  }
  return text;
}

/** Which of the strings is the one that cannot be written. */
function refusedOne(
  add: (some: readonly TypedString[]) => void,
  strings: readonly TypedString[],
): Sentence | undefined {
  for (const one of strings.slice(0, MOST_TRIED))
    try {
      add([one]);
    } catch (error) {
      if (!(error instanceof EditRefused || error instanceof FormatError)) throw error;
      return refusal("lineWhy", { line: one.line, why: sentenceOf(error) });
    }
  return undefined;
}

/** Strings that are tried one by one: each of them is written into the whole file. */
const MOST_TRIED = 200;

async function knownLanguage(code: string, path: string, problems: FieldError[]): Promise<LanguageRow | undefined> {
  try {
    return await languageOfCode(code);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    problems.push({ path, code: "does_not_exist", ...worded(sentenceOf(error)) });
    return undefined;
  }
}

/** The languages to begin with, without the source language. */
async function startLanguages(
  wish: ScratchWish,
  source: LanguageRow | undefined,
  problems: FieldError[],
): Promise<LanguageRow[]> {
  const codes = [...new Set(wish.languages)];
  if (codes.length > MOST_LANGUAGES) {
    problems.push({
      path: "languages",
      code: "invalid",
      ...worded(refusal("mostLanguages", { most: MOST_LANGUAGES })),
    });
    return [];
  }
  const found = new Map<number, LanguageRow>();
  for (const code of codes) {
    const language = await knownLanguage(code, "languages", problems);
    if (language && language.id !== source?.id) found.set(language.id, language);
  }
  return [...found.values()];
}
