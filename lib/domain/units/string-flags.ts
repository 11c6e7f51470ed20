import { units } from "@/lib/generated/tables";
import { assigned, named, pick, subquery } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asWritten, sqlNow } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { SERVICE } from "../access/actor";
import { applyCountDifference, countUnitsOfSources } from "../counters/unit-counters";
import { recheck } from "./recheck";
import { touchSources } from "./touched";
import { lockUnits } from "./units";

const [u, x, s] = [units.as("u"), units.as("x"), units.as("s")];

/** Strings that are checked anew at a time. */
const CHECKED = 2000;

/** A source string whose own flags have changed, and what all flags together say about editing it. */
export interface OwnFlagsChange {
  id: number;
  wasClosed: boolean;
  isClosed: boolean;
}

/**
 * What follows in every language from new flags of source strings, once they are written: `read-only` closes them, without
 * it they are as they were, and they are checked anew.
 */
export async function followOwnFlags(tx: Tx, changes: readonly OwnFlagsChange[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  const idsWhere = (holds: (change: OwnFlagsChange) => boolean) =>
    changes.flatMap((change) => (holds(change) ? [change.id] : []));
  await touchSources(tx, ids);
  const weight = await countUnitsOfSources(tx, ids);
  const closed = idsWhere(({ wasClosed, isClosed }) => isClosed && !wasClosed);
  if (closed.length > 0) await close(tx, closed);
  const opened = idsWhere(({ wasClosed, isClosed }) => wasClosed && !isClosed);
  if (opened.length > 0) await open(tx, opened);
  const all = await tx.rows(
    sql`select ${pick(units, "id")} from ${units} where ${anyOf(units.sourceId, ids)} order by ${units.id}`,
  );
  for (let at = 0; at < all.length; at += CHECKED) {
    const some = all.slice(at, at + CHECKED).map((row) => row.id);
    await recheck(tx, await lockUnits(tx, SERVICE, some));
  }
  await applyCountDifference(tx, weight, await countUnitsOfSources(tx, ids));
}

/** Makes strings read-only in every language; the state they had is kept beside. */
async function close(tx: Tx, sourceIds: readonly number[]): Promise<void> {
  await tx.run(sql`
    update ${units} set ${assigned(units, {
      originalState: units.state,
      state: literal(STATE.READ_ONLY),
      version: sql`${units.version} + 1`,
      updatedAt: sqlNow,
    })}
    where ${anyOf(units.sourceId, sourceIds)} and ${units.state} <> ${literal(STATE.READ_ONLY)}`);
}

/**
 * Gives every language its state back. One whose file was read meanwhile knows it no longer and is judged by its text,
 * unless the file itself says that the string is read-only.
 */
async function open(tx: Tx, sourceIds: readonly number[]): Promise<void> {
  const known = sql`${x.originalState} <> ${literal(STATE.READ_ONLY)}`;
  const judged = sql`case when array_to_string(${x.targets}, '') = '' then ${literal(STATE.EMPTY)} else ${literal(STATE.TRANSLATED)} end`;
  const n = subquery(
    "n",
    sql`
      select ${pick(x, "id")}, ${named({ state: asWritten(x.state, sql`case when ${known} then ${x.originalState} else ${judged} end`) })}
      from ${x} join ${s} on ${s.id} = ${x.sourceId}
      where ${anyOf(x.sourceId, sourceIds)} and ${x.state} = ${literal(STATE.READ_ONLY)}
        and (${known} or ${s.originalState} <> ${literal(STATE.READ_ONLY)})`,
  );
  await tx.run(sql`
    update ${u} set ${assigned(u, {
      state: n.state,
      originalState: n.state,
      version: sql`${u.version} + 1`,
      updatedAt: sqlNow,
    })}
    from ${n} where ${u.id} = ${n.id}`);
}
