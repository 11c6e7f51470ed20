import { findDriver } from "@/lib/platform/vcs/registry";
import { type CatalogueFormat, catalogueFormat, namedCatalogueOf, repositoryPath } from "@/lib/text/formats/catalogue";
import { maskToPath } from "@/lib/text/formats/kernel/filemask";
import { formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat, findFormatWith } from "@/lib/text/formats/registry";
import { formatLanguageCode, isLanguageCodeStyle } from "@/lib/text/languages/styles";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { denial } from "../access/demand";
import type { NewComponent } from "../components/component-input";
import { type ComponentRow, componentsNamed, scopeOf } from "../components/components";
import { type FieldError, Invalid, sentenceOf, worded } from "../errors";
import type { ArchiveRead, ArchiveRequest, PartRead } from "../files/write-jobs";
import { inReader } from "../uploaded-files";
import { componentFiles } from "../working-copy/current-file";
import type { InitialFile } from "../working-copy/local-files";

/** What a new component begins with when it has no remote repository; the contract 10.1. */

/** What was uploaded, or which component is copied. */
export interface Origin {
  /** A ZIP archive whose files are the first content. */
  archive?: Uint8Array;
  /** One file in the source language. */
  document?: { name: string; bytes: Uint8Array };
  /** Files that the service itself begins with. */
  files?: readonly InitialFile[];
  /** ID or path (project/component) of a component whose settings and files are copied. */
  component?: string;
  /** ID of a component whose settings are copied for files that are said as for any other component. */
  settings?: number;
}

/** Whether an origin gives settings, with what they follow. */
export const hasSettings = ({ component, settings }: Origin): boolean =>
  component !== undefined || settings !== undefined;

export interface Beginning {
  input: NewComponent;
  /** Files of the new repository; undefined when it has a remote. */
  files: InitialFile[] | undefined;
  /** Of a copy: settings that its original takes from above. */
  follows?: readonly string[];
}

const LIMITS = { entries: 20_000, entryBytes: 100_000_000, bytes: 400_000_000 };

/** Documents that hold no strings whatever they are called: pictures, office binaries, programs, archives. */
const REFUSED =
  /\.(png|jpe?g|gif|webp|bmp|ico|svgz?|tiff?|doc|docx|docm|xls|xlsm|xlsb|ppt|pptx|pptm|pdf|exe|dll|so|dylib|bin|msi|com|bat|cmd|ps1|sh|bash|zsh|py|pl|jar|class|apk|ipa|dmg|iso|zip|gz|tgz|bz2|xz|7z|rar|tar)$/i;

/** Fields that say where the files are; with an origin they are decided by it. */
const PLACE = ["repo", "vcs", "branch", "push", "pushBranch"] as const;
const FILES = ["filemask", "template", "fileFormat", "newBase", "intermediate", "fileFormatParams"] as const;

/**
 * Completes what was said of a new component by where its files come from.
 * @throws Invalid; Forbidden when the component to copy may not be edited
 */
export async function beginComponent(
  actor: Actor,
  given: Partial<NewComponent> & Pick<NewComponent, "name" | "slug">,
  origin: Origin,
): Promise<Beginning> {
  if (origin.component !== undefined) return fromComponent(actor, given, origin, origin.component);
  if (origin.settings !== undefined) return withSettingsOf(actor, given, origin.settings);
  if (origin.archive && origin.document) throw Invalid.field("docfile", refusal("sendArchiveDocument"));
  if (origin.files)
    return { input: complete({ ...given, ...LOCAL }, ["filemask", "fileFormat"]), files: [...origin.files] };
  if (origin.archive) return fromArchive(given, origin.archive);
  if (origin.document) return fromDocument(given, origin.document);
  const input = complete(given, ["repo", "filemask", "fileFormat"]);
  return { input, files: findDriver(input.vcs ?? "git")?.hasRemote === false ? emptyBase(input) : undefined };
}

/** @throws Invalid for what is missing */
function complete(
  given: Partial<NewComponent>,
  required: readonly ("repo" | "filemask" | "fileFormat")[],
): NewComponent {
  const missing = required.filter((field) => !given[field]);
  if (missing.length > 0)
    throw new Invalid(
      missing.map(
        (field): FieldError => ({
          path: field,
          code: given[field] === undefined ? "required" : "blank",
          ...worded(given[field] === undefined ? refusal("fieldRequired") : refusal("fieldMayNot")),
        }),
      ),
    );
  return given as NewComponent;
}

