import { components, plurals, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick, unnest } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { asText, hashText, TYPE } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { grouped } from "./grouped";
import type { Marks } from "./marks";
import { type Budget, mayTell, type Subject, type SubjectRow } from "./subjects";

const [s, c, u, t, q] = [sourceUnits.as("s"), components.as("c"), units.as("u"), translations.as("t"), plurals.as("q")];

/** Texts that translate different sources of a project. */

/** More strings with one of the texts are not looked at. */
const MOST = 20_000;

/**
 * Marks the strings of all texts that the touched strings have or had. A language with one plural form is left out: it says
 * several things with the same words by nature.
 */
export async function markReused(
  tx: Tx,
  projectId: number,
  { subjects, rows }: { subjects: readonly Subject[]; rows: readonly SubjectRow[] },
  marks: Marks,
  budget: Budget | undefined,
): Promise<void> {
  const wanted = new Map<string, { textHash: string; languageId: number }>();
  const want = (textHash: string | null, languageId: number | null) => {
    if (textHash !== null && languageId !== null) wanted.set(`${textHash} ${languageId}`, { textHash, languageId });
  };
  for (const row of rows) if (row.state !== STATE.EMPTY) want(row.textHash, row.languageId);
  for (const { textHash, languageId } of subjects) want(textHash, languageId);
  if (wanted.size === 0) return;
  const w = unnest("w", { textHash: TYPE.hash, languageId: t.languageId }, [...wanted.values()]);
  const found = await tx.rows(sql`
    select ${pick(u, "id")}, ${pick(w, "languageId")}, ${named({
      text: hashText(w.textHash),
      source: asText(sql`joined_forms(${s.sources})`),
      target: asText(sql`joined_forms(${u.targets})`),
    })}
    from ${w} join ${u} on hash_array_extended(${u.targets}, 0) = ${w.textHash} and ${u.state} <> ${literal(STATE.EMPTY)}
    join ${t} on ${t.id} = ${u.translationId} and ${t.languageId} = ${w.languageId} and not ${t.isSource}
    join ${q} on ${q.id} = ${t.pluralId} and ${q.number} > 1
    join ${c} on ${c.id} = ${t.componentId} and ${c.projectId} = ${projectId} and ${c.allowPropagation} and not ${c.isGlossary} and ${c.removedAt} is null
    join ${s} on ${s.id} = ${u.sourceId}
    where ${u.state} <> ${literal(STATE.READ_ONLY)} limit ${MOST}`);
  const groups = grouped(found, ({ text, languageId }) => `${text} ${languageId}`);
  for (const [group, some] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const fails = isReused(some);
    const told = !fails || mayTell(budget, "reused", group);
    for (const { id } of some)
      if (told) marks.set("reused", id, fails);
      else marks.leave("reused", id);
  }
}

/** Whether different sources have this text. Where its script has no cases, sources that differ by case alone are the same. */
function isReused(strings: readonly { source: string; target: string }[]): boolean {
  const { target = "" } = strings[0] ?? {};
  if (target.trim() === "") return false;
  const caseless = target.toLowerCase() === target.toUpperCase();
  return new Set(strings.map(({ source }) => (caseless ? source.toLowerCase() : source))).size > 1;
}
