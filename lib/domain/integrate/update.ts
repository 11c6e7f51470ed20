import {
  components,
  type LocalCommits,
  localCommits,
  pendingChanges,
  repositories,
  translations,
} from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import { type TreeFile, VcsError } from "@/lib/platform/vcs/vcs";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { SERVICE } from "../access/actor";
import { notifyAddons } from "../addons/queue";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { clearAlert, raiseAlert } from "../components/alerts";
import { lockAutomatically, unlockWhenResolved } from "../components/automatic-locks";
import { type ComponentRow, componentsOfRepository } from "../components/components";
import { sweepAlerts } from "../diagnostics/sweep";
import { Failed, sentenceOf } from "../errors";
import { type MergeRule, type SyncReport, syncComponent } from "../sync/sync-component";
import { rememberCatalogues } from "../working-copy/remember-catalogues";
import { storeStatus } from "../working-copy/status";
import { forgetUpdateFailure, tellUpdateFailure } from "../working-copy/update-failure";
import { settleWholeFiles } from "../working-copy/whole-files";
import { type Checkout, COMMITTER } from "../working-copy/working-copy";
import { type CommitReport, commitPending } from "./commit";
import { followRenames, placesAfter, storeRenames } from "./internal/follow-renames";
import { isMergeable, mergeIntoBranch } from "./internal/merge-branch";
import { commitReformatted, reformattedComponents } from "./internal/reformat-files";
import { holdsOnlyOurs, type Way, wayOf } from "./internal/ways";
import {
  carryLanguage,
  tellLanguages,
  type WholeLanguages,
  wholeLanguages,
  withoutPushed,
  withoutRemoved,
} from "./internal/whole-languages";

const [r, lc] = [repositories.as("r"), localCommits.as("lc")];
const [p, t, c] = [pendingChanges.as("p"), translations.as("t"), components.as("c")];

export interface UpdateOptions {
  /** `rebase`, `merge`, `merge_noff`; the repository's own when left out. */
  style?: string;
  /** Read all files again even when no commit is new. */
  force?: boolean;
  /** Whose text stands where both sides changed a string. */
  rule?: MergeRule;
  report?: (done: number, total: number, text: string) => Promise<void> | void;
  /** What upstream has is known: nothing is fetched. */
  fetched?: boolean;
}

export interface UpdateReport {
  /** False when upstream had nothing new. */
  updated: boolean;
  sync: SyncReport[];
  commit: CommitReport | undefined;
}

/**
 * Fetches, merges string by string and rebuilds our commits on top of upstream's. A failed fetch changes neither files nor rows.
 * @throws Failed with a sentence for a person; the branch and the rows are as they were
 */
export async function updateRepository(checkout: Checkout, options: UpdateOptions = {}): Promise<UpdateReport> {
  const components = await componentsOfRepository(checkout.repository.id);
  const remote = options.fetched ? await checkout.copy.remoteHead() : await fetchRemote(checkout, components);
  const target = remote ?? (await checkout.copy.head());
  const synced = await syncedCommit(checkout);
  if (target === synced && !options.force && (await holdsOnlyOurs(checkout, target))) {
    await storeStatus(checkout);
    await afterSuccess(checkout, components, []);
    return { updated: false, sync: [], commit: undefined };
  }
  return integrate(checkout, components, target, options);
}

/** Whether upstream, as fetched last, has been taken over into the rows; when not, nothing may be committed before it is. */
export async function ensureSynced(checkout: Checkout): Promise<void> {
  const { copy, repository } = checkout;
  const remote = await copy.remoteHead();
  const synced = remote && (await syncedCommit(checkout));
  if (remote === null || synced === remote) return;
  // A process that died had taken over more than this copy knows of: what it knows must not pass for upstream's newest.
  const isBehind = synced && (!(await copy.has(synced)) || (await copy.contains(synced, remote)));
  if (isBehind) await updateRepository(checkout);
  else await integrate(checkout, await componentsOfRepository(repository.id), remote, {});
}

async function syncedCommit(checkout: Checkout): Promise<string | null> {
  const row = await db.one(sql`select ${pick(r, "syncedCommit")} from ${r} where ${r.id} = ${checkout.repository.id}`);
  return row?.syncedCommit ?? null;
}

async function fetchRemote(checkout: Checkout, components: readonly ComponentRow[]): Promise<string | null> {
  try {
    const remote = await checkout.copy.fetch();
    await db.run(
      sql`update ${r} set ${assigned(r, { fetchedAt: sqlNow, remoteCommit: remote })} where ${r.id} = ${checkout.repository.id}`,
    );
    await forgetUpdateFailure(components);
    return remote;
  } catch (error) {
    return tellUpdateFailure(components, error);
  }
}

