import { components } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import type { TreeFile, WorkingCopy } from "@/lib/platform/vcs/vcs";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { plainWords } from "@/lib/text/messages/worded";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { clearAlert, raiseAlert, unreadFiles } from "../components/alerts";
import type { ComponentRow } from "../components/components";
import { type SyncContext, type SyncTranslation, syncContext } from "../files/context";
import { followFlagsUsed } from "../projects/former-flags";
import { judgeEnforced } from "../units/enforced-checks";
import { ensureTranslations, removeTranslationRows } from "./ensure-translations";
import { alertDuplicates } from "./internal/duplicate-strings";
import { emptiedLanguage } from "./internal/emptied-language";
import { followIntermediate } from "./internal/intermediate";
import { keptMoves } from "./internal/list-moves";
import type { MergeRule } from "./internal/merge-strings";
import { followScreenshots } from "./internal/repository-screenshots";
import { syncBase } from "./internal/sync-base";
import { type Bases, type FileProblem, removeOrphans, syncTranslationFile } from "./internal/sync-file";
import { syncTemplate } from "./internal/sync-template";
import { type MatchedFiles, matchFiles } from "./match-files";
import { readSnapshot, type Snapshot, snapshotIndex } from "./snapshots";
import type { KnownSource } from "./source-strings";
import { loadSources } from "./source-strings";

const c = components.as("c");

export type { MergeRule };

export interface SyncReport {
  files: number;
  strings: number;
  changed: number;
  clashes: number;
  problems: FileProblem[];
}

export interface SyncOptions {
  /** Read every file, whatever its blob id. */
  force?: boolean;
  /** True when upstream took back what it had. */
  rewritten?: boolean;
  /** Whose text stands where both sides changed a string; as the component says when left out. */
  rule?: MergeRule;
  /** The commit that was taken over last. */
  since?: string;
  /** Files that upstream had and removed though no snapshot tells of them. */
  left?: ReadonlySet<string>;
  /** Called after each file. */
  report?: (done: number, total: number, text: string) => Promise<void> | void;
}

/**
 * Brings the rows of a component up to what a commit holds. Files whose blob is known are not read; each file is one
 * transaction, so that a killed run goes on where it stopped.
 */
