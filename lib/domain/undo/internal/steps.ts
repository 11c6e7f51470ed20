import { isDeepStrictEqual } from "node:util";
import { changes, operationTexts, translations, units } from "@/lib/generated/tables";
import { assigned, columnsOf, named, pick } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag, asNumber } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { findFormat } from "@/lib/text/formats/registry";
import { type Actor, ledgerUser } from "../../access/actor";
import { can } from "../../access/demand";
import { ACTION } from "../../change-actions";
import { type ComponentRow, componentsById } from "../../components/components";
import { isClosed } from "../../components/edit-lock";
import { applyEdits, type UnitEdit } from "../../units/apply-edits";
import { type ExplainedTerm, explainTerms } from "../../units/explain-terms";
import { removeStrings } from "../../units/remove-unit";
import { returnStrings } from "../../units/return-strings";
import { type EditableUnit, editableScope, lockUnits, takesTexts } from "../../units/units";
import { dropLanguages } from "./drop-languages";
import { dropSuggestions } from "./drop-suggestions";
import { mayRestore } from "./each-string";
import { SAYING } from "./join-language";
import { returnOfStrings } from "./kept-attachments";
import type { Batch, LeftReason, LeftString, Step, StepName, StoredOperation, Undoing } from "./progress";
import { restoreFindings, returnAccepted } from "./restore-decided";
import { restoreFlags, restoreLabels } from "./restore-marks";
import { restoreSettings } from "./restore-settings";
import { returnLanguages } from "./return-languages";

const [k, k2, u, x] = [operationTexts.as("k"), operationTexts.as("k2"), units.as("u"), units.as("x")];
const [t, ch] = [translations.as("t"), changes.as("ch")];

/** The steps of an undo, each in batches with a transaction of their own. Strings are locked before they are looked at. */

/** Strings that are edited in one transaction; others get their turn between two of them. */
const BATCH = 1000;

/** Whether a string is as the operation left it, and nobody has said anything of it since. */
const untouched = (unit: typeof u, kept: typeof k, operation: StoredOperation): Sql => sql`
  hash_array_extended(${unit.targets}, 0) = ${kept.leftHash} and ${unit.state} = ${kept.leftState}
  and ${unit.explanation} = coalesce(${kept.leftExplanation}, ${unit.explanation})
  and not exists (select from ${ch} where ${ch.unitId} = ${unit.id} and ${ch.tx} > ${kept.tx}
    and ${ch.operationId} is distinct from ${operation.id}::uuid and ${ch.operationId}::text is distinct from current_setting('loquat.operation')
    and ${anyOf(ch.action, SAYING)})`;

/** Texts of base files go before those of languages, whose states follow them. */
export const STEPS: Readonly<Record<StepName, Step>> = {
  flags: restoreFlags,
  "base-texts": (tx, undoing) => restoreTexts(tx, undoing, sql`${k.unitId} = ${k.sourceId}`),
  "removed-strings": returnRemoved,
  texts: (tx, undoing) => restoreTexts(tx, undoing, sql`${k.unitId} <> ${k.sourceId}`),
  "added-strings": removeAdded,
  labels: restoreLabels,
  "removed-languages": returnLanguages,
  "added-languages": dropLanguages,
  "made-suggestions": dropSuggestions,
  suggestions: returnAccepted,
  findings: restoreFindings,
  settings: restoreSettings,
};

/** Whether an operation said something else of a translation than was said before. */
const TOLD = sql`coalesce(${k.leftExplanation} <> ${k.explanation}, false)`;

