import {
  components,
  fileSnapshots,
  localCommits,
  pendingChanges,
  repositories,
  translations,
} from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asFlag, asMoment, asNumber, asText, orNull } from "@/lib/platform/expressions";

const [t, c, r, q] = [translations.as("t"), components.as("c"), repositories.as("r"), pendingChanges.as("q")];
const [f, lc] = [fileSnapshots.as("f"), localCommits.as("lc")];

/** Whether a language was added here, in a commit of its own, and upstream does not have its file yet. */
const isNewFile = sql`not ${t.isSource} and not ${t.fileWanted} and ${t.filename} <> ''
  and not exists (select from ${f} where ${f.translationId} = ${t.id})
  and exists (select from ${lc} where ${lc.repositoryId} = ${c.repositoryId} and ${lc.kind} = 'add-language')`;

/** Where the edits of a translation or component stand on their way upstream. */
export interface Pipeline {
  /** Edits that no commit holds yet, when the oldest was made, and how many people made them. */
  waiting: number;
  oldest: Date | null;
  people: number;
  /** Edits in commits that have not been pushed, and how many commits: those that made files of languages count. */
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
      ? sql`${t.id} = ${where.translationId}`
      : sql`${c.repositoryId} = ${where.repositoryId} and ${c.removedAt} is null`;
  const row = await db.one(sql`
    select ${named({
      waiting: asNumber(sql`(count(${q.id}) filter (where ${q.commit} is null))::int`),
      oldest: orNull(asMoment(sql`min(${q.createdAt}) filter (where ${q.commit} is null)`)),
      people: asNumber(sql`(count(distinct ${q.authorName}) filter (where ${q.commit} is null))::int`),
      committed: asNumber(sql`(count(${q.id}) filter (where ${q.commit} is not null))::int`),
      commits: asNumber(sql`(count(distinct ${q.commit}) + count(distinct ${t.id}) filter (where ${isNewFile}))::int`),
      synced: orNull(asText(sql`max(${r.syncedCommit})`)),
      pushes: asFlag(sql`coalesce(bool_or(${r.push} <> '' or ${r.vcs} not in ('git', 'git-force-push')), false)`),
    })}
    from ${t} join ${c} on ${c.id} = ${t.componentId} join ${r} on ${r.id} = ${c.repositoryId}
    left join ${q} on ${q.translationId} = ${t.id} where ${scope}`);
  if (!row) throw new Error("There is no pipeline.");
  return row;
}
