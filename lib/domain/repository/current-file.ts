import { db, sql } from "@/lib/platform/database";
import { EditRefused, FormatError } from "@/lib/text/formats/format";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { type ComponentRow, placeOf } from "../components/components";
import { Failed, NotFound } from "../errors";
import { syncContext } from "../sync/context";
import { loadTranslations } from "../sync/ensure-translations";
import { readSnapshot, streamSnapshot } from "../sync/snapshots";
import { formatOf } from "../sync/strings";
import { ownFiles } from "./folders";
import { wholeFile } from "./whole-files";
import { withWorkingCopy } from "./working-copy";
import { documentTexts, FileWriter, type PendingEdit } from "./write-file";

/**
 * Files as they stand now: what upstream has with every edit of ours in it, made without a commit. A folder that passes
 * as a file is a container here, and in archives its texts.
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
  if (!translation?.filename || !source)
    throw new NotFound("This translation has no file: its strings stand in the program's code.");
  const context = syncContext(component, source.id, false);
  const stored =
    (await wholeFile(component.repositoryId, translation.filename)) ?? (await readSnapshot(db, translation.id));
  const edits = await db.rows<PendingEdit>(sql`
    select id, kind, id_hash::text as id_hash, context, sources, targets, state from pending_changes where translation_id = ${translation.id} order by id`);
  if (stored && edits.length === 0) return { path: translation.filename, content: stored };
  const base = component.template
    ? await readSnapshot(db, source.id)
    : stored
      ? undefined
      : await newTemplate(component);
  try {
    const writer = new FileWriter(context, translation, stored, base, await documentTexts(component, translation.id));
    if (edits.length > 0) writer.apply(edits, {});
    return { path: translation.filename, content: writer.bytes() };
  } catch (error) {
    if (error instanceof FormatError || error instanceof EditRefused)
      throw new Failed(`${translation.filename} cannot be written: ${error.message}`, { cause: error });
    throw error;
  }
}

/** The template for new languages as the repository has it; undefined without one. */
async function newTemplate(component: ComponentRow): Promise<Uint8Array | undefined> {
  const path = component.newBase;
  if (!path) return undefined;
  const uploaded = await wholeFile(component.repositoryId, path);
  if (uploaded) return uploaded;
  return withWorkingCopy(component.repositoryId, async ({ copy }) => {
    const found = (await copy.tree("HEAD")).find((file) => file.path === path);
    return found && copy.read(found.blob);
  });
}

/** The base file of a monolingual component, undefined without one. Needs `translation.download`. */
export async function baseFile(actor: Actor, component: ComponentRow): Promise<CurrentFile | undefined> {
  demand(actor, "translation.download", placeOf(component));
  if (!component.template) return undefined;
  const source = await db.one<{ id: number }>(
    sql`select id from translations where component_id = ${component.id} and is_source`,
  );
  return source && currentFile(component, source.id);
}

/** The template for new languages, undefined without one. Needs `translation.download`. */
export async function templateFile(actor: Actor, component: ComponentRow): Promise<CurrentFile | undefined> {
  demand(actor, "translation.download", placeOf(component));
  const content = await newTemplate(component);
  return content && { path: component.newBase, content };
}

/** All files of a component, one at a time: translations, base file and template for new languages, each once. */
export async function* componentFiles(component: ComponentRow, languageCode?: string): AsyncGenerator<PassingFile> {
  const rows = await db.rows<{ id: number; filename: string; code: string; isSource: boolean; edited: boolean }>(sql`
    select t.id, t.filename, l.code, t.is_source, exists (select from pending_changes p where p.translation_id = t.id)
        or exists (select from whole_files w where w.repository_id = ${component.repositoryId} and w.path = t.filename) as edited
      from translations t join languages l on l.id = t.language_id
    where t.component_id = ${component.id} and t.filename <> '' order by t.filename`);
  const seen = new Set<string>();
  const format = formatOf(component);
  for (const row of rows) {
    if (seen.has(row.filename) || (languageCode !== undefined && row.code !== languageCode && !row.isSource)) continue;
    seen.add(row.filename);
    const stored = row.edited || format.folder ? undefined : await streamSnapshot(row.id);
    if (stored) yield { path: row.filename, content: stored };
    else yield* ownFiles(format, row.filename, (await currentFile(component, row.id)).content);
  }
  if (component.newBase && !seen.has(component.newBase)) {
    const content = await newTemplate(component);
    if (content) yield* ownFiles(format, component.newBase, content);
  }
}
