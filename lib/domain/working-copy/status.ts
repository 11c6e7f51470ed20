import { components, hostRequests, pendingChanges, repositories, translations } from "@/lib/generated/tables";
import { assigned, combined, named, pick, subquery } from "@/lib/platform/columns";
import { db, type SelectedRow, sql } from "@/lib/platform/database";
import { anyOf, asFlag, asJson, jsonObject, orNull, rowCount, subselect } from "@/lib/platform/expressions";
import type { CommitInfo } from "@/lib/platform/vcs/vcs";
import type { Refusal } from "@/lib/text/messages/refusal";
import type { Checkout } from "./working-copy";

const [q, o] = [hostRequests.as("q"), components.as("o")];
const [r, c, t, p] = [repositories.as("r"), components.as("c"), translations.as("t"), pendingChanges.as("p")];

/** What the repository page and the API show of a repository. */

/** How many commits are counted at most on either side. */
const COUNT_LIMIT = 1000;

const w = subquery(
  "w",
  sql`
    select ${named({ pending: rowCount })} from ${c} join ${t} on ${t.componentId} = ${c.id}
    join ${p} on ${p.translationId} = ${t.id} and ${p.commit} is null where ${c.repositoryId} = ${r.id}`,
);

const STATE = combined(
  pick(r, "remoteCommit", "status", "mergeFailure", "outgoing", "toPush", "missing"),
  pick(w, "pending"),
  named({
    needsCommit: asFlag(sql`${w.pending} > 0`),
    needsMerge: asFlag(sql`${r.missing} > 0`),
    needsPush: asFlag(sql`${r.toPush} > 0`),
    remoteInfo: orNull(asJson<CommitInfo>(r.remoteInfo)),
    request: subselect(
      jsonObject({
        ...{ url: q.url, number: q.number, state: q.state },
        ...{ automatic: q.automatic, mergeProblem: q.mergeProblem },
        mergeProblemSaid: orNull(asJson<Refusal>(q.mergeProblemSaid)),
      }),
      sql`from ${q} where ${q.repositoryId} = ${r.id}`,
    ),
    mergeFailureSaid: orNull(asJson<Refusal>(r.mergeFailureSaid)),
    localInfo: orNull(asJson<CommitInfo>(sql`case when ${r.vcs} <> 'local' then ${r.localInfo} end`)),
  }),
);

export type RepositoryState = SelectedRow<typeof STATE>;

/** Looks at the working copy and stores what it says, so that readers need not open it. */
export async function storeStatus(checkout: Checkout): Promise<void> {
  const { copy, repository } = checkout;
  const head = await copy.head();
  const remote = await copy.remoteHead();
  const outgoing = remote ? await copy.missing(remote, head, COUNT_LIMIT) : [];
  const missing = remote ? await copy.missing(head, remote, COUNT_LIMIT) : [];
  const localInfo = await copy.commitInfo(head);
  const remoteInfo = remote === head ? localInfo : remote ? await copy.commitInfo(remote) : null;
  const toPush = await unpushed(checkout, outgoing.length, remote);
  const status = await copy.status();
  await db.run(sql`
    update ${r} set ${assigned(r, {
      localCommit: head,
      remoteCommit: remote,
      outgoing: outgoing.length,
      toPush,
      missing: missing.length,
      localInfo,
      remoteInfo,
      status,
    })} where ${r.id} = ${repository.id}`);
  if (remote === head) await forgetArrived(repository.id, head);
}

/** How many of our commits the branch that we pushed last lacks; all that upstream lacks where there is none. */
async function unpushed({ copy, repository }: Checkout, outgoing: number, remote: string | null): Promise<number> {
  if (outgoing === 0) return 0;
  const row = await db.one(sql`select ${pick(r, "pushedHeads")} from ${r} where ${r.id} = ${repository.id}`);
  const [pushed, ...others] = row?.pushedHeads ?? [];
  // With two of them nobody knows which one is there.
  if (pushed === undefined || others.length > 0 || !(await copy.has(pushed))) return outgoing;
  const head = await copy.head();
  const current = remote === null || (await copy.contains(pushed, remote));
  if (current && (await copy.treeId(pushed)) === (await copy.treeId(head))) return 0;
  // Commits that were made again count as new.
  return Math.max(1, Math.min(outgoing, (await copy.missing(pushed, head, COUNT_LIMIT)).length));
}

/**
 * Forgets edits whose commits upstream has, once the strings say what it has. Most went when their texts came back; one
 * that changed nothing of its file never does, and must not be written again over what is said later.
 */
async function forgetArrived(repositoryId: number, head: string): Promise<void> {
  await db.run(sql`
    delete from ${p} using ${t}, ${c}, ${r} where ${t.id} = ${p.translationId} and ${c.id} = ${t.componentId} and ${r.id} = ${c.repositoryId}
      and ${r.id} = ${repositoryId} and ${r.syncedCommit} = ${head} and ${p.commit} is not null`);
}

/** State of repositories, as stored last; pending edits are asked afresh. */
export async function repositoryStates(ids: readonly number[]): Promise<Map<number, RepositoryState>> {
  const rows = await db.rows(sql`
    select ${pick(r, "id")}, ${STATE} from ${r} cross join lateral ${w} where ${anyOf(r.id, ids)}`);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** Whether anything is to be committed, pulled or pushed in the repositories of a project, however many they are. */
export async function projectNeeds(
  projectId: number,
): Promise<{ needsCommit: boolean; needsMerge: boolean; needsPush: boolean }> {
  const own = sql`(select ${o.repositoryId} from ${o} where ${o.projectId} = ${projectId} and ${o.removedAt} is null)`;
  const row = await db.one(sql`
    select ${named({
      needsCommit: asFlag(sql`exists (
        select from ${p} join ${t} on ${t.id} = ${p.translationId} join ${c} on ${c.id} = ${t.componentId}
        where ${p.commit} is null and ${c.repositoryId} in ${own})`),
      needsMerge: asFlag(sql`exists (select from ${r} where ${r.missing} > 0 and ${r.id} in ${own})`),
      needsPush: asFlag(sql`exists (select from ${r} where ${r.toPush} > 0 and ${r.id} in ${own})`),
    })}`);
  return row ?? { needsCommit: false, needsMerge: false, needsPush: false };
}

/** Whether edits of a translation wait for a commit. */
export async function hasPending(translationId: number): Promise<boolean> {
  const waits = asFlag(
    sql`exists (select from ${p} where ${p.translationId} = ${translationId} and ${p.commit} is null)`,
  );
  const row = await db.one(sql`select ${named({ waits })}`);
  return row?.waits === true;
}
