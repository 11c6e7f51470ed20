import { components, hostRequests, localCommits, pendingChanges, translations } from "@/lib/generated/tables";
import { assigned, named, names, pick, row } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asJson, asNumber, orNull, sqlNow } from "@/lib/platform/expressions";
import type { RequestState } from "@/lib/text/codes";
import type { Refusal } from "@/lib/text/messages/refusal";

const [q, p, t, c] = [hostRequests.as("q"), pendingChanges.as("p"), translations.as("t"), components.as("c")];
const lc = localCommits.as("lc");

/** What is known of a repository's request. */
export interface StoredRequest {
  source: string;
  address: string;
  branch: string;
  number: string;
  url: string;
  state: RequestState;
  title: string;
  text: string;
  newestChange: number;
  otherCommits: number;
  /** Whether its host merges it as soon as its rules allow, and why not where it should. */
  automatic: boolean;
  mergeProblem: string;
  mergeProblemSaid: Refusal | null;
}

/** How far the work goes that our commits hold. */
export interface WorkMark {
  /** Newest edit in a commit. */
  newestChange: number;
  /** Commits that are not made of edits. */
  otherCommits: number;
}

/** The newest request of a repository; undefined when there was none. */
export async function storedRequest(repositoryId: number): Promise<StoredRequest | undefined> {
  return db.one(sql`
    select ${pick(q, "source", "address", "branch", "number", "url", "state", "title", "text", "newestChange", "otherCommits")},
      ${pick(q, "automatic", "mergeProblem")}, ${named({ mergeProblemSaid: orNull(asJson<Refusal>(q.mergeProblemSaid)) })}
    from ${q} where ${q.repositoryId} = ${repositoryId}`);
}

/** Writes down what is known now. */
export async function storeRequest(repositoryId: number, known: StoredRequest): Promise<void> {
  const values = { ...known, checkedAt: sqlNow };
  await db.run(sql`
    insert into ${hostRequests} ${row(hostRequests, { repositoryId, ...values })}
    on conflict (${names(hostRequests, "repositoryId")}) do update set ${assigned(hostRequests, values)}`);
}

/** How far the work of our commits goes now. */
export async function workMark(repositoryId: number): Promise<WorkMark> {
  const newest = sql`
    (select max(${p.id}) from ${p} join ${t} on ${t.id} = ${p.translationId} join ${c} on ${c.id} = ${t.componentId}
      where ${c.repositoryId} = ${repositoryId} and ${p.commit} is not null)`;
  const others = sql`
    (select count(*) from ${lc} where ${lc.repositoryId} = ${repositoryId} and ${lc.kind} not in ('translations', 'merge'))`;
  const found = await db.one(sql`
    select ${named({ newestChange: asNumber(sql`coalesce(${newest}, 0)`), otherCommits: asNumber(sql`${others}::int`) })}`);
  return found ?? { newestChange: 0, otherCommits: 0 };
}

/** Whether there is work that was no part of the request. */
export const isMore = (now: WorkMark, then: WorkMark): boolean =>
  now.newestChange > then.newestChange || now.otherCommits > then.otherCommits;