/** Gives strings back the texts and states that they had, and translations of terms what was said of them. */
async function restoreTexts(tx: Tx, { actor, operation, after }: Undoing, which: Sql): Promise<Batch> {
  const rows = await tx.rows(sql`
    select ${pick(k, "unitId", "targets", "state", "explanation")}, ${named({ told: asFlag(TOLD) })} from ${k}
    where ${k.operationId} = ${operation.id} and ${k.unitId} > ${after} and ${which} and ${k.state} is not null and ${k.leftState} is not null
      and ((hash_array_extended(${k.targets}, 0), ${k.state}) is distinct from (${k.leftHash}, ${k.leftState}) or ${TOLD})
    order by ${k.unitId} limit ${BATCH}`);
  const ids = rows.map((row) => row.unitId);
  if (ids.length === 0) return { after: undefined };
  const byId = new Map((await lockUnits(tx, actor, ids)).map((unit) => [unit.id, unit]));
  const standing = await tx.rows(sql`
    select ${pick(u, "id")} from ${u} join ${k} on ${k.operationId} = ${operation.id} and ${k.unitId} = ${u.id}
    where ${anyOf(u.id, [...byId.keys()])} and ${untouched(u, k, operation)}`);
  const stands = new Set(standing.map((row) => row.id));
  const { there, hidden } = await unseen(tx, ids, byId);
  const left: LeftString[] = [];
  const edits: UnitEdit[] = [];
  const explained: ExplainedTerm[] = [];
  let restored = 0;
  for (const { unitId, targets, state, explanation, told } of rows) {
    const unit = byId.get(unitId);
    if (!unit) {
      if (!there.has(unitId)) left.push({ unit: unitId, reason: "gone" });
      continue;
    }
    const wanted = { targets, state: state ?? STATE.EMPTY };
    // What a flag had closed is open again.
    const same = unit.state === wanted.state && isDeepStrictEqual(unit.targets, targets);
    if (same && !told) continue;
    const reason = stands.has(unitId) ? obstacle(actor, operation, unit, wanted) : "changed";
    if (reason) {
      left.push({ unit: unitId, reason });
      continue;
    }
    restored++;
    if (!same) edits.push({ unit, ...wanted, action: ACTION.TRANSLATION_REVERTED });
    if (told) explained.push({ unit: unitId, explanation });
  }
  await write(tx, actor, operation, edits);
  await explainTerms(tx, actor, explained, { cause: actor.cause });
  return { after: ids.at(-1), restored, left, hidden };
}

/** Which of the strings that were not given are there all the same. */
async function unseen(
  tx: Tx,
  ids: readonly number[],
  seen: ReadonlyMap<number, EditableUnit>,
): Promise<{ there: ReadonlySet<number>; hidden: number }> {
  const missing = ids.filter((id) => !seen.has(id));
  if (missing.length === 0) return { there: new Set(), hidden: 0 };
  const rows = await tx.rows(sql`select ${pick(u, "id")} from ${u} where ${anyOf(u.id, missing)}`);
  return { there: new Set(rows.map((row) => row.id)), hidden: rows.length };
}

/** Why a string that nobody has touched stays as it is; undefined when nothing stands in the way. */
function obstacle(
  actor: Actor,
  operation: StoredOperation,
  unit: EditableUnit,
  wanted: { targets: string[]; state: UnitState },
): LeftReason | undefined {
  if (unit.componentLocked) return "locked";
  if (unit.state === STATE.READ_ONLY || wanted.state === STATE.READ_ONLY) return "read-only";
  if (!takesTexts(unit, wanted.targets)) return "forms";
  const own = operation.details.components.includes(unit.componentId);
  // Elsewhere the texts came by propagation, which asks the same.
  const may = own ? mayRestore(actor, operation, unit) : can(actor, "unit.edit", editableScope(unit));
  return may ? undefined : "not-allowed";
}

async function write(tx: Tx, actor: Actor, operation: StoredOperation, edits: readonly UnitEdit[]): Promise<void> {
  if (edits.length === 0) return;
  // The marks of a source string are ours alone: no file holds them.
  const inFiles = ({ unit }: UnitEdit) => !unit.isSource || unit.isTemplate;
  const options = { authorId: ledgerUser(actor), polish: false, approvalAsked: true };
  await applyEdits(tx, actor, edits.filter(inFiles), options);
  const marks = edits.filter((edit) => !inFiles(edit));
  if (marks.length > 0) await applyEdits(tx, actor, marks, { ...options, pending: false });
  const ids = edits.map(({ unit }) => unit.id);
  await tx.run(sql`
    update ${u} set ${assigned(u, columnsOf(k, "previousSource", "automatic"))} from ${k}
    where ${k.operationId} = ${operation.id} and ${k.unitId} = ${u.id} and ${anyOf(u.id, ids)}`);
}

/** The next source strings with strings of a kind, all of one component. */
async function nextSources(
  tx: Tx,
  { operation, after }: Undoing,
  kind: Sql,
): Promise<{ component: number; ids: number[] }> {
  const rows = await tx.rows(sql`
    select ${named({ id: k.sourceId, component: t.componentId })} from ${k} join ${t} on ${t.id} = ${k.translationId}
    where ${k.operationId} = ${operation.id} and ${k.sourceId} > ${after} and ${kind} order by ${k.sourceId} limit ${BATCH}`);
  const component = rows[0]?.component ?? 0;
  const others = rows.findIndex((row) => row.component !== component);
  return { component, ids: [...new Set((others < 0 ? rows : rows.slice(0, others)).map((row) => row.id))] };
}

