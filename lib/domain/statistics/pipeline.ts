import { db, sql } from "@/lib/platform/database";

/** Where the edits of a translation or component stand on their way upstream. */
export interface Pipeline {
  /** Edits that no commit holds yet, when the oldest was made, and how many people made them. */
  waiting: number;
  oldest: Date | null;
  people: number;
  /** Edits in commits that have not been pushed, and how many commits. */
  committed: number;
  commits: number;
  /** Newest commit that both sides have. */
  synced: string | null;
  pushes: boolean;
}

/** The pipeline of one translation, or of all of a component's repository. */
export async function readPipeline(where: { translationId: number } | { repositoryId: number }): Promise<Pipeline> {
  const scope =
    "translationId" in where
      ? sql`t.id = ${where.translationId}`
      : sql`c.repository_id = ${where.repositoryId} and c.removed_at is null`;
  const row = await db.one<Pipeline>(sql`
    select (count(q.id) filter (where q.commit is null))::int as waiting, min(q.created_at) filter (where q.commit is null) as oldest,
      (count(distinct q.author_name) filter (where q.commit is null))::int as people,
      (count(q.id) filter (where q.commit is not null))::int as committed, count(distinct q.commit)::int as commits,
      max(r.synced_commit) as synced, coalesce(bool_or(r.push <> '' or r.vcs = 'local'), false) as pushes
    from translations t join components c on c.id = t.component_id join repositories r on r.id = c.repository_id
    left join pending_changes q on q.translation_id = t.id where ${scope}`);
  return row as Pipeline;
}
