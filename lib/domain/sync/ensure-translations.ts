import { changes, fileSnapshots, pendingChanges, sourceUnits, translations, units } from "@/lib/generated/tables";
import { columnsOf, eachRow, named, names, pick, row, unnest } from "@/lib/platform/columns";
import { inTransaction, literal, sql, type Tx } from "@/lib/platform/database";
import { asText, noneOf } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { clearAlert, raiseAlert } from "../components/alerts";
import type { ComponentRow } from "../components/components";
import { applyCounterChanges } from "../counters/counters";
import { SYNC_TRANSLATION, SYNC_TRANSLATION_FROM, type SyncTranslation } from "../files/context";
import { isMonolingual } from "../files/strings";
import { resolveLanguages } from "../languages/languages";
import { flagsOfNew } from "../projects/language-workflow";
import { settleLanguageRequests } from "../translations/language-requests";
import { removeTranslation } from "../translations/remove-translation";
import { followRenamedLanguages } from "./internal/renamed-languages";
import { alertSkippedFiles, newLanguageAllowance } from "./internal/skipped-languages";
import type { MatchedFile, MatchedFiles } from "./match-files";
import { withZeroForms } from "./zero-forms";

const c = changes.as("c");
const [t, f] = [translations.as("t"), fileSnapshots.as("f")];
const [u, s, p] = [units.as("u"), sourceUnits.as("s"), pendingChanges.as("p")];

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
  return tx.rows(
    sql`select ${SYNC_TRANSLATION} ${SYNC_TRANSLATION_FROM} where ${t.componentId} = ${componentId} order by ${t.id}`,
  );
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
  const made = await tx.one(sql`
    insert into ${t} ${row(t, {
      componentId: component.id,
      languageId: input.languageId,
      pluralId: input.pluralId,
      languageCode: input.languageCode,
      filename: input.filename,
      isSource: input.isSource,
      fileWanted: input.fileWanted ?? false,
      checkFlags: flagsOfNew(sql`${input.languageId}::int`, component.id),
    })}
    on conflict (${names(t, "componentId", "languageId")}) do nothing returning ${pick(t, "id")}`);
  if (made) {
    await applyCounterChanges(tx, [
      { translationId: made.id, numbers: { translations: 1 }, lastChange: new Date(), lastAuthorId: input.authorId },
    ]);
    return made.id;
  }
  const found = await tx.one(
    sql`select ${pick(t, "id")} from ${t} where ${t.componentId} = ${component.id} and ${t.languageId} = ${input.languageId}`,
  );
  return found?.id ?? 0;
}

/** Who made a component, and so stands for what its repository brings; null for the installation itself. */
async function creatorOf(tx: Tx, componentId: number): Promise<number | null> {
  const made = await tx.one(sql`
    select ${pick(c, "userId")} from ${c} where ${c.componentId} = ${componentId} and ${c.action} = ${ACTION.COMPONENT_CREATED} order by ${c.id} limit 1`);
  return made?.userId ?? null;
}

/**
 * Makes rows for languages whose files are there, the source language first. Two files for one language raise an alert, and files that can get no language.
 * @param left files that upstream removed before they were seen there
 */