/** Strings of source strings that a condition holds for. */
async function stringsOf(tx: Tx, { operation }: Undoing, ids: readonly number[], kind: Sql): Promise<number[]> {
  const rows = await tx.rows(sql`
    select ${pick(k, "unitId")} from ${k} where ${k.operationId} = ${operation.id} and ${anyOf(k.sourceId, ids)} and ${kind} order by ${k.unitId}`);
  return rows.map((row) => row.unitId);
}

const REMOVED = sql`${k.state} is not null and ${k.leftState} is null`;
const ADDED = sql`${k.state} is null and ${k.leftState} is not null`;

/** Brings back strings that went. */
async function returnRemoved(tx: Tx, undoing: Undoing): Promise<Batch> {
  const { component: componentId, ids } = await nextSources(tx, undoing, REMOVED);
  if (ids.length === 0) return { after: undefined };
  const { component, reason } = await placeOf(undoing, componentId, "canAdd");
  const wanted = await stringsOf(tx, undoing, ids, REMOVED);
  if (!component) return { after: ids.at(-1), hidden: wanted.length };
  const given = { operationId: undoing.operation.id, sourceIds: ids };
  const returned = reason ? [] : await returnStrings(tx, undoing.actor, component, given);
  await returnOfStrings(tx, given.operationId, returned);
  const back = new Set(returned);
  const left = wanted.flatMap((unit) => (back.has(unit) ? [] : [{ unit, reason: reason ?? ("changed" as const) }]));
  return { after: ids.at(-1), returned: wanted.length - left.length, left };
}

/** Takes out strings that came. One that somebody has worked on in any language stays in all of them. */
async function removeAdded(tx: Tx, undoing: Undoing): Promise<Batch> {
  const { actor, operation } = undoing;
  const { component: componentId, ids } = await nextSources(tx, undoing, ADDED);
  if (ids.length === 0) return { after: undefined };
  const { component, reason } = await placeOf(undoing, componentId, "canRemove");
  const wanted = await stringsOf(tx, undoing, ids, ADDED);
  if (!component) return { after: ids.at(-1), hidden: wanted.length };
  if (reason) return { after: ids.at(-1), left: wanted.map((unit) => ({ unit, reason })) };
  await tx.run(sql`select 1 from ${u} where ${anyOf(u.sourceId, ids)} order by ${u.id} for update`);
  const still = await tx.rows(sql`
    select ${pick(u, "id", "sourceId")}, ${named({ whole: asNumber(sql`(${k.unitId} = ${k.sourceId})::int`) })}
    from ${k} join ${u} on ${u.id} = ${k.unitId}
    where ${k.operationId} = ${operation.id} and ${anyOf(k.sourceId, ids)} and ${ADDED} and ${untouched(u, k, operation)}
      and (${k.unitId} <> ${k.sourceId} or not exists (
        select from ${x} left join ${k2} on ${k2.operationId} = ${operation.id} and ${k2.unitId} = ${x.id} and ${k2.state} is null
        where ${x.sourceId} = ${u.sourceId} and not coalesce(${untouched(x, k2, operation)}, false)))
    order by ${u.id}`);
  const sources = new Set(await stringsOf(tx, undoing, ids, sql`${ADDED} and ${k.unitId} = ${k.sourceId}`));
  const whole = still.filter((row) => row.whole === 1).map((row) => row.id);
  const single = still.filter((row) => row.whole === 0 && !sources.has(row.sourceId)).map((row) => row.id);
  const telling = { action: ACTION.STRING_REMOVED };
  if (whole.length > 0) await removeStrings(tx, actor, component, { ids: whole, everywhere: true }, telling);
  if (single.length > 0) await removeStrings(tx, actor, component, { ids: single, everywhere: false }, telling);
  const rest = await tx.rows(sql`select ${pick(u, "id")} from ${u} where ${anyOf(u.id, wanted)}`);
  const left = rest.map(({ id }) => ({ unit: id, reason: "changed" as const }));
  return { after: ids.at(-1), removed: wanted.length - left.length, left };
}

/** The component where strings are to come or go, and what stands in the way of it. */
async function placeOf(
  { actor, operation }: Undoing,
  id: number,
  ability: "canAdd" | "canRemove",
): Promise<{ component: ComponentRow | undefined; reason?: LeftReason }> {
  const [component] = await componentsById(actor, [id]);
  if (!component || !operation.details.components.includes(id)) return { component: undefined };
  if (isClosed(component)) return { component, reason: "locked" };
  return { component, reason: findFormat(component.fileFormat)?.[ability] ? undefined : "format" };
}
