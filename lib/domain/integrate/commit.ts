import { languages, localCommits, pendingChanges, translations, units } from "@/lib/generated/tables";
import { assigned, combined, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, literal, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { TreeFile } from "@/lib/platform/vcs/vcs";
import { STATE } from "@/lib/text/codes";
import { namedCatalogueOf, repositoryPath } from "@/lib/text/formats/catalogue";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { urls } from "@/lib/urls";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { raiseAlert } from "../components/alerts";
import { addressOf, type ComponentRow, componentsOfRepository } from "../components/components";
import { deferCounterChanges } from "../counters/counters";
import {
  SYNC_TRANSLATION,
  SYNC_TRANSLATION_FROM,
  type SyncContext,
  type SyncTranslation,
  syncContext,
} from "../files/context";
import { type OpenFile, openFile } from "../files/open-file";
import { PENDING_EDIT } from "../files/pending-edits";
import { readFile } from "../files/read-file";
import { formatOf } from "../files/strings";
import { keepUnwritable } from "../sync/unwritable";
import { catalogueIn } from "../working-copy/catalogues";
import { documentTexts } from "../working-copy/document-texts";
import { contentId } from "../working-copy/folders";
import { commitWholeFiles } from "../working-copy/whole-files";
import { type Checkout, COMMITTER } from "../working-copy/working-copy";
import { commitMessage } from "./commit-message";
import { CommitAddons } from "./internal/commit-addons";

const [p, t, l] = [pendingChanges.as("p"), translations.as("t"), languages.as("l")];
const [r, u] = [pendingChanges.as("r"), units.as("u")];

/** Pending changes into commits: one per run of edits of one author in one file. */

const PENDING_ROW = combined(
  PENDING_EDIT,
  pick(p, "translationId", "unitId", "authorName", "authorEmail", "authorId", "createdAt"),
);

type PendingRow = SelectedRow<typeof PENDING_ROW>;

export interface CommitProblem {
  filename: string;
  message: string;
}

export interface CommitReport {
  commits: number;
  strings: number;
  /** What still waits, as its file cannot be written. */
  problems: CommitProblem[];
  /** Texts that their files cannot hold: they have become clashes. */
  clashes: CommitProblem[];
}

/** What all commits of one call share. */
interface Round {
  report: CommitReport;
  addons: CommitAddons;
}

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
    for (const translation of translations) {
      checkout.assertLocked();
      await commitTranslation(checkout, context, translation, { report, addons });
    }
  }
  return report;
}

interface WaitingTranslation extends SyncTranslation {
  languageName: string;
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
  const policy = context.component.project.commitPolicy;
  // What the operation itself lets wait, it commits.
  const planned = upTo === undefined ? sql`true` : sql`(${p.id} <= ${upTo} or ${p.authorEmail} = ${COMMITTER.email})`;
  return db.rows(sql`
    select ${PENDING_ROW} from ${p} where ${p.translationId} = ${translation.id} and ${p.commit} is null and ${p.id} > ${after} and ${planned}
      and (${p.state} >= ${policy} or ${p.state} = ${literal(STATE.EMPTY)}) order by ${p.id} limit ${ROUND}`);
}

