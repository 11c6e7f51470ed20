import type { TreeFile, WorkingCopy } from "@/lib/platform/vcs/vcs";
import { matchFilemask } from "@/lib/text/formats/kernel/filemask";
import { type FileFault, FormatError, faultOf } from "@/lib/text/formats/kernel/format";
import { findFormatWith } from "@/lib/text/formats/registry";
import { type CodeMeaning, separateCodes } from "@/lib/text/languages/ambiguous-codes";
import { baseLanguage } from "@/lib/text/languages/base-language";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { languageNameOf } from "@/lib/text/languages/iso";
import { resolveLanguageCode } from "@/lib/text/languages/resolve";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { NewComponent } from "../../components/component-input";
import type { FieldError } from "../../errors";
import { type Sentence, sentenceOf, worded } from "../../errors";
import { type Readable, type ReadableRequest, readableFile } from "../../files/write-jobs";
import { parseAliases } from "../../languages/languages";
import { needsReader } from "../../repository-files";
import { type MatchedFiles, matchFiles, USUAL_LANGUAGES } from "../../sync/match-files";
import { inReader } from "../../uploaded-files";
import { seeFiles } from "../../working-copy/catalogues";

export interface FileCheck {
  matched: MatchedFiles;
  /** Codes in the repository, with the language each means. */
  languages: { code: string; language: string; path: string }[];
  problems: FieldError[];
  /** What is wrong where the base file is named after another language than the source language. */
  foreignBase: FieldError[];
  /** Files that are of one language, in a sentence each, where nobody has said which one counts. */
  twice: Refusal[];
}

type Settings = Pick<NewComponent, "filemask" | "fileFormat"> & Partial<NewComponent>;

/** What the repository has to say about a component's files: mask, base file, template for new languages. */
export async function checkFiles(
  settings: Settings,
  commit: string,
  given: WorkingCopy,
  projectAliases: string,
): Promise<FileCheck> {
  const copy = seeFiles(given, [settings], (job, input) => inReader("filemask", job, input));
  const tree = await copy.tree(commit);
  const matched = matchFiles(tree, {
    filemask: settings.filemask,
    template: settings.template ?? "",
    newBase: settings.newBase ?? "",
    intermediate: settings.intermediate ?? "",
    languageRegex: settings.languageRegex ?? USUAL_LANGUAGES,
  });
  const problems: FieldError[] = [];
  const bad = (path: string, why: Sentence) => problems.push({ path, code: "invalid", ...worded(why) });
  const format = findFormatWith(settings.fileFormat, settings.fileFormatParams ?? {});
  const { broken, catalogue } = matched;
  if (broken) {
    const { line, column } = broken.wrong;
    const named = format?.name ?? settings.fileFormat;
    const message = sentenceOf(broken.wrong);
    bad("filemask", refusal("notReadLine", { path: broken.path, format: named, message, line, column }));
    return { matched, languages: [], problems, foreignBase: [], twice: [] };
  }
  const held = matched.translations.map((file) => file.code).join(", ");
  const absent = (what: "base" | "file", path: string) => {
    if (!catalogue || !path.startsWith(`${catalogue.path}/`))
      return what === "base" ? refusal("baseNotThere", { path }) : refusal("fileNotThere", { path });
    const named = { path: catalogue.path, code: path.slice(catalogue.path.length + 1) };
    return held ? refusal("languageNotHeld", { ...named, held }) : refusal("noLanguageHeld", named);
  };
  if (settings.template) {
    if (!matched.template) bad("template", absent("base", settings.template));
    else await readable("template", matched.template);
    // The first language of a catalogue is the one that its strings are written in.
    const first = catalogue && tree.find((file) => file.path.startsWith(`${catalogue.path}/`))?.path;
    if (first !== undefined && matched.template && settings.template !== first)
      bad(
        "template",
        refusal("sourceLanguageEnter", {
          path: catalogue?.path ?? "",
          first: first.slice(first.lastIndexOf("/") + 1),
          first2: first,
        }),
      );
  }
  if (settings.newBase) {
    if (!matched.newBase) bad("newBase", absent("file", settings.newBase));
    else await readable("newBase", matched.newBase);
  }
  const canStart = Boolean(settings.template || settings.newBase);
  if (matched.translations.length === 0 && !canStart)
    bad(
      "filemask",
      catalogue
        ? refusal("notDeclareLanguages", { path: catalogue.path })
        : refusal("noFileRepository", { filemask: settings.filemask, example: example(tree, settings.filemask) }),
    );
  const aliases = parseAliases(projectAliases);
  const meanings = matched.translations.map(({ code, path }) => {
    const meant = resolveLanguageCode(code, { has: isKnown }, aliases);
    return { path, written: code, meant: meant.code, base: meant.base };
  });
  const languages = meanings.map(({ path, written, meant }) => ({ code: written, path, language: meant }));
  if (languages.length > 0 && !languages.some((row) => isNamed(row.language)))
    bad(
      "filemask",
      refusal("noneFilesMatch", {
        filemask: settings.filemask,
        languages: languages
          .slice(0, 5)
          .map((row) => row.code)
          .join(", "),
      }),
    );
  const twice = filesTwice(meanings, aliases, settings.preferredFiles ?? []);
  const foreignBase = matched.template && !catalogue ? baseProblems(settings, aliases) : [];
  return { matched, languages, problems, foreignBase, twice };

  async function readable(field: string, file: TreeFile): Promise<void> {
    if (!format) return;
    const { fileFormat, fileFormatParams = {}, sourceLanguage = "en" } = settings;
    const options = { format: fileFormat, params: fileFormatParams, languageCode: sourceLanguage };
    try {
      const wanted: ReadableRequest = {
        ...options,
        isTemplate: field === "template",
        bytes: await copy.read(file.blob, file.path),
      };
      const { refusal } = needsReader(wanted.bytes)
        ? (await inReader<Readable>(field, "readable", wanted)).value
        : readableFile(wanted);
      if (refusal) refuse(refusal);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      refuse(faultOf(error));
    }

    function refuse({ line, column, ...why }: FileFault): void {
      const message = sentenceOf(why);
      bad(field, refusal("notReadLine", { path: file.path, format: format?.name ?? "", message, line, column }));
    }
  }
}