export async function ensureTranslations(
  component: ComponentRow,
  matched: MatchedFiles,
  left: ReadonlySet<string> = new Set(),
): Promise<EnsuredTranslations> {
  return inTransaction(async (tx) => {
    let before = await loadTranslations(tx, component.id);
    const { found, refused } = await resolveLanguages(
      tx,
      matched.translations.map((file) => file.code),
      component.project.languageAliases,
      new Map(before.map((row) => [row.languageCode, row.languageId])),
      newLanguageAllowance(before),
    );
    await alertSkippedFiles(tx, component, matched.translations, refused);
    if (await followRenamedLanguages(tx, component, before, matched.translations, found))
      before = await loadTranslations(tx, component.id);
    const monolingual = isMonolingual(component);
    const files = inOrderOfUse(matched.translations, component.preferredFiles, before);
    const sourceFile = monolingual
      ? undefined
      : files.find((file) => found.get(file.code)?.languageId === component.sourceLanguageId);
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
    for (const file of files) {
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
    await settleLanguageRequests(tx, component.id);
    if (duplicates.length > 0)
      await raiseAlert(tx, component, "DuplicateLanguage", { duplicates: duplicates.slice(0, 100) });
    else await clearAlert(tx, component.id, ["DuplicateLanguage"]);
    return sortOut(await loadTranslations(tx, component.id), fileOf, await wantedFiles(tx, component.id, left));
  });
}

/** Files as they claim their languages: those that somebody chose, those that are in use, and the others by their paths. */
function inOrderOfUse(
  files: readonly MatchedFile[],
  preferred: readonly string[],
  present: readonly Pick<SyncTranslation, "filename">[],
): MatchedFile[] {
  const [first, second] = [new Set(preferred), new Set(present.map(({ filename }) => filename))];
  const rank = ({ path }: MatchedFile) => (first.has(path) ? 0 : second.has(path) ? 1 : 2);
  return [...files].sort((a, b) => rank(a) - rank(b));
}

/** Makes the rows of several languages with one statement; those that exist stay. Gives the file of each row. */
async function insertTranslations(
  tx: Tx,
  component: Pick<ComponentRow, "id">,
  chosen: readonly { languageId: number; pluralId: number; file: MatchedFile }[],
  lastAuthorId: number | null,
): Promise<Map<number, MatchedFile>> {
  const n = unnest(
    "n",
    columnsOf(t, "languageId", "pluralId", "languageCode", "filename"),
    chosen.map(({ languageId, pluralId, file }) => ({
      ...{ languageId, pluralId, languageCode: file.code, filename: file.path },
    })),
  );
  const made = await tx.rows(sql`
    insert into ${t} ${eachRow(t, {
      componentId: component.id,
      ...columnsOf(n, "languageId", "pluralId", "languageCode", "filename"),
      checkFlags: flagsOfNew(n.languageId, component.id),
    })}
    from ${n}
    on conflict (${names(t, "componentId", "languageId")}) do nothing returning ${pick(t, "id")}`);
  await applyCounterChanges(
    tx,
    made.map(({ id }) => ({ translationId: id, numbers: { translations: 1 }, lastChange: new Date(), lastAuthorId })),
  );
  const rows = await tx.rows(sql`
    select ${pick(t, "id", "languageId")} from ${t} where ${t.componentId} = ${component.id} and not ${t.isSource}`);
  const fileOfLanguage = new Map(chosen.map((row) => [row.languageId, row.file]));
  return new Map(
    rows.flatMap((row) => {
      const file = fileOfLanguage.get(row.languageId);
      return file ? [[row.id, file] as const] : [];
    }),
  );
}

async function wantedFiles(tx: Tx, componentId: number, left: ReadonlySet<string>): Promise<Set<number>> {
  const rows = await tx.rows(sql`
    select ${pick(t, "id")} from ${t} where ${t.componentId} = ${componentId} and (${t.fileWanted}
      or (not exists (select from ${f} where ${f.translationId} = ${t.id}) and ${noneOf(t.filename, [...left])}))`);
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

/**
 * Removes a language whose file upstream removed. The history tells of each text that upstream never had; all texts are kept
 * as an operation.
 */
export async function removeTranslationRows(component: ComponentRow, translation: SyncTranslation): Promise<void> {
  await inTransaction(async (tx) => {
    const place = {
      cause: "repository" as const,
      projectId: component.projectId,
      componentId: component.id,
      languageId: translation.languageId,
    };
    // Nobody saves a string of a language that is about to go.
    await tx.run(sql`select 1 from ${u} where ${u.translationId} = ${translation.id} order by ${u.id} for update`);
    const unpushed = await tx.rows(sql`
      select ${named({ target: asText(sql`joined_forms(${u.targets})`), source: asText(sql`joined_forms(${s.sources})`) })}, ${pick(u, "id", "state")}
      from ${u} join ${s} on ${s.id} = ${u.sourceId}
      where ${u.translationId} = ${translation.id} and ${u.state} <> ${literal(STATE.EMPTY)}
        and exists (select from ${p} where ${p.translationId} = ${u.translationId} and ${p.idHash} = ${s.idHash})
      order by ${u.position}, ${u.id}`);
    const operationId = await removeTranslation(tx, SERVICE, translation);
    await record(tx, SERVICE, [
      ...unpushed.map(({ id, target, source, state }) => ({
        ...place,
        action: ACTION.STRING_REMOVED,
        translationId: translation.id,
        unitId: id,
        old: target,
        details: { old_state: state, source, reason: "language-removed" },
      })),
      {
        ...place,
        operationId,
        action: ACTION.TRANSLATION_REMOVED,
        details: { filename: translation.filename, unpushed: unpushed.length },
      },
    ]);
  });
}
