import { languages, pendingChanges, translations } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, literal, type Sql, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { TreeFile } from "@/lib/platform/vcs/vcs";
import { STATE } from "@/lib/text/codes";
import { repositoryPath } from "@/lib/text/formats/catalogue";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { plainWords } from "@/lib/text/messages/worded";
import { raiseAlert, unreadFiles } from "../components/alerts";
import { type ComponentRow, componentsOfRepository } from "../components/components";
import {
  SYNC_TRANSLATION,
  SYNC_TRANSLATION_FROM,
  type SyncContext,
  type SyncTranslation,
  syncContext,
} from "../files/context";
import { type OpenFile, openFile } from "../files/open-file";
import { returningFile } from "../sync/snapshots";
import { catalogueIn, VIEWED_FORMATS } from "../working-copy/catalogues";
import { documentTexts } from "../working-copy/document-texts";
import { commitWholeFiles } from "../working-copy/whole-files";
import { type Checkout, COMMITTER } from "../working-copy/working-copy";
import { commitMessage } from "./commit-message";
import { CommitAddons } from "./internal/commit-addons";
import {
  type CommitReport,
  Drafts,
  PENDING_ROW,
  type PendingRow,
  type Round,
  type WaitingTranslation,
} from "./internal/commit-drafts";

const [p, t, l] = [pendingChanges.as("p"), translations.as("t"), languages.as("l")];

/** Pending changes into commits: one for each author in each file, as far as the order of the edits allows. */

export type { CommitProblem, CommitReport } from "./internal/commit-drafts";

/** How many rows one file is given at once; the rest comes in the next round of the same call. */
const ROUND = 20_000;

/** Writes everything that waits into the files and commits it, author by author. Running it again commits nothing twice. */
export async function commitPending(checkout: Checkout): Promise<CommitReport> {
  const report: CommitReport = { commits: 0, strings: 0, problems: [], clashes: [] };
  const components = await componentsOfRepository(checkout.repository.id);
  const addons = await CommitAddons.open(checkout.repository.id);
  for (const component of components) {
    report.commits += await commitWholeFiles(
      checkout,
      component,
      (path, author) => uploadMessage(component, path, author),
      (path, error) => tellRefused(component, path, error, report),
    );
    const translations = await waitingTranslations(component);
    if (translations.length === 0) continue;
    const source = await db.one(
      sql`select ${pick(t, "id")} from ${t} where ${t.componentId} = ${component.id} and ${t.isSource}`,
    );
    const context = syncContext(component, source?.id ?? 0, false);
    await commitFiles(checkout, context, translations, { report, addons });
  }
  return report;
}

/**
 * Commits file after file. Where one cannot change another, edits are written into the next file while git takes the
 * commits of this one, which halves the time that many languages take.
 */
async function commitFiles(
  checkout: Checkout,
  context: SyncContext,
  translations: readonly WaitingTranslation[],
  round: Round,
): Promise<void> {
  const { component } = context;
  const apart = !VIEWED_FORMATS.includes(component.fileFormat) && !(await round.addons.changeFiles(component));
  let ahead: Promise<FileRound | undefined> | undefined;
  try {
    for (const [index, translation] of translations.entries()) {
      checkout.assertLocked();
      const begun = await (ahead ?? beginRound(checkout, context, translation, round));
      const next = translations[index + 1];
      // The source's file is what others are made by.
      ahead = next && apart && !translation.isSource ? beginRound(checkout, context, next, round) : undefined;
      ahead?.catch(() => undefined);
      if (begun) await commitTranslation(checkout, context, translation, round, begun);
    }
  } finally {
    await ahead?.catch(() => undefined);
  }
}

/** The message of a commit that carries an uploaded file: the translation's own where it is one. */
async function uploadMessage(component: ComponentRow, path: string, author: string): Promise<string> {
  const [translation] = await translationsWhere(component, sql`${t.filename} = ${path}`);
  if (!translation) return `Update ${path} in ${component.name}`;
  return commitMessage(component, "commitMessage", { translation, languageName: translation.languageName, author });
}

async function waitingTranslations(component: ComponentRow): Promise<WaitingTranslation[]> {
  return translationsWhere(
    component,
    sql`${t.filename} <> '' and exists (select from ${p} where ${p.translationId} = ${t.id} and ${p.commit} is null)`,
  );
}

async function translationsWhere(component: ComponentRow, condition: Sql): Promise<WaitingTranslation[]> {
  return db.rows(sql`
    select ${SYNC_TRANSLATION}, ${named({ languageName: l.name })} ${SYNC_TRANSLATION_FROM}
    where ${t.componentId} = ${component.id} and ${condition} order by ${t.id}`);
}