/** An own repository that nothing is pushed from. */
const LOCAL = { repo: "local:", vcs: "local", branch: "main", push: "", pushBranch: "" } as const;

async function fromArchive(given: Partial<NewComponent>, bytes: Uint8Array): Promise<Beginning> {
  const input = complete({ ...given, ...LOCAL }, ["filemask", "fileFormat"]);
  return { input, files: await filesOfArchive(bytes) };
}

/** The files of a ZIP archive. @throws Invalid on `zipfile` */
export async function filesOfArchive(bytes: Uint8Array): Promise<InitialFile[]> {
  const wanted: ArchiveRequest = { bytes, limits: LIMITS };
  const { value, bytes: contents } = await inReader<ArchiveRead>("zipfile", "archive", wanted);
  if (value.refusal !== undefined) throw Invalid.field("zipfile", value.refusal);
  const files = value.paths.map((path, at): InitialFile => ({ path, content: contents[at] as Uint8Array }));
  if (files.length === 0) throw Invalid.field("zipfile", refusal("archiveContainsNo"));
  return files;
}

async function fromDocument(
  given: Partial<NewComponent>,
  document: { name: string; bytes: Uint8Array },
): Promise<Beginning> {
  if (REFUSED.test(document.name))
    throw Invalid.field("docfile", refusal("notSupportedTranslation", { document: document.name.slice(0, 100) }));
  const { fileFormat } = complete({ ...given, ...LOCAL }, ["fileFormat"]);
  const several = catalogueFormat(fileFormat);
  const catalogue = several && (await fromCatalogue(given, several, document));
  if (catalogue) return catalogue;
  const format = findFormat(fileFormat);
  const ending = /\.[A-Za-z0-9]{1,20}$/.exec(document.name)?.[0] ?? `.${format?.extension ?? "txt"}`;
  const filemask = given.filemask || `${given.slug}/*${ending}`;
  const style = given.languageCodeStyle || format?.codeStyle || "posix";
  const code = formatLanguageCode(given.sourceLanguage ?? "en", isLanguageCodeStyle(style) ? style : "posix");
  const path = maskToPath(filemask, code);
  const template = format?.kind === "bilingual" ? "" : path;
  return {
    input: { ...(given as NewComponent), ...LOCAL, filemask, template, newBase: path },
    files: [{ path, content: document.bytes }],
  };
}

/**
 * A document that says itself which languages it holds. Undefined for one whose language its name is to tell, as it is
 * without a mask where files hold both languages.
 */
async function fromCatalogue(
  given: Partial<NewComponent>,
  format: CatalogueFormat,
  document: { name: string; bytes: Uint8Array },
): Promise<Beginning | undefined> {
  const { slug = "", sourceLanguage = "en" } = given;
  const name = document.name.replace(/[^\w.+-]/g, "_").slice(-100) || "strings";
  const file = name.endsWith(`.${format.extension}`) ? name : `${name}.${format.extension}`;
  const filemask = given.filemask || `${slug}/${file}/*`;
  const path = namedCatalogueOf({ fileFormat: format.id, filemask });
  if (path === undefined) return undefined;
  const { value } = await inReader<PartRead>("docfile", "languages", { format: format.id, bytes: document.bytes });
  if (value.refusal) {
    const { line, column } = value.refusal;
    const message = sentenceOf(value.refusal);
    throw Invalid.field("docfile", refusal("fileNotRead", { format: format.name, message, line, column }));
  }
  const codes = value.codes ?? [];
  const [first] = codes;
  const keyed = format.kind !== "bilingual";
  if (!given.filemask && !keyed) return undefined;
  if (first === undefined) throw Invalid.field("docfile", refusal("fileNotDeclare"));
  const primary = (code: string) => code.toLowerCase().split(/[-_]/)[0];
  if (keyed && primary(first) !== primary(sourceLanguage))
    throw Invalid.field("docfile", refusal("sourceLanguageFile", { first, sourceLanguage }));
  return {
    input: { ...(given as NewComponent), ...LOCAL, filemask, template: keyed ? `${path}/${first}` : "", newBase: "" },
    files: [{ path, content: document.bytes }],
  };
}

