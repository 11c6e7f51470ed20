import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { clearAlert, raiseAlert } from "../components/alerts";
import type { ComponentRow } from "../components/components";
import { moveCounters, negate } from "../counters/counters";
import type { SyncTranslation } from "../files/context";
import { isMonolingual } from "../files/strings";
import { resolveLanguages } from "../languages/languages";
import type { MatchedFile, MatchedFiles } from "./match-files";
import { roomForLanguages, tellSkipped } from "./skipped-languages";
import { withZeroForms } from "./zero-forms";

export interface TranslationFile {
  translation: SyncTranslation;
  file: MatchedFile;
}

export interface EnsuredTranslations {
  source: SyncTranslation;
  files: TranslationFile[];
  /** Languages whose file is gone from the repository. */
  vanished: SyncTranslation[];
}

/** Rows of the translations of a component, by id. */
export async function loadTranslations(tx: Pick<Tx, "rows">, componentId: number): Promise<SyncTranslation[]> {
  return tx.rows<SyncTranslation>(sql`
    select t.id, t.language_id, l.code as language_db_code, t.language_code, t.filename, t.is_source, t.check_flags,
      jsonb_build_object('id', q.id, 'source', q.source, 'number', q.number, 'formula', q.formula, 'type', q.type, 'categories', q.categories) as plural
    from translations t join languages l on l.id = t.language_id join plurals q on q.id = t.plural_id
    where t.component_id = ${componentId} order by t.id`);
}

/** Makes a translation row; the one that exists already is given back. */
export async function insertTranslation(
  tx: Tx,
  component: Pick<ComponentRow, "id">,
  input: {
    languageId: number;
    pluralId: number;
    languageCode: string;
    filename: string;
    isSource: boolean;
    fileWanted?: boolean;
    /** Who added the language. */
    authorId: number | null;
  },
): Promise<number> {
  const made = await tx.one<{ id: number }>(sql`
    insert into translations (component_id, language_id, plural_id, language_code, filename, is_source, file_wanted)
    values (${component.id}, ${input.languageId}, ${input.pluralId}, ${input.languageCode}, ${input.filename}, ${input.isSource}, ${input.fileWanted ?? false})
    on conflict (component_id, language_id) do nothing returning id`);
  if (made) {
    await moveCounters(tx, [
      { translationId: made.id, numbers: { translations: 1 }, lastChange: new Date(), lastAuthorId: input.authorId },
    ]);
    return made.id;
  }
  const found = await tx.one<{ id: number }>(
    sql`select id from translations where component_id = ${component.id} and language_id = ${input.languageId}`,
  );
  return found?.id ?? 0;
}

/** Who made a component, and so stands for what its repository brings; null for the installation itself. */
async function creatorOf(tx: Tx, componentId: number): Promise<number | null> {
  const made = await tx.one<{ userId: number | null }>(sql`
    select user_id from changes where component_id = ${componentId} and action = ${ACTION.COMPONENT_CREATED} order by id limit 1`);
  return made?.userId ?? null;
}

/** Makes rows for languages whose files are there, the source language first. Two files for one language raise an alert, and files that can get no language. */
export async function ensureTranslations(component: ComponentRow, matched: MatchedFiles): Promise<EnsuredTranslations> {
  return inTransaction(async (tx) => {
    const before = await loadTranslations(tx, component.id);
    const { found, refused } = await resolveLanguages(
      tx,
      matched.translations.map((file) => file.code),
      component.project.languageAliases,
      new Map(before.map((row) => [row.languageCode, row.languageId])),
      roomForLanguages(before),
    );
    await tellSkipped(tx, component, matched.translations, refused);
    const monolingual = isMonolingual(component);
    const sourceFile = monolingual
      ? undefined
      : matched.translations.find((file) => found.get(file.code)?.languageId === component.sourceLanguageId);
    const authorId = await creatorOf(tx, component.id);
    await insertTranslation(tx, component, {
      authorId,
      languageId: component.sourceLanguageId,
      pluralId: component.sourceLanguage.plural.id,
      languageCode: sourceFile?.code ?? component.sourceLanguage.code,
      filename: monolingual ? component.template : (sourceFile?.path ?? ""),
      isSource: true,
    });
    const taken = new Map<number, string>([
      [component.sourceLanguageId, monolingual ? component.template : (sourceFile?.path ?? "")],
    ]);
    const duplicates: { language: string; files: string[] }[] = [];
    const chosen: { languageId: number; pluralId: number; file: MatchedFile }[] = [];
    for (const file of matched.translations) {
      const language = found.get(file.code);
      if (!language) continue;
      const other = taken.get(language.languageId);
      if (other !== undefined) {
        if (other !== file.path) duplicates.push({ language: language.code, files: [other, file.path] });
        continue;
      }
      taken.set(language.languageId, file.path);
      chosen.push({ languageId: language.languageId, pluralId: language.pluralId, file });
    }
    const fileOf = await insertTranslations(tx, component, await withZeroForms(tx, component, chosen), authorId);
    if (duplicates.length > 0)
      await raiseAlert(tx, component, "DuplicateLanguage", { duplicates: duplicates.slice(0, 100) });
    else await clearAlert(tx, component.id, ["DuplicateLanguage"]);
    return sortOut(await loadTranslations(tx, component.id), fileOf, await wantedFiles(tx, component.id));
  });
}

