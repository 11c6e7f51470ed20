import { fileSnapshots, listMoves, translations } from "@/lib/generated/tables";
import { pick, row } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import type { Moves } from "./moved-strings";

const [m, f, t] = [listMoves.as("m"), fileSnapshots.as("f"), translations.as("t")];

/** What base files moved in their lists and files of languages have not followed yet. */

/** One change of a base file. */
export interface ListMove {
  id: number;
  moves: Moves;
}

/** Moves of one component that are kept; before that, files of languages are taken to have followed. */
const MOST_MOVES = 20;

/** Keeps what a base file moved, and forgets what all files have followed. */
export async function keepMoves(tx: Tx, componentId: number, moves: Moves): Promise<void> {
  if (moves.size === 0) return;
  const written = [...moves].map(([hash, to]) => [hash, to?.idHash ?? null, to?.context ?? null]);
  await tx.run(sql`insert into ${listMoves} ${row(listMoves, { componentId, moves: written })}`);
  await tx.run(sql`
    delete from ${m} where ${m.componentId} = ${componentId} and (
      ${m.id} <= (
        select min(${f.listMove}) from ${f} join ${t} on ${t.id} = ${f.translationId}
        where ${t.componentId} = ${componentId} and not ${t.isSource})
      or ${m.id} not in (
        select ${m.id} from ${m} where ${m.componentId} = ${componentId} order by ${m.id} desc limit ${MOST_MOVES}))`);
}

/** What the base file of a component moved, the oldest first. */
export async function keptMoves(tx: Pick<Tx, "rows">, componentId: number): Promise<ListMove[]> {
  const rows = await tx.rows(sql`
    select ${pick(m, "id", "moves")} from ${m} where ${m.componentId} = ${componentId} order by ${m.id}`);
  return rows.map(({ id, moves }) => ({
    id,
    moves: new Map(
      (moves as [string, string | null, string | null][]).map(([hash, idHash, context]) => [
        hash,
        idHash === null ? undefined : { idHash, context: context ?? "" },
      ]),
    ),
  }));
}