/** An empty repository, with the base file where the format can start from nothing. */
function emptyBase(input: NewComponent): InitialFile[] {
  const format = findFormatWith(input.fileFormat, input.fileFormatParams ?? {});
  // The folder of a language is there as soon as a text is in it.
  if (!input.template || !format || format.folder) return [];
  const text = format.create(
    undefined,
    formatOptions({
      languageCode: input.sourceLanguage ?? "en",
      isTemplate: true,
      params: input.fileFormatParams ?? {},
    }),
  );
  if (text === undefined) return [];
  const path = repositoryPath(input, input.template);
  const code = path === input.template ? undefined : input.template.slice(path.length + 1);
  const whole = code === undefined ? text : (format.catalogue?.join(undefined, code, text) ?? text);
  return [{ path, content: format.encode(whole) }];
}

async function fromComponent(
  actor: Actor,
  given: Partial<NewComponent> & Pick<NewComponent, "name" | "slug">,
  origin: Origin,
  reference: string,
): Promise<Beginning> {
  const clash = [...PLACE, ...FILES].find((field) => given[field] !== undefined && given[field] !== "");
  if (clash) throw Invalid.field(clash, refusal("omitFieldCopied"));
  if (origin.archive || origin.document)
    throw Invalid.field(origin.archive ? "zipfile" : "docfile", refusal("omitFieldFiles"));
  const source = await findSource(actor, reference);
  const files: InitialFile[] = [];
  for await (const { path, content } of componentFiles(source)) files.push({ path, content: await whole(content) });
  return {
    input: { ...settingsOf(source), ...defined(given), ...LOCAL } as NewComponent,
    files,
    follows: source.inherited,
  };
}

/** The settings of another component for other files; those of its repository only where it is not the same one. */
async function withSettingsOf(
  actor: Actor,
  given: Partial<NewComponent> & Pick<NewComponent, "name" | "slug">,
  id: number,
): Promise<Beginning> {
  const source = await findSource(actor, String(id));
  const own = settingsOf(source);
  const isSame = (name: "template" | "fileFormat") => (given[name] ?? source[name]) === source[name];
  if (!isSame("template")) own.intermediate = "";
  if (!isSame("fileFormat")) own.fileFormatParams = {};
  const { mergeStyle, pushOnCommit, commitPendingAge, autoLockError, autoMerge } = source.repository;
  const ofRepository = given.repo?.startsWith(INTERNAL)
    ? {}
    : { mergeStyle, pushOnCommit, commitPendingAge, autoLockError, autoMerge };
  const input = complete({ ...own, ...ofRepository, ...defined(given) }, ["repo", "filemask", "fileFormat"]);
  return { input, files: undefined, follows: source.inherited };
}

/** Begins the address of a component whose repository is shared. */
export const INTERNAL = "internal://";

async function whole(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content;
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function findSource(actor: Actor, reference: string): Promise<ComponentRow> {
  const found = (await componentsNamed(actor, [reference])).get(reference);
  if (!found) throw noComponent(reference);
  if (denial(actor, "component.edit", scopeOf(found))) throw Invalid.field("fromComponent", refusal("mayNotCopy"));
  return found;
}

/** What is said of a component that is not there, or that the actor may not know of. */
export const noComponent = (reference: string): Invalid =>
  Invalid.field("fromComponent", refusal("noComponent", { componentId: reference.slice(0, 200) }), "does_not_exist");

/** Settings that a copy shares with its original. */
function settingsOf(component: ComponentRow): Partial<NewComponent> {
  const { filemask, template, editTemplate, intermediate, newBase, fileFormat, fileFormatParams } = component;
  const { screenshotFilemask, license, agreement, newLang, languageCodeStyle, checkFlags, priority } = component;
  const { enforcedChecks, restricted, repoweb, reportSourceBugs, allowPropagation, manageUnits } = component;
  const { commitMessage, addMessage, deleteMessage, mergeMessage, addonMessage, pullMessage } = component;
  const { enableSuggestions, suggestionVoting, suggestionAutoaccept, languageRegex, keyFilter } = component;
  const { variantRegex, secondaryLanguageId, isGlossary, glossaryColor, clashRule } = component;
  return {
    ...{ filemask, template, editTemplate, intermediate, newBase, fileFormat, fileFormatParams },
    ...{ screenshotFilemask, license, agreement, newLang, languageCodeStyle, checkFlags, priority },
    ...{ enforcedChecks, restricted, repoweb, reportSourceBugs, allowPropagation, manageUnits },
    ...{ commitMessage, addMessage, deleteMessage, mergeMessage, addonMessage, pullMessage },
    ...{ enableSuggestions, suggestionVoting, suggestionAutoaccept, languageRegex, keyFilter },
    ...{ variantRegex, secondaryLanguageId, isGlossary, glossaryColor, clashRule },
    sourceLanguage: component.sourceLanguage.code,
  };
}

function defined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}
