import { clashes, sourceUnits, units } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, recordset } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, sqlNow, TYPE } from "@/lib/platform/expressions";
import { type ClashDecision, type ClashKind, type ClashRule, STATE, type UnitState } from "@/lib/text/codes";
import type { Refusal } from "@/lib/text/messages/refusal";

const [k, u, s] = [clashes.as("k"), units.as("u"), sourceUnits.as("s")];

/** Who wrote a text upstream. */
export interface UpstreamAuthor {
  commit: string;
  name: string;
  at: Date | null;
  /** The account, where it is known. */
  userId: number | null;
}

/** A clash as the merge found it. Texts are empty where there is no string. */
export interface NewClash {
  idHash: string;
  context: string;
  sources: readonly string[];
  kind: ClashKind;
  /** Why the file cannot hold the text; "" where it could. */
  refusal: string;
  /** The same as a message, for readers of other languages. */
  refusalSaid: Refusal | null;
  base: readonly string[];
  translator: { targets: readonly string[]; state: UnitState; userId: number | null; name: string; at: Date };
  upstream: { targets: readonly string[]; state: UnitState; author: UpstreamAuthor };
  /** Whose text stands. */
  winner: ClashDecision & ("theirs" | "ours");
}

const FOUND = {
  ...columnsOf(k, "context", "sources", "kind", "refusal", "refusalSaid", "baseTargets"),
  ...columnsOf(k, "translatorTargets", "translatorState", "translatorId", "translatorName"),
  ...columnsOf(k, "upstreamTargets", "upstreamState", "upstreamAuthorId", "upstreamAuthorName", "commit"),
  ...columnsOf(k, "translatedAt", "committedAt", "decision"),
  idHash: TYPE.hash,
};

/** What of a clash goes from the merge into its row as it is. */
const COPIED = [
  ...(["context", "sources", "kind", "refusal", "refusalSaid", "baseTargets", "translatorTargets"] as const),
  ...([
    "translatorState",
    "translatorId",
    "translatorName",
    "upstreamTargets",
    "upstreamState",
    "upstreamAuthorId",
  ] as const),
  ...(["upstreamAuthorName", "commit", "translatedAt", "committedAt"] as const),
] as const;

/**
 * Writes down clashes of one language, once the strings say what the merge made of them. By `ask` they wait for a person
 * wherever there is a string to decide about, and by `ours` where ours cannot stand. Former ones of the same strings wait
 * no longer.
 */
export async function recordClashes(
  tx: Tx,
  place: { componentId: number; translationId: number },
  rule: ClashRule,
  found: readonly NewClash[],
): Promise<void> {
  if (found.length === 0) return;
  const hashes = found.map(({ idHash }) => idHash);
  await tx.run(sql`
    update ${k} set ${assigned(k, { decidedAt: sqlNow, decision: "overtaken" })} from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${k.unitId} = ${u.id} and ${k.decidedAt} is null and ${u.translationId} = ${place.translationId} and ${anyOf(asHash(s.idHash), hashes)}`);
  const n = recordset("n", FOUND, found.map(asRow));
  const asks = sql`(${rule === "ask"} or (${rule === "ours"} and ${n.kind} = 'unwritable'))`;
  const open = sql`${asks} and ${u.id} is not null and ${u.state} <> ${literal(STATE.READ_ONLY)} and ${n.kind} <> 'removed-here'`;
  await tx.run(sql`
    insert into ${clashes} ${eachRow(clashes, {
      ...place,
      rule,
      ...columnsOf(n, ...COPIED),
      unitId: u.id,
      leftTargets: sql`coalesce(${u.targets}, '{}')`,
      leftState: sql`coalesce(${u.state}, ${literal(STATE.EMPTY)})`,
      decidedAt: sql`case when ${open} then null else now() end`,
      decision: sql`case when ${open} then null else ${n.decision} end`,
    })}
    from ${n} left join ${s} on ${s.componentId} = ${place.componentId} and ${s.idHash} = ${n.idHash}
      left join ${u} on ${u.sourceId} = ${s.id} and ${u.translationId} = ${place.translationId}`);
}

function asRow({ base, translator, upstream, winner, ...clash }: NewClash) {
  const { idHash, context, sources, kind, refusal, refusalSaid } = clash;
  const { author } = upstream;
  return {
    ...{ idHash, context, kind, refusal, refusalSaid, decision: winner },
    sources: [...sources],
    baseTargets: [...base],
    translatorTargets: [...translator.targets],
    translatorState: translator.state,
    translatorId: translator.userId,
    translatorName: translator.name,
    translatedAt: translator.at,
    upstreamTargets: [...upstream.targets],
    upstreamState: upstream.state,
    upstreamAuthorId: author.userId,
    upstreamAuthorName: author.name,
    commit: author.commit,
    committedAt: author.at,
  };
}