/** Runs of rows by one author. */
function groupsOf(rows: readonly PendingRow[]): PendingRow[][] {
  const groups: PendingRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const same = last?.[0] && last[0].authorEmail === row.authorEmail && last[0].authorName === row.authorName;
    if (same) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

async function commitTranslation(
  checkout: Checkout,
  context: SyncContext,
  translation: WaitingTranslation,
  round: Round,
): Promise<void> {
  let writer: OpenFile | undefined;
  let rows: PendingRow[] = [];
  do {
    rows = await waitingRows(checkout, context, translation, rows.at(-1)?.id ?? 0);
    if (rows.length === 0) return;
    try {
      writer ??= await openWriter(checkout, context, translation);
    } catch (error) {
      if (!(error instanceof FormatError) && !(error instanceof EditRefused)) throw error;
      await holdBack(context, translation, rows, error, round.report);
      return;
    }
    const groups = groupsOf(rows);
    for (const [index, group] of groups.entries()) {
      try {
        await commitGroup(checkout, context, translation, writer, group, round);
      } catch (error) {
        if (!(error instanceof FormatError) && !(error instanceof EditRefused)) throw error;
        await holdBack(context, translation, groups.slice(index).flat(), error, round.report);
        return;
      }
    }
  } while (rows.length === ROUND);
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
  return openFile(context, translation, { content: await read(translation.filename), base, stored });
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
  const { message } = error;
  const filename = repositoryPath(component, path);
  const { line, column } = error instanceof FormatError ? error : { line: 1, column: 1 };
  report.problems.push({ filename, message });
  await inTransaction((tx) =>
    raiseAlert(tx, component, "ParseError", { files: [{ filename, line, column, message }], held }),
  );
}

async function commitGroup(
  checkout: Checkout,
  context: SyncContext,
  translation: WaitingTranslation,
  writer: OpenFile,
  group: readonly PendingRow[],
  { report, addons }: Round,
): Promise<void> {
  const [first] = group;
  if (!first) return;
  const { component } = context;
  const author = { name: first.authorName, email: first.authorEmail };
  const written = await writer.apply(group, {
    revisionDate: group.at(-1)?.createdAt,
    lastTranslator: `${author.name} <${author.email}>`,
    languageTeam: component.project.setLanguageTeam ? languageTeam(component, translation) : undefined,
    generator: "Loquat",
    reportBugsTo: component.reportSourceBugs || undefined,
  });
  const refused = new Set(written.refused.map((row) => row.id));
  const strings = new Set(group.flatMap((row) => (refused.has(row.id) ? [row.idHash] : [])));
  // A source text has no other to give way to: it waits until its file can hold it.
  const asClashes = !translation.isSource && refused.size > 0;
  const filename = repositoryPath(component, translation.filename);
  const told = written.refused.map(({ id, reason }) => ({ filename, message: withName(group, id, reason) }));
  (asClashes ? report.clashes : report.problems).push(...told);
  const message = await commitMessage(component, "commitMessage", {
    translation,
    languageName: translation.languageName,
    author: `${author.name} <${author.email}>`,
  });
  const files = await addons.filesFor(component, translation, `${author.name} <${author.email}>`, writer);
  const made = await checkout.copy.commit(files, message, author, COMMITTER);
  const sha = made ?? (await checkout.copy.head());
  const done = group.filter((row) => !strings.has(row.idHash));
  await settleGroup(checkout, context, translation, {
    sha,
    made: made !== null,
    done,
    refused: written.refused,
    absent: written.absent,
    blob: contentId(formatOf(component), writer.bytes()),
    gone: namedCatalogueOf(component) !== undefined && !(await writer.holds(translation.languageCode)),
  });
  if (asClashes) await keepAsClashes(checkout, context, translation, written.refused, writer.bytes());
  report.strings += done.length;
  if (made) report.commits++;
}

/** Why an edit cannot be written, and of which string. */
function withName(group: readonly PendingRow[], id: number, reason: string): string {
  const row = group.find((one) => one.id === id);
  const name = (row?.context || row?.sources[0] || "").slice(0, 100);
  return reason.includes(name) ? reason : `“${name}”: ${reason}`;
}

/** Lets the strings of edits that a file cannot hold say what it says, and keeps the texts as clashes. */
export async function keepAsClashes(
  { copy }: Checkout,
  context: SyncContext,
  translation: SyncTranslation,
  refused: readonly { id: number; reason: string }[],
  bytes: Uint8Array,
  options: { committed?: boolean } = {},
): Promise<void> {
  const { template } = context.component;
  const beside = context.monolingual && !translation.isSource;
  const found = beside ? (await copy.tree("HEAD")).find((file) => file.path === template) : undefined;
  const base = found && (await copy.read(found.blob, found.path));
  const { strings } = await readFile(context, translation, { bytes, base }, { whole: true, ownForms: true });
  const commit = (await copy.remoteHead()) ?? (await copy.head());
  await keepUnwritable(context, translation, refused, { strings, copy, commit }, options.committed);
}

/** The team of a language, with the page where it works. */
function languageTeam(component: ComponentRow, translation: WaitingTranslation): string {
  const page = urls.translation({ ...addressOf(component), languageCode: translation.languageDbCode }).web;
  return `${translation.languageName} <${page}>`;
}

interface Settled {
  sha: string;
  made: boolean;
  done: readonly PendingRow[];
  refused: readonly { id: number; reason: string }[];
  /** Removals that found nothing to remove. */
  absent: readonly number[];
  blob: string;
  /** Whether the file lost its last text, and with it what says that it is there. */
  gone: boolean;
}

/** Says in the database what the commit carries. Only now do its rows stop waiting. */
async function settleGroup(
  checkout: Checkout,
  context: SyncContext,
  translation: SyncTranslation,
  settled: Settled,
): Promise<void> {
  const ids = settled.done.map((row) => row.id);
  const units = settled.done.flatMap((row) => row.unitId ?? []);
  await inTransaction(async (tx) => {
    await tx.run(sql`update ${p} set ${assigned(p, { commit: settled.sha, error: "" })} where ${anyOf(p.id, ids)}`);
    // Gone for good: an older edit of the same string must not bring it back when commits are made anew.
    await tx.run(sql`
      delete from ${p} using ${r}
      where ${anyOf(r.id, settled.absent)} and ${p.translationId} = ${r.translationId} and ${p.idHash} = ${r.idHash} and ${p.id} <= ${r.id}`);
    for (const row of settled.refused)
      await tx.run(sql`update ${p} set ${assigned(p, { error: row.reason })} where ${p.id} = ${row.id}`);
    // A save that is under way holds the unit; after it, its own pending row is seen below.
    await tx.run(sql`select 1 from ${u} where ${anyOf(u.id, units)} order by ${u.id} for update`);
    const settledUnits = await tx.run(sql`
      update ${u} set ${assigned(u, { pending: false })} where ${anyOf(u.id, units)} and ${u.pending}
        and not exists (select from ${p} where ${p.unitId} = ${u.id} and ${p.commit} is null)`);
    deferCounterChanges(tx, [{ translationId: translation.id, numbers: { pending: -settledUnits } }]);
    await tx.run(
      sql`update ${t} set ${assigned(t, { revision: settled.blob, fileWanted: settled.gone })} where ${t.id} = ${translation.id}`,
    );
    if (!settled.made) return;
    await tx.run(sql`
      insert into ${localCommits} ${row(localCommits, {
        repositoryId: checkout.repository.id,
        sha: settled.sha,
        kind: "translations",
      })} on conflict do nothing`);
    await record(tx, SERVICE, [
      {
        action: ACTION.CHANGES_COMMITTED,
        userId: checkout.askedBy,
        authorId: settled.done[0]?.authorId ?? null,
        projectId: context.component.projectId,
        componentId: context.component.id,
        translationId: translation.id,
        languageId: translation.languageId,
        details: { revision: settled.sha, filename: translation.filename, strings: settled.done.length },
      },
    ]);
  });
}