async function waitingRows(
  { upTo }: Checkout,
  context: SyncContext,
  translation: SyncTranslation,
  after: number,
): Promise<PendingRow[]> {
  const { commitPolicy } = context.component.project;
  // Where nobody reviews, nothing would ever be approved.
  const policy = translation.reviewsOff ? Math.min(commitPolicy, STATE.TRANSLATED) : commitPolicy;
  // What the operation itself lets wait, it commits.
  const planned = upTo === undefined ? sql`true` : sql`(${p.id} <= ${upTo} or ${p.authorEmail} = ${COMMITTER.email})`;
  return db.rows(sql`
    select ${PENDING_ROW} from ${p} where ${p.translationId} = ${translation.id} and ${p.commit} is null and ${p.id} > ${after} and ${planned}
      and (${p.state} >= ${policy} or ${p.state} = ${literal(STATE.EMPTY)}) order by ${p.id} limit ${ROUND}`);
}

/** Edits of one file that are committed together. */
interface FileRound {
  rows: PendingRow[];
  /** Why the file cannot be opened, or the edits on their way into it. */
  opened: FormatError | EditRefused | { writer: OpenFile; drafts: Drafts };
}

/** Begins to write the edits that wait behind those of the round before; undefined when there are none. */
async function beginRound(
  checkout: Checkout,
  context: SyncContext,
  translation: WaitingTranslation,
  round: Round,
  before?: { rows: readonly PendingRow[]; writer: OpenFile },
): Promise<FileRound | undefined> {
  const tree = before ? undefined : await checkout.copy.tree("HEAD");
  const rows = await waitingRows(checkout, context, translation, before?.rows.at(-1)?.id ?? 0);
  if (rows.length === 0) return undefined;
  try {
    const writer = before?.writer ?? (await openWriter(checkout, context, translation, tree));
    return { rows, opened: { writer, drafts: new Drafts(checkout, context, translation, round, writer, rows) } };
  } catch (opened) {
    if (!(opened instanceof FormatError) && !(opened instanceof EditRefused)) throw opened;
    return { rows, opened };
  }
}

async function commitTranslation(
  checkout: Checkout,
  context: SyncContext,
  translation: WaitingTranslation,
  round: Round,
  first: FileRound,
): Promise<void> {
  for (let begun: FileRound | undefined = first; begun; ) {
    const { rows, opened } = begun;
    if (!("drafts" in opened)) return holdBack(context, translation, rows, opened, round.report);
    const { left, problem } = await opened.drafts.addAll();
    await opened.drafts.commit();
    if (problem) return holdBack(context, translation, left, problem, round.report);
    if (rows.length < ROUND) return;
    begun = await beginRound(checkout, context, translation, round, { rows, writer: opened.writer });
  }
}

/** A writer over the file as our branch has it. @throws FormatError, EditRefused */
export async function openWriter(
  checkout: Checkout,
  context: SyncContext,
  translation: SyncTranslation,
  tree?: readonly TreeFile[],
): Promise<OpenFile> {
  const files = tree ?? (await checkout.copy.tree("HEAD"));
  const { wrong } = catalogueIn(files, context.component) ?? {};
  if (wrong) throw wrong;
  const read = async (path: string) => {
    const found = path ? files.find((file) => file.path === path) : undefined;
    return found && checkout.copy.read(found.blob, path);
  };
  const base = await read(context.component.template || context.component.newBase);
  const stored = await documentTexts(context.component, translation.id);
  const content = (await read(translation.filename)) ?? (await returningFile(translation.id));
  return openFile(context, translation, { content, base, stored });
}

async function holdBack(
  context: SyncContext,
  translation: SyncTranslation,
  rows: readonly PendingRow[],
  error: FormatError | EditRefused,
  report: CommitReport,
): Promise<void> {
  const ids = rows.map((row) => row.id);
  await inTransaction((tx) =>
    tx.run(sql`update ${p} set ${assigned(p, { error: error.message })} where ${anyOf(p.id, ids)}`),
  );
  await tellRefused(context.component, translation.filename, error, report, rows.length);
}

/** Tells that a file cannot be written now, under the name that it has in the repository. */
async function tellRefused(
  component: ComponentRow,
  path: string,
  error: FormatError | EditRefused,
  report: CommitReport,
  held?: number,
): Promise<void> {
  const filename = repositoryPath(component, path);
  const { line, column } = error instanceof FormatError ? error : { line: 1, column: 1 };
  report.problems.push({ filename, ...plainWords(error) });
  await inTransaction((tx) =>
    raiseAlert(tx, component, "ParseError", {
      ...unreadFiles([{ filename, line, column, ...plainWords(error) }]),
      held,
    }),
  );
}
