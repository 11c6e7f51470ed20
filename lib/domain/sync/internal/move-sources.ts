import { pendingChanges, sourceUnits, translations, units } from "@/lib/generated/tables";
import { columnsOf, eachRow, named, pick, unnest } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, hashText, TYPE } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import type { SyncContext } from "../../files/context";
import type { FileString } from "../../files/strings";
import { removeSources } from "../source-strings";
import type { Moves } from "./moved-strings";
import { CARRIED, carryTexts, NOBODY, type RenamedSource, renameSources } from "./rename-sources";

const [s, u, t, p] = [sourceUnits.as("s"), units.as("u"), translations.as("t"), pendingChanges.as("p")];

/** Stored strings whose positions in lists are others now. */

type Strings = ReadonlyMap<string, FileString>;

/**
 * Gives stored strings the positions that the base file has for them, with all that hangs on them. Texts are not changed
 * here.
 */
export async function moveSources(
  tx: Tx,
  context: SyncContext,
  moves: Moves,
  before: Strings,
  after: Strings,
): Promise<RenamedSource[]> {
  if (moves.size === 0) return [];
  const { id: componentId } = context.component;
  const gone = [...moves].flatMap(([hash, to]) => (to ? [] : [hash]));
  await removeSources(tx, context, gone);
  // What waited for them must not pass for edits of the strings in their places; the history has it.
  await tx.run(sql`
    delete from ${p} using ${t} where ${t.id} = ${p.translationId} and ${t.componentId} = ${componentId} and ${anyOf(asHash(p.idHash), gone)}`);
  const stored = await tx.rows(sql`
    select ${pick(s, "id")}, ${named({ idHash: hashText(s.idHash) })} from ${s}
    where ${s.componentId} = ${componentId} and ${anyOf(asHash(s.idHash), [...moves.keys()])}`);
  const idOf = new Map(stored.map((row) => [row.idHash, row.id]));
  const moved = [...moves].flatMap(([hash, place]): RenamedSource[] => {
    const [from, to] = [before.get(hash), place && after.get(place.idHash)];
    // Of a string that was removed here the removal alone moves.
    return from && to ? [{ id: idOf.get(hash) ?? 0, from, to: { ...to, sources: from.targets } }] : [];
  });
  await renameSources(tx, context, moved);
  return moved.filter(({ id }) => id !== 0);
}

/**
 * Lets the moved translations wait for the files of languages, which may not have followed. There the places of new
 * strings are to say nothing, and those behind the last item to go.
 */
export async function fillPlaces(
  tx: Tx,
  context: SyncContext,
  moves: Moves,
  moved: readonly RenamedSource[],
  { before, after }: { before: Strings; after: Strings },
): Promise<void> {
  if (moves.size === 0) return;
  await carryTexts(tx, context, moved);
  const places = new Set([...moves.values()].map((to) => to?.idHash));
  const fresh = [...moves.keys()].filter((hash) => after.has(hash) && !places.has(hash));
  const left = [...moves.keys()].flatMap((hash) => (after.has(hash) ? [] : (before.get(hash) ?? [])));
  const { id: componentId } = context.component;
  await tx.run(sql`
    insert into ${pendingChanges} ${CARRIED}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId}
    where ${s.componentId} = ${componentId} and ${anyOf(asHash(s.idHash), fresh)} and not ${t.isSource} and ${u.state} = ${literal(STATE.EMPTY)}
    order by ${u.position}, ${u.id}`);
  const n = unnest(
    "n",
    { ...columnsOf(s, "context"), idHash: TYPE.hash },
    left.map(({ idHash, context: key }) => ({ idHash, context: key })),
  );
  await tx.run(sql`
    insert into ${pendingChanges} ${eachRow(pendingChanges, {
      ...columnsOf(n, "context", "idHash"),
      ...NOBODY,
      translationId: t.id,
      sources: sql`array['']`,
      targets: sql`array['']`,
      state: literal(STATE.EMPTY),
      kind: "remove",
    })}
    from ${n}, ${t} where ${t.componentId} = ${componentId} and not ${t.isSource} order by ${t.id}`);
}
