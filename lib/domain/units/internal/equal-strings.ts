import { components, plurals, sourceUnits, translations, units, unlinkedUnits } from "@/lib/generated/tables";
import { named, pick, unnest } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { asText, hashText, TYPE } from "@/lib/platform/expressions";
import { differing, type Twin } from "@/lib/text/checks/inconsistent";
import { grouped } from "@/lib/text/grouped";
import type { Marks } from "./marks";
import { type Budget, mayTell, type Subject, type SubjectRow } from "./subjects";

const x = unlinkedUnits.as("x");
const [s, c, u, t, q] = [sourceUnits.as("s"), components.as("c"), units.as("u"), translations.as("t"), plurals.as("q")];

/**
 * Strings that say the same in several components of a project, and are translated differently. Those that go their own
 * way (`spread.ts`) are none.
 */

/** A string of a group: the same source and context in one language, in components that share what equal strings say. */
interface Member extends Twin {
  id: number;
  group: string;
  componentId: number;
}

/** All languages of a content. */
const EVERY = 0;

/** Marks the members of all groups that the touched strings are in, or were in. */
export async function markInconsistent(
  tx: Tx,
  projectId: number,
  { subjects, rows }: { subjects: readonly Subject[]; rows: readonly SubjectRow[] },
  marks: Marks,
  budget: Budget | undefined,
): Promise<void> {
  const wanted = new Map<string, { contentHash: string; languageId: number }>();
  const want = (contentHash: string | null, languageId: number | null) => {
    if (contentHash !== null)
      wanted.set(`${contentHash} ${languageId}`, { contentHash, languageId: languageId ?? EVERY });
  };
  for (const row of rows) want(row.contentHash, row.languageId);
  for (const { contentHash, languageId } of subjects) want(contentHash, languageId);
  const members = await membersOf(tx, projectId, [...wanted.values()]);
  const groups = grouped(members, (member) => member.group);
  for (const [group, some] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const failing = differing(some);
    const told = failing.size === 0 || mayTell(budget, "inconsistent", group);
    for (const member of some)
      if (told || !failing.has(member)) marks.set("inconsistent", member.id, failing.has(member));
      else marks.leave("inconsistent", member.id);
  }
}

async function membersOf(
  tx: Tx,
  projectId: number,
  wanted: readonly { contentHash: string; languageId: number }[],
): Promise<Member[]> {
  if (wanted.length === 0) return [];
  const w = unnest("w", { contentHash: TYPE.hash, languageId: TYPE.number }, wanted);
  const group = asText(
    sql`concat_ws(' ', ${s.contentHash}, ${t.languageId}, ${c.sourceLanguageId}, ${q.number}, ${q.formula})`,
  );
  return tx.rows(sql`
    select ${pick(u, "id", "state")}, ${named({
      group,
      componentId: c.id,
      text: hashText(TEXT),
    })}
    from ${w} join ${s} on ${s.contentHash} = ${w.contentHash}
    join ${c} on ${c.id} = ${s.componentId} and ${c.projectId} = ${projectId} and ${c.allowPropagation} and not ${c.isGlossary} and ${c.removedAt} is null
    join ${t} on ${t.componentId} = ${c.id} and not ${t.isSource} and ${w.languageId} in (${t.languageId}, ${EVERY})
    join ${u} on ${u.translationId} = ${t.id} and ${u.sourceId} = ${s.id} join ${q} on ${q.id} = ${t.pluralId}
    where not exists (select from ${x} where ${x.unitId} = ${u.id})`);
}

const TEXT = asText(sql`hash_array_extended(${u.targets}, 0)`);
