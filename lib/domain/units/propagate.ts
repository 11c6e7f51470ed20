import { components, plurals, projects, sourceUnits, translations, units, unlinkedUnits } from "@/lib/generated/tables";
import { named, pick, recordset, type Typed } from "@/lib/platform/columns";
import { literal, type Sql, sql, type Tx } from "@/lib/platform/database";
import { TYPE } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { type Actor, ledgerUser } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { ACTION } from "../change-actions";
import { joinForms } from "../changes/record";
import { closedCondition } from "../components/edit-lock";
import { agreedIn } from "./agreement";
import {
  type AppliedEdit,
  type ApplyOptions,
  applyEdits,
  bringGlossaries,
  holdBack,
  NO_SPREAD,
  polishEdits,
  type UnitEdit,
  writeEdits,
} from "./apply-edits";
import { demandOtherEyes, mayBeOwn } from "./four-eyes";
import { editDenial, onlySuggests } from "./may-edit";
import { keepsOwnText, mayOffer, type SuggestedText, suggestMany } from "./suggest-many";
import { type EditableUnit, lockUnits, takesTexts } from "./units";

const [s, c, u, t] = [sourceUnits.as("s"), components.as("c"), units.as("u"), translations.as("t")];
const [p, x, oc, q] = [projects.as("p"), unlinkedUnits.as("x"), components.as("oc"), plurals.as("q")];

/** How many strings one edit may carry along. */
const LIMIT = 1000;

/** Applies edits and carries them over to equal strings: what every edit by a person or a client does. */
export async function applyAndPropagate(
  tx: Tx,
  actor: Actor,
  edits: readonly UnitEdit[],
  options: ApplyOptions = {},
): Promise<AppliedEdit[]> {
  if (mayBeOwn(edits) && !options.approvalAsked) await demandOtherEyes(tx, actor, edits, options);
  const brought = bringGlossaries(tx, edits);
  if (brought) await brought;
  const applied = polishEdits(edits, options);
  const [found] = await Promise.all([findEqual(tx, actor, applied), writeEdits(tx, actor, edits, applied, options)]);
  await propagate(tx, actor, applied, found, options);
  await holdBack(tx, actor, applied, options);
  return applied;
}

interface Equal {
  id: number;
  origin: number;
  state: UnitState;
  targets: string[];
}

/** Strings that go their own way. */
const isUnlinked = (id: Typed<number>): Sql => sql`exists (select from ${x} where ${x.unitId} = ${id})`;

const ORIGIN = {
  id: u.id,
  contentHash: TYPE.hash,
  componentId: s.componentId,
  projectId: c.projectId,
  languageId: t.languageId,
  hasForms: TYPE.flag,
  pluralNumber: q.number,
  pluralFormula: q.formula,
};

/**
 * Units with the same source and context in other components of the project that the actor may see, where both components
 * allow it, have one source language and, for strings with plural forms, one plural rule, and neither goes its own way;
 * approved ones last, as they take nothing.
 */
async function findEqual(tx: Tx, actor: Actor, applied: readonly AppliedEdit[]): Promise<Equal[]> {
  const origins = applied.filter(
    (edit) => edit.unit.allowPropagation && !edit.unit.isSource && edit.state !== STATE.EMPTY,
  );
  if (origins.length === 0) return [];
  const o = recordset(
    "o",
    ORIGIN,
    origins.map(
      ({ unit: { id, contentHash, componentId, projectId, languageId, sources, pluralNumber, pluralFormula } }) => ({
        ...{ id, contentHash, componentId, projectId, languageId },
        ...{ hasForms: sources.length > 1, pluralNumber, pluralFormula },
      }),
    ),
  );
  return tx.rows(sql`
    select ${pick(u, "id", "state", "targets")}, ${named({ origin: o.id })}
    from ${o} join ${s} on ${s.contentHash} = ${o.contentHash} and ${s.componentId} <> ${o.componentId}
    join ${c} on ${c.id} = ${s.componentId} and ${c.projectId} = ${o.projectId} and ${c.allowPropagation} and not ${closedCondition(c)} and not ${c.isGlossary} and ${c.removedAt} is null
    join ${oc} on ${oc.id} = ${o.componentId} and ${oc.sourceLanguageId} = ${c.sourceLanguageId}
    join ${p} on ${p.id} = ${c.projectId} and ${visibleComponents(actor)}
    join ${u} on ${u.sourceId} = ${s.id}
    join ${t} on ${t.id} = ${u.translationId} and ${t.languageId} = ${o.languageId} and not ${t.isSource}
    join ${q} on ${q.id} = ${t.pluralId} and (not ${o.hasForms} or (${q.number} = ${o.pluralNumber} and ${q.formula} = ${o.pluralFormula}))
    where ${u.state} <> ${literal(STATE.READ_ONLY)} and not ${isUnlinked(u.id)} and not ${isUnlinked(o.id)}
    order by ${u.state} = ${literal(STATE.APPROVED)}, ${u.id} limit ${LIMIT}`);
}

