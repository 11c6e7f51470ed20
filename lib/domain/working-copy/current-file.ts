import { languages, pendingChanges, translations, wholeFiles } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asFlag } from "@/lib/platform/expressions";
import { catalogueFormat, catalogueOf, repositoryPath } from "@/lib/text/formats/catalogue";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { type ComponentRow, scopeOf } from "../components/components";
import { Failed, NotFound, sentenceOf } from "../errors";
import { syncContext } from "../files/context";
import { PENDING_EDIT } from "../files/pending-edits";
import { formatOf } from "../files/strings";
import type { FileWriteRequest, FileWritten } from "../files/write-jobs";
import { loadTranslations } from "../sync/ensure-translations";
import { readSnapshot, streamSnapshot } from "../sync/snapshots";
import { inReader } from "../uploaded-files";
import { catalogueIn, catalogueWork } from "./catalogues";
import { documentTexts } from "./document-texts";
import { ownFiles } from "./folders";
import { wholeFile } from "./whole-files";
import { withWorkingCopy } from "./working-copy";

const [p, w, t, l] = [pendingChanges.as("p"), wholeFiles.as("w"), translations.as("t"), languages.as("l")];

/**
 * Files as they stand now: what upstream has with every edit of ours in it, made without a commit. A folder that passes
 * as a file is a container here, and in archives its texts; languages of a catalogue are files here, and in archives one.
 */

export interface CurrentFile {
  path: string;
  content: Uint8Array;
}

/** A file on its way into an archive: whole, or in pieces. */
export interface PassingFile {
  path: string;
  content: Uint8Array | AsyncIterable<Uint8Array>;
}

/**
 * The file of a translation with all edits that upstream lacks.
 * @throws NotFound when it has no file; Failed when it cannot be written
 */
export async function currentFile(component: ComponentRow, translationId: number): Promise<CurrentFile> {
  const rows = await loadTranslations(db, component.id);
  const translation = rows.find((row) => row.id === translationId);
  const source = rows.find((row) => row.isSource);
  if (!translation?.filename || !source) throw new NotFound(refusal("translationNoFile"));
  const context = syncContext(component, source.id, false);
  const stored =
    (await wholeFile(component.repositoryId, translation.filename)) ?? (await readSnapshot(db, translation.id));
  const edits = await db.rows(sql`
    select ${PENDING_EDIT} from ${p} where ${p.translationId} = ${translation.id} order by ${p.id}`);
  if (stored && edits.length === 0) return { path: translation.filename, content: stored };
  const base = component.template ? await readSnapshot(db, source.id) : await newTemplate(component);
  const { fileFormat, fileFormatParams, template, newBase } = component;
  const { monolingual, severalValues } = context;
  const { filename, languageCode, isSource, plural } = translation;
  const wanted: FileWriteRequest = {
    context: { component: { fileFormat, fileFormatParams, template, newBase }, monolingual, severalValues },
    translation: {
      filename,
      languageCode,
      isSource,
      plural: { number: plural.number, formula: plural.formula, categories: plural.categories },
    },
    content: stored,
    base,
    stored: await documentTexts(component, translation.id),
    steps: edits.length > 0 ? [{ edits, header: {} }] : [],
  };
  const {
    value: { refusal: reason },
    bytes: [content],
  } = await inReader<FileWritten>("file", "file", wanted);
  if (!content) throw new Failed(refusal("notWritten", { filename, reason: reason ? sentenceOf(reason) : "" }));
  return { path: filename, content };
}

/** The template for new languages as the repository has it; undefined without one. */
async function newTemplate(component: ComponentRow): Promise<Uint8Array | undefined> {
  const path = component.newBase;
  if (!path) return undefined;
  const uploaded = await wholeFile(component.repositoryId, path);
  if (uploaded) return uploaded;
  return withWorkingCopy(component.repositoryId, async ({ copy }) => {
    const found = (await copy.tree("HEAD")).find((file) => file.path === path);
    return found && copy.read(found.blob, path);
  });
}

