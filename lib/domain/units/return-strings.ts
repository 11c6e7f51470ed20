import {
  components,
  operationSources,
  operationTexts,
  pendingChanges,
  sourceUnits,
  translations,
  units,
} from "@/lib/generated/tables";
import { assigned, columnsOf, cte, defined, eachRow, named, pick, unnest } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf, hashText, TYPE } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { hasSeveralValues } from "@/lib/text/formats/registry";
import { type Actor, ledgerUser } from "../access/actor";
import { ACTION } from "../change-actions";
import { joinForms, record } from "../changes/record";
import type { ComponentRow } from "../components/components";
import { applyCountDifference, countUnits } from "../counters/unit-counters";
import { insertOfEmptyUnits } from "./empty-units";
import { keepAdded } from "./internal/keep-added";
import { changeFiles, type FileChange } from "./manage-units";
import { recheck } from "./recheck";
import { touchStrings } from "./touched";
import { lockUnits } from "./units";

const [u, s, t, p] = [units.as("u"), sourceUnits.as("s"), translations.as("t"), pendingChanges.as("p")];
const [k, q, r] = [operationTexts.as("k"), operationSources.as("q"), sourceUnits.as("r")];

/** Columns of a source string as it was. */
const FORMER = [
  ...(["id", "componentId", "idHash", "contentHash", "context", "sources", "note", "location", "flags"] as const),
  ...(["explanation", "extraFlags", "numWords", "numChars", "priority", "position", "createdAt"] as const),
] as const;

/**
 * Brings back strings that an operation has removed, with the texts that they had; the files get them with the next commit.
 * A string whose place another one has taken stays away. A handful of statements, however many strings.
 * @param sourceIds source strings of the component, with all that the operation removed of each
 * @returns ids of the units that are there again
 */
export async function returnStrings(
  tx: Tx,
  actor: Actor,
  component: ComponentRow,
  { operationId, sourceIds }: { operationId: string; sourceIds: readonly number[] },
): Promise<number[]> {
  // One at a time in a component, so that the same string does not come twice.
  await tx.run(sql`select 1 from ${components} where ${components.id} = ${component.id} for update`);
  const sources = await tx.rows(sql`
    insert into ${sourceUnits} ${eachRow(sourceUnits, columnsOf(r, ...FORMER))}
    from ${q} cross join lateral jsonb_populate_record(null::source_units, ${q.row}) as r
    where ${q.operationId} = ${operationId} and ${q.componentId} = ${component.id} and ${anyOf(q.sourceId, sourceIds)}
    on conflict do nothing returning ${pick(sourceUnits, "id")}`);
  const ids = await insertFormer(tx, operationId, sourceIds);
  // A language that came meanwhile has the string too.
  if (component.template !== "") ids.push(...(await insertEmpty(tx, component, sources)));
  await writeFiles(tx, actor, component, ids);
  await keepAdded(tx, ids);
  await touchStrings(tx, ids);
  const there = await lockUnits(tx, actor, ids);
  await recheck(tx, there);
  await applyCountDifference(tx, new Map(), await countUnits(tx, ids));
  await record(
    tx,
    actor,
    there
      .filter((unit) => unit.state !== STATE.EMPTY || unit.isSource)
      .map((unit) => ({
        action: ACTION.STRING_ADDED,
        projectId: component.projectId,
        componentId: component.id,
        translationId: unit.translationId,
        languageId: unit.languageId,
        unitId: unit.id,
        target: joinForms(unit.targets),
        details: { state: unit.state, source: joinForms(unit.sources) },
      })),
  );
  return ids;
}

async function insertFormer(tx: Tx, operationId: string, sourceIds: readonly number[]): Promise<number[]> {
  const made = await tx.rows(sql`
    insert into ${units} ${eachRow(units, {
      id: k.unitId,
      ...columnsOf(k, "sourceId", "translationId", "position", "targets", "previousSource", "explanation", "automatic"),
      state: k.state,
      originalState: k.originalState,
    })}
    from ${k} join ${s} on ${s.id} = ${k.sourceId} join ${t} on ${t.id} = ${k.translationId}
    where ${k.operationId} = ${operationId} and ${anyOf(k.sourceId, sourceIds)} and ${k.state} is not null and ${k.leftState} is null
    order by ${k.translationId}, ${k.position} on conflict do nothing returning ${pick(units, "id")}`);
  return made.map((row) => row.id);
}

async function insertEmpty(tx: Tx, component: ComponentRow, sources: readonly { id: number }[]): Promise<number[]> {
  const insert = insertOfEmptyUnits(
    { id: component.id, severalValues: hasSeveralValues(component.fileFormat) },
    sources.map(({ id }) => ({ id, state: STATE.EMPTY })),
  );
  const made = cte("made", sql`${insert} returning ${pick(u, "id")}`);
  return (await tx.rows(sql`with ${defined(made)} select ${pick(made, "id")} from ${made}`)).map((row) => row.id);
}

/** With a base file a language's file gets the string when it has a text; without one every file holds all strings. */
async function writeFiles(tx: Tx, actor: Actor, component: ComponentRow, ids: readonly number[]): Promise<void> {
  const kept = component.template === "" ? sql`true` : sql`(${t.isSource} or ${u.state} <> ${STATE.EMPTY})`;
  const rows = await tx.rows(sql`
    select ${pick(u, "id", "translationId", "targets", "state")}, ${pick(s, "context", "sources")}, ${named({ idHash: hashText(s.idHash) })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId}
    where ${anyOf(u.id, ids)} and ${t.filename} <> '' and ${kept} order by ${u.translationId}, ${u.position}`);
  if (rows.length === 0) return;
  // What no commit has removed yet need not be removed: its entry stays as it is in the file.
  const w = unnest(
    "w",
    { translationId: p.translationId, idHash: TYPE.hash },
    rows.map(({ translationId, idHash }) => ({ translationId, idHash })),
  );
  await tx.run(sql`
    delete from ${p} using ${w}
    where ${p.translationId} = ${w.translationId} and ${p.idHash} = ${w.idHash} and ${p.kind} = 'remove' and ${p.commit} is null`);
  await changeFiles(
    tx,
    ledgerUser(actor),
    rows.map(
      ({ id, ...row }): FileChange => ({
        ...row,
        kind: "add",
        unitId: id,
        state: row.state === STATE.READ_ONLY ? STATE.TRANSLATED : row.state,
      }),
    ),
  );
  const written = rows.map((row) => row.id);
  await tx.run(sql`update ${u} set ${assigned(u, { pending: true })} where ${anyOf(u.id, written)}`);
}
