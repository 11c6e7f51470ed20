import { localCommits, pendingChanges, translations, units } from "@/lib/generated/tables";
import { assigned, combined, eachRow, pick, unnest } from "@/lib/platform/columns";
import { inTransaction, type SelectedRow, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { CommitDraft } from "@/lib/platform/vcs/vcs";
import { namedCatalogueOf, repositoryPath } from "@/lib/text/formats/catalogue";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { refusal } from "@/lib/text/messages/refusal";
import { sentenceOf, type Worded, worded } from "@/lib/text/messages/worded";
import { urls } from "@/lib/urls";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { record } from "../../changes/record";
import { addressOf, type ComponentRow } from "../../components/components";
import { deferCounterChanges } from "../../counters/counters";
import type { SyncContext, SyncTranslation } from "../../files/context";
import type { EditStep, OpenFile, RefusedEdit, WrittenFile } from "../../files/open-file";
import { PENDING_EDIT } from "../../files/pending-edits";
import { formatOf } from "../../files/strings";
import { VIEWED_FORMATS } from "../../working-copy/catalogues";
import { contentId } from "../../working-copy/folders";
import { type Checkout, COMMITTER } from "../../working-copy/working-copy";
import { commitMessage } from "../commit-message";
import { groupByAuthor } from "./author-groups";
import type { CommitAddons } from "./commit-addons";
import { keepAsClashes } from "./keep-as-clashes";

const [p, r, t, u] = [pendingChanges.as("p"), pendingChanges.as("r"), translations.as("t"), units.as("u")];

/** The commits of one file: edits go into the file author by author, and are said to be committed only when they are. */

/** Columns of an edit that waits, over the alias `p` of `pending_changes`. */
export const PENDING_ROW = combined(
  PENDING_EDIT,
  pick(p, "translationId", "unitId", "authorName", "authorEmail", "authorId", "createdAt"),
);

export type PendingRow = SelectedRow<typeof PENDING_ROW>;

export interface CommitProblem extends Worded {
  filename: string;
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
export interface Round {
  report: CommitReport;
  addons: CommitAddons;
}

/** A translation with edits that wait. */
export interface WaitingTranslation extends SyncTranslation {
  languageName: string;
}

/** Bytes of content that wait to be committed together. */
const MOST_BYTES = 32_000_000;

/** Commits of one file that are made together, once their edits are in the file. */
export class Drafts {
  private readonly groups: PendingRow[][];
  /** Of each group the edits that may be written behind the others. */
  private readonly later: ReadonlySet<number>[];
  private readonly steps: AsyncIterable<WrittenFile>;
  /** Edits that the file could not hold before it had those behind them. */
  private again: PendingRow[] = [];
  private waiting: { draft: CommitDraft; settled: Omit<Settled, "sha" | "made"> }[] = [];
  private bytes = 0;

  /** Begins to write the edits into the file. */
  constructor(
    private readonly checkout: Checkout,
    private readonly context: SyncContext,
    private readonly translation: WaitingTranslation,
    private readonly round: Round,
    private readonly writer: OpenFile,
    rows: readonly PendingRow[],
  ) {
    this.groups = groupByAuthor(rows);
    this.later = whatMayFollow(this.groups);
    this.steps = begun(writer.apply(this.stepsOf(this.groups, this.later)));
  }

  /**
   * Makes what is written into commits, one for each group of one author.
   * @returns edits that are not written, and why
   */
  async addAll(): Promise<{ left: PendingRow[]; problem: FormatError | EditRefused | undefined }> {
    let { groups, later, steps } = this;
    for (;;) {
      let done = 0;
      try {
        for await (const written of steps) {
          await this.add(groups[done] ?? [], written, later[done] ?? new Set());
          done++;
        }
      } catch (problem) {
        if (!(problem instanceof FormatError) && !(problem instanceof EditRefused)) throw problem;
        return { left: [...groups.slice(done).flat(), ...this.again], problem };
      }
      if (this.again.length === 0) return { left: [], problem: undefined };
      // Those of the last group are not among them: there are fewer each time.
      groups = groupByAuthor(this.again);
      this.again = [];
      later = whatMayFollow(groups);
      steps = this.writer.apply(this.stepsOf(groups, later));
    }
  }

  private stepsOf(groups: readonly PendingRow[][], later: readonly ReadonlySet<number>[]): EditStep[] {
    return groups.map((group, at) => this.step(group, later[at]));
  }

  /** What is written for one commit. */
  private step(group: readonly PendingRow[], later: EditStep["later"]): EditStep {
    const { component } = this.context;
    return {
      edits: group,
      ...(later && { later }),
      header: {
        revisionDate: group.at(-1)?.createdAt,
        lastTranslator: signatureOf(group),
        languageTeam: component.project.setLanguageTeam ? languageTeam(component, this.translation) : undefined,
        generator: "Loquat",
        reportBugsTo: component.reportSourceBugs || undefined,
      },
    };
  }

  /**
   * Makes a commit of edits of one author that are in the file.
   * @param mayFollow edits that may be tried again behind the commits that follow
   * @throws FormatError
   */
  private async add(all: readonly PendingRow[], result: WrittenFile, mayFollow: ReadonlySet<number>): Promise<void> {
    const { context, translation, round, writer } = this;
    const { component } = context;
    const refused = new Set(result.refused.map(({ id }) => id));
    const later = new Set(all.flatMap((row) => (refused.has(row.id) && mayFollow.has(row.id) ? [row.idHash] : [])));
    this.again.push(...all.filter(({ idHash }) => later.has(idHash)));
    const group = all.filter(({ idHash }) => !later.has(idHash));
    if (group.length === 0) return;
    const written = { ...result, refused: result.refused.filter(({ id }) => group.some((row) => row.id === id)) };
    const author = { name: group[0]?.authorName ?? "", email: group[0]?.authorEmail ?? "" };
    const signature = signatureOf(group);
    const strings = new Set(group.flatMap((row) => (refused.has(row.id) ? [row.idHash] : [])));
    // A source text has no other to give way to: it waits until its file can hold it.
    const asClashes = !translation.isSource && written.refused.length > 0;
    const filename = repositoryPath(component, translation.filename);
    const told = written.refused.map((edit) => ({ filename, ...withName(group, edit) }));
    (asClashes ? round.report.clashes : round.report.problems).push(...told);
    const { languageName } = translation;
    const message = await commitMessage(component, "commitMessage", { translation, languageName, author: signature });
    const files = await round.addons.filesFor(component, translation, signature, writer);
    const settled = {
      done: group.filter((row) => !strings.has(row.idHash)),
      refused: written.refused,
      absent: written.absent,
      blob: contentId(formatOf(component), writer.bytes()),
      gone: namedCatalogueOf(component) !== undefined && !(await writer.holds(translation.languageCode)),
    };
    this.waiting.push({ draft: { files, message, author }, settled });
    for (const { content } of files) this.bytes += content?.length ?? 0;
    // What a view of the copy refuses is known only when it is committed.
    const atOnce = asClashes || VIEWED_FORMATS.includes(component.fileFormat);
    if (atOnce || this.bytes > MOST_BYTES) await this.commit();
    if (asClashes) await keepAsClashes(this.checkout, context, translation, written.refused, writer.bytes());
  }

  /** Makes the commits, and says in the database what they carry. */
  async commit(): Promise<void> {
    const { checkout, waiting } = this;
    this.waiting = [];
    this.bytes = 0;
    if (waiting.length === 0) return;
    let sha = await checkout.copy.head();
    const made = await checkout.copy.commitAll(
      waiting.map(({ draft }) => draft),
      COMMITTER,
    );
    const settled = waiting.map((one, index) => {
      sha = made[index] ?? sha;
      return { ...one.settled, sha, made: made[index] !== null };
    });
    await settle(checkout, this.context, this.translation, settled);
    const { report } = this.round;
    for (const { done } of settled) report.strings += done.length;
    report.commits += settled.filter((one) => one.made).length;
  }
}

/**
 * Of each group the edits that may be written behind the others: none of these says anything of their strings, or of which
 * there are. There are none in the last group.
 */
function whatMayFollow(groups: readonly (readonly PendingRow[])[]): Set<number>[] {
  const behind = new Set<string>();
  let areEdits = groups.length > 1;
  const found = groups.toReversed().map((group, at) => {
    const may = group.filter(({ kind, idHash }) => at > 0 && areEdits && kind === "edit" && !behind.has(idHash));
    for (const { kind, idHash } of group) {
      behind.add(idHash);
      areEdits &&= kind === "edit";
    }
    return new Set(may.map(({ id }) => id));
  });
  return found.toReversed();
}

/** The same items, with the first on its way already. */
function begun<T>(items: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = items[Symbol.asyncIterator]();
  const first = iterator.next();
  first.catch(() => undefined);
  return (async function* () {
    for (let item = await first; !item.done; item = await iterator.next()) yield item.value;
  })();
}

const signatureOf = ([first]: readonly PendingRow[]): string => `${first?.authorName} <${first?.authorEmail}>`;

/** Why an edit cannot be written, and of which string. */
function withName(group: readonly PendingRow[], { id, ...why }: RefusedEdit): Worded {
  const row = group.find((one) => one.id === id);
  const name = (row?.context || row?.sources[0] || "").slice(0, 100);
  return why.message.includes(name) ? why : worded(refusal("writeNamed", { name, why: sentenceOf(why) }));
}

/** The team of a language, with the page where it works. */
function languageTeam(component: ComponentRow, translation: WaitingTranslation): string {
  const page = urls.translation({ ...addressOf(component), languageCode: translation.languageDbCode }).web;
  return `${translation.languageName} <${page}>`;
}

interface Settled {
  sha: string;
  /** False when the edits changed nothing; the head stands for the commit then. */
  made: boolean;
  done: readonly PendingRow[];
  refused: readonly RefusedEdit[];
  /** Removals that found nothing to remove. */
  absent: readonly number[];
  blob: string;
  /** Whether the file lost its last text, and with it what says that it is there. */
  gone: boolean;
}

const COMMITTED = { id: p.id, commit: p.commit };
const NEW_COMMIT = { sha: localCommits.sha };
const REFUSED = { id: p.id, error: p.error };

/** Says in the database what the commits carry. Only now do their rows stop waiting. */
async function settle(
  checkout: Checkout,
  context: SyncContext,
  translation: SyncTranslation,
  all: readonly Settled[],
): Promise<void> {
  const last = all.at(-1);
  if (!last) return;
  const committed = unnest(
    "made",
    COMMITTED,
    all.flatMap(({ done, sha }) => done.map(({ id }) => ({ id, commit: sha }))),
  );
  const refused = unnest(
    "held",
    REFUSED,
    all.flatMap((one) => one.refused.map(({ id, message }) => ({ id, error: message }))),
  );
  const absent = all.flatMap((one) => one.absent);
  const units = all.flatMap(({ done }) => done.flatMap((row) => row.unitId ?? []));
  await inTransaction(async (tx) => {
    await tx.run(sql`
      update ${p} set ${assigned(p, { commit: committed.commit, error: "" })} from ${committed} where ${p.id} = ${committed.id}`);
    // Gone for good: an older edit of the same string must not bring it back when commits are made anew.
    await tx.run(sql`
      delete from ${p} using ${r}
      where ${anyOf(r.id, absent)} and ${p.translationId} = ${r.translationId} and ${p.idHash} = ${r.idHash} and ${p.id} <= ${r.id}`);
    await tx.run(sql`
      update ${p} set ${assigned(p, { error: refused.error })} from ${refused} where ${p.id} = ${refused.id}`);
    // A save that is under way holds the unit; after it, its own pending row is seen below.
    await tx.run(sql`select 1 from ${u} where ${anyOf(u.id, units)} order by ${u.id} for update`);
    const settledUnits = await tx.run(sql`
      update ${u} set ${assigned(u, { pending: false })} where ${anyOf(u.id, units)} and ${u.pending}
        and not exists (select from ${p} where ${p.unitId} = ${u.id} and ${p.commit} is null)`);
    deferCounterChanges(tx, [{ translationId: translation.id, numbers: { pending: -settledUnits } }]);
    await tx.run(
      sql`update ${t} set ${assigned(t, { revision: last.blob, fileWanted: last.gone })} where ${t.id} = ${translation.id}`,
    );
    const made = all.filter((one) => one.made);
    if (made.length === 0) return;
    const commits = unnest(
      "new_commits",
      NEW_COMMIT,
      made.map(({ sha }) => ({ sha })),
    );
    await tx.run(sql`
      insert into ${localCommits} ${eachRow(localCommits, { repositoryId: checkout.repository.id, sha: commits.sha, kind: "translations" })}
      from ${commits} on conflict do nothing`);
    await record(
      tx,
      SERVICE,
      made.map(({ sha, done }) => ({
        action: ACTION.CHANGES_COMMITTED,
        userId: checkout.askedBy,
        authorId: done[0]?.authorId ?? null,
        projectId: context.component.projectId,
        componentId: context.component.id,
        translationId: translation.id,
        languageId: translation.languageId,
        details: { revision: sha, filename: translation.filename, strings: done.length },
      })),
    );
  });
}
