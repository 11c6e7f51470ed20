import { STATE, type UnitState } from "@/lib/text/codes";
import {
  type Entry,
  type EntryState,
  type FileFormat,
  type FormatOptions,
  formatOptions,
  type ParsedFile,
} from "@/lib/text/formats/kernel/format";
import { findFormatWith, formatName } from "@/lib/text/formats/registry";
import { contentHash, idHash } from "@/lib/text/hash";
import { refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../components/components";
import { Failed } from "../errors";
import type { PluralRow } from "../languages/languages";

/** Between entries of a file and strings of the database. */

/** One string of a file in the database's terms. */
export interface FileString {
  /** Identity in the component, decimal text of a signed 64-bit number. */
  idHash: string;
  entryId: string;
  context: string;
  sources: string[];
  targets: string[];
  state: UnitState;
  note: string;
  /** What the file says of the translation, where it has a place for that; see `FileFormat.explains`. */
  explanation?: string;
  location: string;
  flags: string;
  /** Plural forms joined by U+001E U+001E. */
  previousSource: string;
  /** Order in the file, from 1. */
  position: number;
  readOnly: boolean;
}

/** The format of a component, as its parameters have it. @throws Failed for one that cannot be read here */
export function formatOf(component: Pick<ComponentRow, "fileFormat" | "fileFormatParams">): FileFormat {
  const format = findFormatWith(component.fileFormat, component.fileFormatParams);
  if (!format)
    throw new Failed(
      refusal("filesFormatNot", { formatName: formatName(component.fileFormat) ?? component.fileFormat }),
    );
  return format;
}

/** Options for reading or writing one file of a component. */
export function optionsFor(
  component: Pick<ComponentRow, "fileFormatParams" | "template">,
  file: {
    languageCode: string;
    plural: Pick<PluralRow, "number" | "formula" | "categories">;
    isTemplate: boolean;
    base?: string;
    template?: string;
    stored?: ReadonlyMap<string, string>;
  },
): FormatOptions {
  return formatOptions({
    languageCode: file.languageCode,
    plural: { number: file.plural.number, formula: file.plural.formula, categories: file.plural.categories },
    isTemplate: file.isTemplate,
    monolingual: isMonolingual(component),
    base: file.base,
    template: file.template,
    stored: file.stored,
    params: component.fileFormatParams,
  });
}

/** Whether files of a format are documents: their base alone says which strings there are. */
export function isDocument(format: Pick<FileFormat, "canAdd" | "canRemove" | "kind">): boolean {
  return format.kind === "monolingual" && !format.canAdd && !format.canRemove;
}

/** Whether a string is known by its key alone: there is a base file. */
export function isMonolingual(component: Pick<ComponentRow, "template">): boolean {
  return component.template !== "";
}

/** Identities worked out last: every language of a component asks for the same ones. */
const identities = new Map<string, string>();
const REMEMBERED = 100_000;

/** Identity of a string in a component. */
export function identityOf(monolingual: boolean, context: string, sources: readonly string[]): string {
  const key = monolingual ? context : `${context}\u0000${sources[0] ?? ""}\u0000`;
  let identity = identities.get(key);
  if (identity === undefined) {
    identity = (monolingual ? idHash(context) : idHash(context, sources[0] ?? "")).toString();
    if (identities.size >= REMEMBERED) identities.clear();
    // Long texts are rare and not worth their memory.
    if (key.length < 500) identities.set(key, identity);
  }
  return identity;
}

/** Hash of what a string says, equal wherever the same text stands in the same context. */
export function contentOf(context: string, sources: readonly string[]): string {
  return contentHash(sources, context).toString();
}

const STATES: Record<EntryState, UnitState> = {
  empty: STATE.EMPTY,
  "needs-editing": STATE.NEEDS_EDITING,
  translated: STATE.TRANSLATED,
  approved: STATE.APPROVED,
  "read-only": STATE.READ_ONLY,
};

/** State number of what a file says; approvals count only where reviews are on. */
export function stateNumber(state: EntryState, reviews: boolean): UnitState {
  const number = STATES[state];
  return number === STATE.APPROVED && !reviews ? STATE.TRANSLATED : number;
}

/** What a file is told of a state. */
export function entryState(state: number): EntryState {
  if (state === STATE.EMPTY) return "empty";
  if (state < STATE.TRANSLATED) return "needs-editing";
  if (state === STATE.APPROVED) return "approved";
  if (state === STATE.READ_ONLY) return "read-only";
  return "translated";
}

/** Strings that stand twice in a file, as many as an alert names. */
const MOST_DUPLICATES = 100;

/**
 * The strings of a parsed file by identity, in file order. A string that stands twice counts once, the first time;
 * `duplicates` names the others, those first that the format itself has left out.
 */
export function stringsOf(
  file: ParsedFile,
  options: { monolingual: boolean; reviews: boolean; forms: number; severalValues: boolean },
): { strings: Map<string, FileString>; duplicates: string[] } {
  const strings = new Map<string, FileString>();
  const duplicates = file.warnings.flatMap(({ twice }) => twice ?? []).slice(0, MOST_DUPLICATES);
  let position = 0;
  for (const entry of file.entries) {
    const hash = identityOf(options.monolingual, entry.context, entry.sources);
    if (strings.has(hash)) {
      if (duplicates.length < MOST_DUPLICATES) duplicates.push(entry.context || (entry.sources[0] ?? ""));
      continue;
    }
    position++;
    strings.set(hash, fileString(entry, hash, position, options));
  }
  return { strings, duplicates };
}

function fileString(
  entry: Entry,
  hash: string,
  position: number,
  options: { reviews: boolean; forms: number; severalValues: boolean },
): FileString {
  const forms = entry.plural ? options.forms : options.severalValues ? Math.max(entry.targets.length, 1) : 1;
  const targets = fitForms(entry.targets, forms);
  const state =
    targets.every((text) => text === "") && entry.state !== "read-only"
      ? STATE.EMPTY
      : stateNumber(entry.state, options.reviews);
  return {
    idHash: hash,
    entryId: entry.id,
    context: entry.context,
    sources: entry.sources.length > 0 ? entry.sources : [""],
    targets,
    state,
    note: entry.note,
    ...(entry.explanation && { explanation: entry.explanation }),
    location: entry.location,
    flags: entry.flags,
    previousSource: entry.previousSource,
    position,
    readOnly: entry.state === "read-only",
  };
}

/** As many forms as the language has: too few are filled up empty, too many cut off (the file keeps them). */
function fitForms(targets: readonly string[], forms: number): string[] {
  if (targets.length === forms) return [...targets];
  return Array.from({ length: forms }, (_, index) => targets[index] ?? "");
}

/** Forms up to the last one that says something. */
export const filled = (targets: readonly string[]): readonly string[] =>
  targets.slice(0, targets.findLastIndex((target) => target !== "") + 1);

/** Whether two lists of forms say the same. */
export function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