/** The base file of a monolingual component, undefined without one. Needs `translation.download`. */
export async function baseFile(actor: Actor, component: ComponentRow): Promise<CurrentFile | undefined> {
  demand(actor, "translation.download", scopeOf(component));
  if (!component.template) return undefined;
  const source = await db.one(
    sql`select ${pick(t, "id")} from ${t} where ${t.componentId} = ${component.id} and ${t.isSource}`,
  );
  if (!source) return undefined;
  const { content } = await currentFile(component, source.id);
  return { path: repositoryPath(component, component.template), content };
}

/** The template for new languages, undefined without one. Needs `translation.download`. */
export async function templateFile(actor: Actor, component: ComponentRow): Promise<CurrentFile | undefined> {
  demand(actor, "translation.download", scopeOf(component));
  const content = await newTemplate(component);
  return content && { path: repositoryPath(component, component.newBase), content };
}

/**
 * The catalogue that holds the languages of a component, with every edit of ours in it; undefined for a component that
 * has none. @throws Failed
 */
async function currentCatalogue(
  component: ComponentRow,
  rows: readonly { id: number; filename: string; edited: boolean }[],
): Promise<CurrentFile | undefined> {
  const format = catalogueFormat(component.fileFormat);
  if (!format || catalogueOf(component) === undefined) return undefined;
  const found = await withWorkingCopy(component.repositoryId, async ({ copy }) => {
    const file = catalogueIn(await copy.tree("HEAD"), component);
    return file && { path: file.path, content: await copy.read(file.blob, file.path) };
  });
  if (!found) return undefined;
  const below = rows.filter((row) => row.edited && row.filename.startsWith(`${found.path}/`));
  if (below.length === 0) return found;
  const parts: { code: string; content: Uint8Array }[] = [];
  for (const row of below) {
    const { path, content } = await currentFile(component, row.id);
    parts.push({ code: path.slice(found.path.length + 1), content });
  }
  try {
    const work = catalogueWork((job, input) => inReader("file", job, input));
    const { content } = await work.join(format, { before: found.content, parts, look: [] });
    return { path: found.path, content: content ?? found.content };
  } catch (error) {
    if (error instanceof FormatError || error instanceof EditRefused)
      throw new Failed(refusal("notWritten", { filename: found.path, reason: sentenceOf(error) }), { cause: error });
    throw error;
  }
}

/** All files of a component, one at a time: translations, base file and template for new languages, each once. */
export async function* componentFiles(component: ComponentRow, languageCode?: string): AsyncGenerator<PassingFile> {
  const rows = await db.rows(sql`
    select ${pick(t, "id", "filename", "isSource")}, ${pick(l, "code")}, ${named({
      edited: asFlag(sql`exists (select from ${p} where ${p.translationId} = ${t.id})
        or exists (select from ${w} where ${w.repositoryId} = ${component.repositoryId} and ${w.path} = ${t.filename})`),
    })}
      from ${t} join ${l} on ${l.id} = ${t.languageId}
    where ${t.componentId} = ${component.id} and ${t.filename} <> '' order by ${t.filename}`);
  const catalogue = await currentCatalogue(component, rows);
  if (catalogue) yield catalogue;
  const seen = new Set<string>(
    catalogue && rows.map((row) => row.filename).filter((path) => path.startsWith(`${catalogue.path}/`)),
  );
  const format = formatOf(component);
  for (const row of rows) {
    if (seen.has(row.filename) || (languageCode !== undefined && row.code !== languageCode && !row.isSource)) continue;
    seen.add(row.filename);
    const stored = row.edited || format.folder ? undefined : await streamSnapshot(row.id);
    if (stored) yield { path: row.filename, content: stored };
    else yield* ownFiles(format, row.filename, (await currentFile(component, row.id)).content);
  }
  const inside = catalogue && component.newBase.startsWith(`${catalogue.path}/`);
  if (component.newBase && !inside && !seen.has(component.newBase)) {
    const content = await newTemplate(component);
    if (content) yield* ownFiles(format, component.newBase, content);
  }
}