export async function syncComponent(
  component: ComponentRow,
  copy: WorkingCopy,
  tree: readonly TreeFile[],
  commit: string,
  options: SyncOptions = {},
): Promise<SyncReport> {
  const matched = matchFiles(tree, component);
  const report: SyncReport = { files: 0, strings: 0, changed: 0, clashes: 0, problems: [] };
  const { broken } = matched;
  if (broken) {
    await guard(component, broken.path, report, () => Promise.reject(broken.wrong));
    return finish(component, matched, report);
  }
  const ensured = await ensureTranslations(component, matched, options.left);
  const held = Object.fromEntries(
    [ensured.source, ...ensured.files.map(({ translation }) => translation), ...ensured.vanished].flatMap(
      ({ languageId, checkFlags }) => (checkFlags ? [[languageId, checkFlags]] : []),
    ),
  );
  const context = syncContext(component, ensured.source.id, component.importedAt === null);
  const index = options.force
    ? new Map<number, Snapshot>()
    : await inTransaction((tx) => snapshotIndex(tx, component.id));
  const isKnown = (id: number, file: { path: string; blob: string } | undefined) => {
    const snapshot = index.get(id);
    return file !== undefined && snapshot?.blob === file.blob && snapshot.path === file.path;
  };
  const unread = ensured.files.some(({ translation, file }) => !isKnown(translation.id, file));
  const rule = options.rule ?? component.clashRule;
  const how = { rule, anew: options.force === true, rewritten: options.rewritten === true, history: copy };
  const based = context.monolingual && (unread || !isKnown(ensured.source.id, matched.template));
  const bases = based ? { ...(await basesOf(ensured.source, matched, copy)), ...how } : how;
  const baseRead = await guard(component, matched.template?.path ?? component.newBase, report, async () => {
    if (context.monolingual) return syncBase(context, ensured.source, matched, copy, commit, index, rule);
    return syncTemplate(context, ensured.source, matched, copy);
  });
  if (!context.monolingual && baseRead?.hashes) context.template = new Set(baseRead.hashes);
  if (context.monolingual && matched.template && baseRead?.hashes) {
    report.files++;
    report.strings += new Set(baseRead.hashes).size;
  }
  // The base may have got strings that files have had for long.
  const again = new Set(
    [...index].flatMap(([id, { blob }]) => (blob === "" ? [id] : [])).concat([...(baseRead?.strayed ?? [])]),
  );
  const wanted = ensured.files.filter(({ translation: { id }, file }) => !isKnown(id, file) || again.has(id));
  await copy.bring(wanted.map(({ file }) => file.blob));
  const total = ensured.files.length + 1;
  await options.report?.(1, total, component.template || component.newBase || component.filemask);
  // Without its base file nothing of a monolingual component can be named.
  if (context.monolingual && baseRead === undefined) return finish(component, matched, report, held);
  const moves = context.monolingual && !context.initial ? await keptMoves(db, component.id) : [];
  const known = context.initial ? await inTransaction((tx) => loadSources(tx, component.id)) : undefined;
  await syncFiles(
    context,
    wanted,
    copy,
    commit,
    { ...options, known, total, bases: { ...bases, renamed: baseRead?.renamed, moves }, again },
    report,
  );
  for (const translation of ensured.vanished) {
    const look = await guard(component, translation.filename, report, async () => ({
      emptied: await emptiedLanguage(context, translation, matched, copy),
    }));
    if (!look) continue;
    const { emptied } = look;
    if (emptied) {
      const reader = { read: async () => emptied.content };
      const done = await syncTranslationFile(context, translation, emptied.file, reader, commit, undefined, bases);
      report.changed += done.changed;
    } else {
      await removeTranslationRows(component, translation);
      report.changed++;
    }
  }
  await followScreenshots(component, ensured.source.id, tree, copy, options);
  const { intermediate } = matched;
  if (context.monolingual && intermediate)
    await guard(component, intermediate.path, report, async () => {
      report.changed += await followIntermediate(context, ensured.source, intermediate, copy, options);
    });
  if (!context.monolingual && report.changed > 0 && !context.initial)
    await inTransaction((tx) => removeOrphans(tx, context, new Set(baseRead?.hashes ?? [])));
  return finish(component, matched, report, held);
}

/** Files of a first import that are read at a time: one is parsed while the database writes another. */
const PARALLEL = 3;

interface FileRun extends SyncOptions {
  known: Map<string, KnownSource> | undefined;
  total: number;
  bases: Bases;
  /** Languages whose files are read anew. */
  again: ReadonlySet<number>;
}

/** The base file, for formats that read a translation beside its base; one that cannot be read is told of later. */
async function basesOf(source: SyncTranslation, matched: MatchedFiles, copy: WorkingCopy): Promise<Bases> {
  // A folder that passes as a file may be one that cannot be read.
  const readable = async (read: Promise<Uint8Array | undefined> | undefined) => {
    try {
      return await read;
    } catch (error) {
      if (error instanceof FormatError) return undefined;
      throw error;
    }
  };
  return {
    now: await readable(matched.template && copy.read(matched.template.blob, matched.template.path)),
    former: await readable(readSnapshot(db, source.id)),
  };
}