/** Takes over a commit of upstream: first the branch (which may fail and is then restored), then the rows, then our commits. */
async function integrate(
  checkout: Checkout,
  former: readonly ComponentRow[],
  target: string,
  options: UpdateOptions,
): Promise<UpdateReport> {
  const before = await checkout.copy.head();
  const ahead = before === target ? [] : await checkout.copy.missing(target, before, 10_000);
  const synced = await syncedCommit(checkout);
  const follows = synced !== null && (!checkout.driver.hasRemote || (await checkout.copy.contains(target, synced)));
  const rewritten = synced !== null && !follows;
  const others = await withoutPushed(checkout, target, await otherCommits(checkout, ahead));
  const reformatted = await reformattedComponents(checkout, ahead);
  const style = options.style ?? checkout.repository.mergeStyle;
  let way: Way = ahead.length > 0 && follows ? await wayOf(checkout, style, target) : "rebuild";
  const components = await followRenames(checkout, former, target);
  const languages = await wholeLanguages(checkout, former, target, {
    ...{ commits: others, merging: way === "merge" },
    placeOf: placesAfter(former, components),
  });
  try {
    if (way === "merge" && !(await isMergeable(checkout, components, target, languages))) way = "rebuild";
    if (way === "rebuild") await rebaseOthers(checkout, target, others, { before, languages });
  } catch (error) {
    await failMerge(checkout, components, error, way === "merge");
  }
  await storeRenames(former, components);
  const tree = withoutRemoved(await checkout.copy.tree(target), languages);
  const sync: SyncReport[] = [];
  const { force, report, rule } = options;
  for (const component of components) {
    checkout.assertLocked();
    const { left } = languages;
    const how = { force, rewritten, report, rule, left, ...(synced && { since: synced }) };
    sync.push(await syncComponent(component, checkout.copy, tree, target, how));
  }
  await tellLanguages(components, languages);
  const stands = way === "merge" ? await mergeIntoBranch(checkout, components, target, languages) : way === "stand";
  const recommit = await markIntegrated(checkout, target, stands, tree);
  const commit = recommit ? await commitPending(checkout) : undefined;
  // Made again on what upstream has now: carried over, it would hold the texts of edits that stood below it.
  for (const component of components) if (reformatted.has(component.id)) await commitReformatted(checkout, component);
  await rememberCatalogues(checkout);
  await storeStatus(checkout);
  const moved = way === "merge" ? ACTION.REPOSITORY_MERGED : ACTION.REPOSITORY_REBASED;
  await afterSuccess(checkout, components, before === target || way === "stand" ? [] : [moved], {
    previous_head: before,
    new_head: await checkout.copy.head(),
    ...(rewritten ? { rewritten } : {}),
  });
  // Of texts that upstream took back people are told at once.
  if (rewritten)
    for (const projectId of new Set(components.map((component) => component.projectId)))
      await sweepAlerts({ projectId });
  return { updated: true, sync, commit };
}

type OtherCommit = Pick<LocalCommits, "sha" | "kind" | "origin">;

/** Local commits that neither rows nor parameters can make again, oldest first. */
async function otherCommits(checkout: Checkout, ahead: readonly string[]): Promise<OtherCommit[]> {
  if (ahead.length === 0) return [];
  const rows = await db.rows(sql`
    select ${pick(lc, "sha", "kind", "origin")} from ${lc} where ${lc.repositoryId} = ${checkout.repository.id} and ${lc.kind} not in ('translations', 'merge') and not starts_with(${lc.kind}, 'reformat:')`);
  const known = new Map(rows.map((row) => [row.sha, row]));
  return ahead.flatMap((sha) => known.get(sha) ?? []).reverse();
}

