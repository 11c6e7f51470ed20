import type { NewComponent } from "@/lib/domain/components/component-input";
import { formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import type { Upstream } from "./git";

/** The same texts in a format whose entries are known by their source, and in one where keys name them. */

/** Texts of one language by source or key. */
export type Texts = Record<string, string>;

export interface TwoFormat {
  name: string;
  settings: Partial<NewComponent> & Pick<NewComponent, "filemask" | "fileFormat">;
  path(language: string): string;
  /** One language as its file. */
  file(language: string, texts: Texts): string;
  /** Files of a repository: the base with the sources of all texts, and these languages. */
  files(languages: Record<string, Texts>): Record<string, string>;
  /** Texts of a language at upstream. */
  read(upstream: Upstream, language: string): Texts;
}

const poFile = (language: string, texts: Texts): string =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n${Object.entries(
    texts,
  )
    .map(([source, target]) => `\nmsgid "${source}"\nmsgstr "${target}"\n`)
    .join("")}`;
const jsonFile = (_language: string, texts: Texts): string => `${JSON.stringify(texts, null, 2)}\n`;
const sourcesOf = (languages: Record<string, Texts>): Texts =>
  Object.fromEntries(Object.values(languages).flatMap((texts) => Object.keys(texts).map((key) => [key, key])));
const blank = (texts: Texts): Texts => Object.fromEntries(Object.keys(texts).map((key) => [key, ""]));

function textsOf(format: string, language: string, content: string): Texts {
  const parsed = findFormat(format)?.parse(content, formatOptions({ languageCode: language }));
  return Object.fromEntries(
    (parsed?.entries ?? []).map((entry) => [entry.context || entry.sources[0], entry.targets[0] ?? ""]),
  );
}

function twoFormat(
  name: string,
  settings: TwoFormat["settings"],
  base: string,
  file: TwoFormat["file"],
  baseFile: (sources: Texts) => string,
): TwoFormat {
  const path = (language: string) => settings.filemask.replace("*", language);
  return {
    name,
    settings,
    path,
    file,
    files: (languages) => ({
      [base]: baseFile(sourcesOf(languages)),
      ...Object.fromEntries(
        Object.entries(languages).map(([language, texts]) => [path(language), file(language, texts)]),
      ),
    }),
    read: (upstream, language) => textsOf(settings.fileFormat, language, upstream.read(path(language))),
  };
}

export const FORMATS: readonly TwoFormat[] = [
  twoFormat("PO", { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po" }, "po/app.pot", poFile, (sources) =>
    poFile("", blank(sources)),
  ),
  twoFormat(
    "JSON",
    { filemask: "l/*.json", template: "l/en.json", newBase: "l/en.json", fileFormat: "json" },
    "l/en.json",
    jsonFile,
    (sources) => jsonFile("en", sources),
  ),
];
