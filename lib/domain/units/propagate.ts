import { literal, sql, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { type Actor, ledgerUser } from "../access/actor";
import { denial } from "../access/demand";
import { ACTION } from "../change-actions";
import { type AppliedEdit, type ApplyOptions, applyEdits, polishEdits, type UnitEdit, writeEdits } from "./apply-edits";
import { type EditableUnit, editablePlace, lockUnits, takesTexts } from "./units";

/** How many strings one edit may carry along. */
const LIMIT = 1000;

/** Applies edits and carries them over to equal strings: what every edit by a person or a client does. */
export async function applyAndPropagate(
  tx: Tx,
  actor: Actor,
  edits: readonly UnitEdit[],
  options: ApplyOptions = {},
): Promise<AppliedEdit[]> {
  const applied = polishEdits(edits, options);
  const [found] = await Promise.all([findEqual(tx, applied), writeEdits(tx, actor, edits, applied, options)]);
  await propagate(tx, actor, applied, found, options);
  return applied;
}

interface Equal {
  id: number;
  origin: number;
}

/** Units with the same source and context in other components of the project, where both components allow it. */
async function findEqual(tx: Tx, applied: readonly AppliedEdit[]): Promise<Equal[]> {
  const origins = applied.filter(
    (edit) => edit.unit.allowPropagation && !edit.unit.isSource && edit.state !== STATE.EMPTY,
  );
  if (origins.length === 0) return [];
  return tx.rows<Equal>(sql`
    select u.id, o.id as origin
    from jsonb_to_recordset(${JSON.stringify(
      origins.map((edit) => ({
        id: edit.unit.id,
        hash: edit.unit.contentHash,
        component: edit.unit.componentId,
        project: edit.unit.projectId,
        language: edit.unit.languageId,
      })),
    )}::jsonb) as o(id bigint, hash text, component int, project int, language int)
    join source_units s on s.content_hash = o.hash::bigint and s.component_id <> o.component
    join components c on c.id = s.component_id and c.project_id = o.project and c.allow_propagation and not c.locked and not c.is_glossary and c.removed_at is null
    join units u on u.source_id = s.id
    join translations t on t.id = u.translation_id and t.language_id = o.language and not t.is_source
    where u.state not in (${literal(STATE.APPROVED)}, ${literal(STATE.READ_ONLY)}) order by u.id limit ${LIMIT}`);
}

/** Whether an equal string takes over an edit: it differs, is not decided already, and the actor could edit it itself. */
export function takesOver(actor: Actor, unit: EditableUnit, origin: Pick<AppliedEdit, "targets" | "state">): boolean {
  if (unit.state >= STATE.APPROVED || !takesTexts(unit, origin.targets)) return false;
  if (denial(actor, "unit.edit", editablePlace(unit)) || (origin.state === STATE.APPROVED && !unit.translationReview))
    return false;
  return unit.state !== origin.state || unit.targets.join("\u0000") !== origin.targets.join("\u0000");
}

/** Carries edits over to equal units. Those that the actor could not edit itself stay as they are. */
async function propagate(
  tx: Tx,
  actor: Actor,
  applied: readonly AppliedEdit[],
  found: readonly Equal[],
  options: ApplyOptions,
): Promise<void> {
  if (found.length === 0) return;
  const originOf = new Map(found.map((row) => [row.id, row.origin]));
  const editOf = new Map(applied.map((edit) => [edit.unit.id, edit]));
  const units = await lockUnits(
    tx,
    actor,
    found.map((row) => row.id),
  );
  const edits = units.flatMap((unit) => {
    const origin = editOf.get(originOf.get(unit.id) ?? 0);
    if (!origin || !takesOver(actor, unit, origin)) return [];
    return [{ unit, targets: origin.targets, state: origin.state, action: ACTION.PROPAGATED_CHANGE }];
  });
  await applyEdits(tx, actor, edits, {
    cause: "propagation",
    operationId: options.operationId,
    authorId: options.authorId === undefined ? ledgerUser(actor) : options.authorId,
  });
}