/** Puts the branch onto upstream and carries over the commits that rows cannot make again. */
async function rebaseOthers(
  checkout: Checkout,
  target: string,
  others: readonly OtherCommit[],
  { before, languages }: { before: string; languages: WholeLanguages },
): Promise<void> {
  await checkout.copy.resetTo(target);
  const moved: [string, string][] = [];
  try {
    for (const { sha, kind } of others) {
      const carried =
        kind === "addon" ? checkout.copy.carryOver(sha, COMMITTER) : carryLanguage(checkout, sha, languages);
      const fresh = await carried.catch((error: unknown) => {
        // What an add-on wrote it writes again, from what upstream has now.
        if (kind === "addon" && error instanceof VcsError) return undefined;
        throw error;
      });
      if (fresh) moved.push([sha, fresh]);
    }
  } catch (error) {
    await checkout.copy.resetTo(before);
    throw error;
  }
  await inTransaction(async (tx) => {
    for (const [old, fresh] of moved)
      await tx.run(sql`
        insert into ${localCommits} ${eachRow(localCommits, { ...columnsOf(lc, "repositoryId", "kind"), sha: fresh, origin: sql`coalesce(${lc.origin}, ${lc.sha})` })}
        from ${lc} where ${lc.repositoryId} = ${checkout.repository.id} and ${lc.sha} = ${old} on conflict do nothing`);
  });
}

/** Writes down that the rows hold this commit; committed rows that are no longer in a commit wait once more. */
async function markIntegrated(
  checkout: Checkout,
  target: string,
  merged: boolean,
  tree: readonly TreeFile[],
): Promise<boolean> {
  const { id } = checkout.repository;
  return inTransaction(async (tx) => {
    const files = await settleWholeFiles(tx, id, tree, merged);
    await tx.run(
      sql`update ${r} set ${assigned(r, { syncedCommit: target, mergeFailure: null, mergeFailureSaid: null })} where ${r.id} = ${id}`,
    );
    if (merged) return false;
    const again = await tx.run(sql`
      update ${p} set ${assigned(p, { commit: null })} from ${t} join ${c} on ${c.id} = ${t.componentId}
      where ${t.id} = ${p.translationId} and ${c.repositoryId} = ${id} and ${p.commit} is not null`);
    await tx.run(
      sql`delete from ${lc} where ${lc.repositoryId} = ${id} and (${lc.kind} = 'translations' or starts_with(${lc.kind}, 'reformat:'))`,
    );
    return again > 0 || files > 0;
  });
}

async function failMerge(
  checkout: Checkout,
  components: readonly ComponentRow[],
  error: unknown,
  merging: boolean,
): Promise<never> {
  if (!(error instanceof VcsError)) throw error;
  const text = [error.message, error.output].filter(Boolean).join("\n");
  await db.run(
    sql`update ${r} set ${assigned(r, { mergeFailure: text, mergeFailureSaid: error.said ?? null })} where ${r.id} = ${checkout.repository.id}`,
  );
  await reportFailure(checkout, components, {
    action: merging ? ACTION.REPOSITORY_MERGE_FAILED : ACTION.REPOSITORY_REBASE_FAILED,
    alert: "MergeFailure",
    text,
    said: error.said,
  });
  await storeStatus(checkout);
  throw new Failed(refusal("nothingChangedTranslation", { message: sentenceOf(error) }), { cause: error });
}

/** Alert, ledger and, where the repository asks for it, the automatic lock of a failed operation. */
export async function reportFailure(
  checkout: Checkout,
  components: readonly ComponentRow[],
  failure: {
    action: number;
    alert: "MergeFailure" | "PushFailure";
    text: string;
    /** What it begins with, for readers of other languages. */
    said?: Refusal;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  await inTransaction(async (tx) => {
    for (const component of components) {
      await raiseAlert(tx, component, failure.alert, {
        error: failure.text,
        ...(failure.said && { said: failure.said }),
        ...failure.details,
      });
      await record(tx, SERVICE, [
        {
          action: failure.action,
          userId: checkout.askedBy,
          projectId: component.projectId,
          componentId: component.id,
          target: failure.text.slice(0, 2000),
          details: {
            error: failure.text.slice(0, 2000),
            ...(failure.said && { said: failure.said }),
            ...failure.details,
          },
        },
      ]);
      await lockAutomatically(tx, component, failure);
    }
  });
}

/** Clears what a former failure left and tells the ledger. */
async function afterSuccess(
  checkout: Checkout,
  components: readonly ComponentRow[],
  actions: readonly number[],
  details: Record<string, unknown> = {},
): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.run(
      sql`update ${r} set ${assigned(r, { mergeFailure: null, mergeFailureSaid: null })} where ${r.id} = ${checkout.repository.id}`,
    );
    for (const component of components) {
      await clearAlert(tx, component.id, ["MergeFailure"]);
      await unlockWhenResolved(tx, component);
      await record(
        tx,
        SERVICE,
        actions.map((action) => ({
          action,
          userId: checkout.askedBy,
          projectId: component.projectId,
          componentId: component.id,
          details,
        })),
      );
      if (actions.length > 0) await notifyAddons(tx, component, "component-updated");
    }
  });
}