async function syncFiles(
  context: SyncContext,
  wanted: Awaited<ReturnType<typeof ensureTranslations>>["files"],
  copy: WorkingCopy,
  commit: string,
  run: FileRun,
  report: SyncReport,
): Promise<void> {
  const duplicates: { file: string; strings: string[] }[] = [];
  const read: string[] = [];
  let done = run.total - wanted.length;
  const one = async ({ translation, file }: (typeof wanted)[number]) => {
    const outcome = await guard(context.component, file.path, report, () =>
      syncTranslationFile(context, translation, file, copy, commit, run.known, {
        ...run.bases,
        anew: run.bases.anew || run.again.has(translation.id),
      }),
    );
    done++;
    if (outcome) {
      read.push(file.path);
      report.files++;
      report.strings += outcome.strings;
      report.changed += outcome.changed;
      report.clashes += outcome.clashes;
      if (outcome.duplicates.length > 0) duplicates.push({ file: file.path, strings: outcome.duplicates });
    }
    await run.report?.(done, run.total, file.path);
  };
  // The first file of a first import brings the source strings; the others then only find them.
  const [first, ...rest] = wanted;
  if (first) await one(first);
  await inParallel(context.initial ? PARALLEL : 1, rest, one);
  await inTransaction((tx) =>
    alertDuplicates(
      tx,
      context.component,
      read,
      duplicates.map(({ file, strings }) => ({ file, message: strings.slice(0, 5).join(", "), strings })),
    ),
  );
}

/** Runs `work` over the items, a few at a time; the first error ends it after those under way. */
async function inParallel<T>(width: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as T);
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(width, items.length) }, lane));
  for (const ended of lanes) if (ended.status === "rejected") throw ended.reason;
}

/** Runs one file's work; a file that cannot be read is noted and the others go on. */
async function guard<T>(
  component: ComponentRow,
  filename: string,
  report: SyncReport,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FormatError) && !(error instanceof EditRefused)) throw error;
    const place = error instanceof FormatError ? { line: error.line, column: error.column } : { line: 1, column: 1 };
    report.problems.push({ filename, ...place, ...plainWords(error) });
    await inTransaction((tx) =>
      record(tx, SERVICE, [
        {
          action: ACTION.PARSING_FAILED,
          cause: "repository",
          projectId: component.projectId,
          componentId: component.id,
          details: { filename, error_message: `${error.message} (line ${place.line}, column ${place.column})` },
        },
      ]),
    );
    return undefined;
  }
}

/** @param held flags of languages under which strings were written, by the language's id; left out when none were */
async function finish(
  component: ComponentRow,
  matched: MatchedFiles,
  report: SyncReport,
  held?: Readonly<Record<string, string>>,
): Promise<SyncReport> {
  await inTransaction(async (tx) => {
    const { id, projectId, project, checkFlags, fileFormat } = component;
    if (held)
      await followFlagsUsed(tx, { projectId, componentId: id }, [project.checkFlags, checkFlags, fileFormat, held]);
    if (component.enforcedChecks.length > 0) await judgeEnforced(tx, id);
    if (report.problems.length > 0)
      await raiseAlert(tx, component, "ParseError", unreadFiles(report.problems.slice(0, 50)));
    else await clearAlert(tx, component.id, ["ParseError"]);
    // Of a catalogue that cannot be read nobody knows which languages it holds.
    if (matched.broken) return;
    if (matched.translations.length === 0 && component.repository.vcs !== "local")
      await raiseAlert(tx, component, "NoMaskMatches", { filemask: component.filemask });
    else await clearAlert(tx, component.id, ["NoMaskMatches"]);
    const missing = [
      component.template && !matched.template ? component.template : "",
      component.intermediate && !matched.intermediate ? component.intermediate : "",
      component.newBase && !matched.newBase ? component.newBase : "",
    ].filter(Boolean);
    if (missing.length > 0) await raiseAlert(tx, component, "InexistantFiles", { files: missing });
    else await clearAlert(tx, component.id, ["InexistantFiles"]);
    await tx.run(
      sql`update ${c} set ${assigned(c, { importedAt: sql`coalesce(${c.importedAt}, now())` })} where ${c.id} = ${component.id}`,
    );
  });
  return report;
}