/** Makes the rows of several languages with one statement; those that exist stay. Gives the file of each row. */
async function insertTranslations(
  tx: Tx,
  component: Pick<ComponentRow, "id">,
  chosen: readonly { languageId: number; pluralId: number; file: MatchedFile }[],
  lastAuthorId: number | null,
): Promise<Map<number, MatchedFile>> {
  const made = await tx.rows<{ id: number }>(sql`
    insert into translations (component_id, language_id, plural_id, language_code, filename)
    select ${component.id}, language_id, plural_id, code, path
    from unnest(${chosen.map((row) => row.languageId)}::int[], ${chosen.map((row) => row.pluralId)}::int[],
      ${chosen.map((row) => row.file.code)}::text[], ${chosen.map((row) => row.file.path)}::text[]) as t(language_id, plural_id, code, path)
    on conflict (component_id, language_id) do nothing returning id`);
  await moveCounters(
    tx,
    made.map(({ id }) => ({ translationId: id, numbers: { translations: 1 }, lastChange: new Date(), lastAuthorId })),
  );
  const rows = await tx.rows<{ id: number; languageId: number }>(sql`
    select id, language_id from translations where component_id = ${component.id} and not is_source`);
  const fileOfLanguage = new Map(chosen.map((row) => [row.languageId, row.file]));
  return new Map(
    rows.flatMap((row) => {
      const file = fileOfLanguage.get(row.languageId);
      return file ? [[row.id, file] as const] : [];
    }),
  );
}

async function wantedFiles(tx: Tx, componentId: number): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(sql`
    select t.id from translations t where t.component_id = ${componentId}
      and (t.file_wanted or not exists (select from file_snapshots f where f.translation_id = t.id))`);
  return new Set(rows.map((row) => row.id));
}

function sortOut(
  rows: SyncTranslation[],
  fileOf: ReadonlyMap<number, MatchedFile>,
  wanted: ReadonlySet<number>,
): EnsuredTranslations {
  const source = rows.find((row) => row.isSource);
  if (!source) throw new Error("The source translation is missing.");
  return {
    source,
    files: rows.flatMap((translation) => {
      const file = fileOf.get(translation.id);
      return file ? [{ translation, file }] : [];
    }),
    vanished: rows.filter((row) => !row.isSource && !fileOf.has(row.id) && !wanted.has(row.id)),
  };
}

/** Removes a language whose file upstream removed. What its strings said stands in the ledger and the snapshot's commit. */
export async function removeTranslationRows(component: ComponentRow, translation: SyncTranslation): Promise<void> {
  await inTransaction(async (tx) => {
    const counters = await tx.one<Record<string, number>>(
      sql`select * from counters where scope = 'translation' and object_id = ${translation.id} for update`,
    );
    if (counters) {
      await moveCounters(tx, [{ translationId: translation.id, numbers: negate(counters) }]);
    }
    await tx.run(sql`delete from translations where id = ${translation.id}`);
    await tx.run(sql`delete from counters where scope = 'translation' and object_id = ${translation.id}`);
    await record(tx, SERVICE, [
      {
        action: ACTION.TRANSLATION_REMOVED,
        cause: "repository",
        projectId: component.projectId,
        componentId: component.id,
        languageId: translation.languageId,
        details: { filename: translation.filename },
      },
    ]);
  });
}
