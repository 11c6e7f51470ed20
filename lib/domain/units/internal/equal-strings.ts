import { components, plurals, sourceUnits, translations, units, unlinkedUnits } from "@/lib/generated/tables";
import { named, pick, unnest } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { asText, hashText, TYPE } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { grouped } from "./grouped";
import type { Marks } from "./marks";
import { type Budget, mayTell, type Subject, type SubjectRow } from "./subjects";

const x = unlinkedUnits.as("x");
const [s, c, u, t, q] = [sourceUnits.as("s"), components.as("c"), units.as("u"), translations.as("t"), plurals.as("q")];

/**
 * Strings that say the same in several components of a project, and are translated differently. Those that go their own
 * way (`spread.ts`) are none.
 */

/** A string of a group: the same source and context in one language, in components that share what equal strings say. */
interface Member {
  id: number;
  group: string;
  componentId: number;
  state: UnitState;
  text: string;
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
    for (const { id } of some)
      if (told || !failing.has(id)) marks.set("inconsistent", id, failing.has(id));
      else marks.leave("inconsistent", id);
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

/**
 * Members that another component translates differently. For one that is not translated only translated ones count. The
 * time grows with the members, not with their pairs.
 */
function differing(members: readonly Member[]): Set<number> {
  const failing = new Set<number>();
  const [all, translated] = [new Tally(), new Tally()];
  for (const member of members) {
    if (member.state === STATE.EMPTY) continue;
    all.add(member);
    if (member.state >= STATE.TRANSLATED) translated.add(member);
  }
  for (const member of members) {
    const others = member.state >= STATE.TRANSLATED ? all : translated;
    if (member.state !== STATE.READ_ONLY && others.differFrom(member)) failing.add(member.id);
  }
  return failing;
}

/** How many members there are, by their texts and components. */
class Tally {
  private total = 0;
  private readonly counts = new Map<string, number>();

  private static keys({ componentId, text }: Member): [string, string, string] {
    return [`t ${text}`, `c ${componentId}`, `b ${componentId} ${text}`];
  }

  add(member: Member): void {
    this.total++;
    for (const key of Tally.keys(member)) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Whether some member of another component has another text. */
  differFrom(member: Member): boolean {
    const [text = 0, component = 0, both = 0] = Tally.keys(member).map((key) => this.counts.get(key) ?? 0);
    return this.total - text - component + both > 0;
  }
}