/** What is wrong where the base file is named after a language that is not the source language. */
function baseProblems(
  { filemask, template = "", sourceLanguage = "en" }: Settings,
  aliases: ReadonlyMap<string, string>,
): FieldError[] {
  const written = matchFilemask(filemask, template);
  const language = written && resolveLanguageCode(written, { has: isKnown }, aliases).code;
  // en.json is a base file for English of the United States, too.
  if (!language || !isKnown(language) || baseLanguage(language) === baseLanguage(sourceLanguage)) return [];
  const why = worded(refusal("baseOtherLanguage", { template, language, sourceLanguage }));
  return ["template", "sourceLanguage"].map((path) => ({ path, code: "invalid", ...why }));
}

const isKnown = (code: string): boolean => findCatalogueLanguage(code) !== undefined;

/** Which files are of one language, unless one of them is preferred. */
function filesTwice(
  meanings: readonly (CodeMeaning & { path: string })[],
  aliases: ReadonlyMap<string, string>,
  preferred: readonly string[],
): Refusal[] {
  const own = meanings.filter(({ written }) => aliases.has(written));
  const told = separateCodes(meanings.filter(({ written }) => !aliases.has(written)));
  const meantBy = new Map([...own, ...told].map(({ written, meant }) => [written, meant]));
  const files = new Map<string, string[]>();
  for (const { written, path } of meanings) {
    const meant = meantBy.get(written) ?? written;
    files.set(meant, [...(files.get(meant) ?? []), path]);
  }
  return [...files].flatMap(([code, paths]) =>
    paths.length < 2 || paths.some((path) => preferred.includes(path))
      ? []
      : [refusal("filesOfOne", { files: allOf(paths.slice(0, 5)), code })],
  );
}

/** Several paths in a sentence. */
const allOf = ([first = "", ...others]: readonly string[]): Sentence =>
  others.reduce<Sentence>((before, path) => refusal("pathAndPath", { before, path }), first);

/** A hint for a mask that fits nothing: a file with the same ending. */
function example(tree: readonly TreeFile[], mask: string): Refusal {
  const ending = /\.[A-Za-z0-9]+$/.exec(mask.replace(/\/\*$/, ""))?.[0];
  const found = ending ? tree.find((file) => file.path.endsWith(ending)) : undefined;
  if (found) return refusal("maskExample", { path: found.path });
  return ending ? refusal("maskNoEnding", { ending }) : refusal("maskNoName");
}

/** Whether a code is a language of the catalogue or of ISO 639, with or without a country or variant. */
function isNamed(code: string): boolean {
  return findCatalogueLanguage(code) !== undefined || languageNameOf(code) !== undefined;
}
