import { changes as ledger, sourceUnits, units } from "@/lib/generated/tables";
import { named, pick, subquery } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, hashText } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import type { SyncTranslation } from "../../files/context";
import { filled, sameTexts } from "../../files/strings";
import type { KeptText, MergeOutcome } from "./merge-strings";

const [u, s, c] = [units.as("u"), sourceUnits.as("s"), ledger.as("c")];

/** Who wrote what a string says now, when somebody did so here. */
const w = subquery(
  "w",
  sql`
    select ${pick(c, "authorId")} from ${c}
    where ${c.unitId} = ${u.id} and ${c.target} = joined_forms(${u.targets}) and ${c.cause} <> 'repository' and ${c.authorId} is not null
    order by ${c.id} desc limit 1`,
);

/**
 * Texts that somebody wrote here and that upstream had and has no more; to be asked before the rows follow. Upstream's
 * own texts are upstream's to take back.
 */
export async function textsTakenBack(
  tx: Tx,
  translation: SyncTranslation,
  { changes, kept }: Pick<MergeOutcome, "changes" | "kept">,
): Promise<KeptText[]> {
  const decided = new Set(kept.map(({ ours }) => ours.idHash));
  const later = new Map(changes.map((change) => [(change.after ?? change.before).idHash, change.after?.targets ?? []]));
  const rows = await tx.rows(sql`
    select ${named({ idHash: hashText(s.idHash) })}, ${pick(u, "targets")}, ${pick(w, "authorId")}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} cross join lateral ${w}
    where ${u.translationId} = ${translation.id} and ${anyOf(asHash(s.idHash), [...later.keys()])}
      and ${u.state} not in (${literal(STATE.EMPTY)}, ${literal(STATE.READ_ONLY)}) order by ${u.id}`);
  return rows.flatMap(({ idHash, targets, authorId }) => {
    const stays = sameTexts(filled(targets), filled(later.get(idHash) ?? []));
    return stays || decided.has(idHash) ? [] : [{ ours: { idHash }, targets, authorId }];
  });
}
