import { db, sql } from "@/lib/platform/database";
import type { CommitInfo } from "@/lib/platform/vcs/vcs";
import type { Held } from "./working-copy";

/** What the repository page and the API show of a repository. */

/** How many commits are counted at most on either side. */
const COUNT_LIMIT = 1000;

export interface RepositoryState {
  needsCommit: boolean;
  needsMerge: boolean;
  needsPush: boolean;
  remoteCommit: string | null;
  remoteInfo: CommitInfo | null;
  localInfo: CommitInfo | null;
  status: string;
  mergeFailure: string | null;
  outgoing: number;
  missing: number;
  pending: number;
}

/** Looks at the working copy and stores what it says, so that readers need not open it. */
export async function storeStatus(held: Held): Promise<void> {
  const { copy, repository } = held;
  const head = await copy.head();
  const remote = await copy.remoteHead();
  const [outgoing, missing] = remote
    ? await Promise.all([copy.missing(remote, head, COUNT_LIMIT), copy.missing(head, remote, COUNT_LIMIT)])
    : [[], []];
  const localInfo = await copy.commitInfo(head);
  const remoteInfo = remote ? await copy.commitInfo(remote) : null;
  await db.run(sql`
    update repositories set local_commit = ${head}, remote_commit = ${remote}, outgoing = ${outgoing.length}, missing = ${missing.length},
      local_info = ${localInfo && JSON.stringify(localInfo)}::jsonb, remote_info = ${remoteInfo && JSON.stringify(remoteInfo)}::jsonb,
      status = ${await copy.status()} where id = ${repository.id}`);
}

/** State of repositories, as stored last; pending edits are asked afresh. */
export async function repositoryStates(ids: readonly number[]): Promise<Map<number, RepositoryState>> {
  const rows = await db.rows<RepositoryState & { id: number }>(sql`
    select r.id, r.remote_commit, r.remote_info, case when r.vcs <> 'local' then r.local_info end as local_info, r.status, r.merge_failure, r.outgoing, r.missing,
      r.missing > 0 as needs_merge, r.outgoing > 0 as needs_push, w.pending > 0 as needs_commit, w.pending
    from repositories r cross join lateral (
      select count(*)::int as pending from components c join translations t on t.component_id = c.id
      join pending_changes p on p.translation_id = t.id and p.commit is null where c.repository_id = r.id) w
    where r.id = any(${ids}::int[])`);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** Whether edits of a translation wait for a commit. */
export async function hasPending(translationId: number): Promise<boolean> {
  const row = await db.one<{ waits: boolean }>(
    sql`select exists (select from pending_changes where translation_id = ${translationId} and commit is null) as waits`,
  );
  return row?.waits === true;
}