/** Whether an equal string takes over an edit: it differs, is not decided already, and the actor could edit it itself. */
export function acceptsPropagation(
  actor: Actor,
  unit: EditableUnit,
  origin: Pick<AppliedEdit, "targets" | "state">,
  agreed: { agreementSigned: boolean },
): boolean {
  if (!isOpenTo(unit, origin) || editDenial(actor, unit, agreed)) return false;
  return !(origin.state === STATE.APPROVED && !unit.translationReview);
}

/** Whether an edit would change an equal string that is not decided already. */
function isOpenTo(unit: EditableUnit, origin: Pick<AppliedEdit, "targets" | "state">): boolean {
  if (unit.state >= STATE.APPROVED || unit.sourceWaits || !takesTexts(unit, origin.targets)) return false;
  return unit.state !== origin.state || unit.targets.join("\u0000") !== origin.targets.join("\u0000");
}

/** Whether a text may be suggested for an equal string; one that needs editing itself helps nobody. */
const takesSuggestion = (actor: Actor, unit: EditableUnit, state: UnitState): boolean =>
  state >= STATE.TRANSLATED && mayOffer(actor, unit);

/**
 * Carries edits over to equal units. Those that the actor could not edit itself stay as they are; where a person wrote
 * something else, or nobody edits without suggesting, the text becomes a suggestion.
 */
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
  const spared = options.sparing && (await options.sparing(found.map(({ id }) => id)));
  const open = found.filter(({ id, state }) => state !== STATE.APPROVED && !spared?.has(id));
  const units = await lockUnits(
    tx,
    actor,
    open.map((row) => row.id),
  );
  const agreed = await agreedIn(tx, actor, units);
  const edits: UnitEdit[] = [];
  const offers: SuggestedText[] = [];
  for (const unit of units) {
    const origin = editOf.get(originOf.get(unit.id) ?? 0);
    const agreementSigned = agreed.has(unit.componentId);
    if (!origin) continue;
    const { targets, state } = origin;
    if (!acceptsPropagation(actor, unit, origin, { agreementSigned })) {
      const isOffered = agreementSigned && onlySuggests(unit) && isOpenTo(unit, origin);
      if (isOffered && takesSuggestion(actor, unit, state)) offers.push({ unit, targets });
      continue;
    }
    // What said the same before goes along.
    if (!keepsOwnText(unit, targets) || joinForms(unit.targets) === joinForms(origin.unit.targets))
      edits.push({ unit, targets, state, action: ACTION.PROPAGATED_CHANGE });
    else if (takesSuggestion(actor, unit, state)) offers.push({ unit, targets });
  }
  const credit = {
    cause: "propagation" as const,
    operationId: options.operationId,
    authorId: options.authorId === undefined ? ledgerUser(actor) : options.authorId,
  };
  await applyEdits(tx, actor, edits, { approvalAsked: true, ...credit });
  if (offers.length > 0) await suggestMany(tx, actor, offers, credit);
  const taken = new Set(edits.map(({ unit }) => unit.id));
  const offered = new Set(offers.map(({ unit }) => unit.id));
  for (const row of found) {
    const origin = editOf.get(row.origin);
    if (!origin) continue;
    origin.spread ??= { ...NO_SPREAD };
    if (taken.has(row.id)) origin.spread.taken++;
    else if (offered.has(row.id)) origin.spread.suggested++;
    else if (joinForms(row.targets) !== joinForms(origin.targets)) origin.spread.apart++;
  }
}
