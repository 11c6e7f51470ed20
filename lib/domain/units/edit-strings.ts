import { changes, translations, units } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { currentOperation } from "@/lib/platform/operation-mark";
import type { UnitState } from "@/lib/text/codes";
import { type Actor, ledgerUser } from "../access/actor";
import { ACTION } from "../change-actions";
import { asOperation } from "../changes/operations";
import { type Cause, joinForms } from "../changes/record";
import { applyEdits, type UnitEdit } from "./apply-edits";
import { ownApprovals } from "./four-eyes";
import { contributionDenial } from "./may-edit";
import { type EditableUnit, expectedForms, lockUnits } from "./units";

/** One string as a rule looks at it. */
export interface RuledString {
  sources: readonly string[];
  targets: readonly string[];
  state: UnitState;
  /** How many forms its target has. */
  forms: number;
}

export interface StringRule {
  /** States of the strings that are looked at. */
  states: readonly UnitState[];
  /** Only strings that came later than this. */
  createdAfter?: Date;
  /** Only strings that were changed in the repository later than this. */
  updatedUpstreamAfter?: Date;
  /** Only these strings. */
  ids?: readonly number[];
  /** Line of the ledger; decided from what changes when left out. */
  action?: number;
  /** What a string becomes; undefined leaves it alone. */
  decide(string: RuledString): { targets: string[]; state: UnitState } | undefined;
}

const BATCH = 500;

interface EditingOptions {
  cause: Cause;
  /** Of the add-on. */
  name: string;
}

/**
 * Edits the strings of a translation by a rule, in batches with a transaction each. Locked components stay as they are, and
 * so do texts of the actor that the rule would approve where nobody approves their own.
 * It is part of the operation that is going on, else one of its own. Gives how many strings were changed; no permission is
 * asked.
 */
export async function editStrings(
  actor: Actor,
  translation: { id: number; isSource: boolean },
  rule: StringRule,
  options: EditingOptions,
): Promise<number> {
  const current = currentOperation();
  if (current) return editByRule(actor, translation, rule, { ...options, operationId: current });
  const place = await db.one(sql`
    select ${pick(translations, "componentId", "languageId")} from ${translations} where ${translations.id} = ${translation.id}`);
  if (!place) return 0;
  const details = {
    name: options.name,
    needs: ["component.edit"] as const,
    components: [place.componentId],
    language: place.languageId,
  };
  const { result } = await asOperation(actor, { kind: "add-on", details }, (operationId) =>
    editByRule(actor, translation, rule, { ...options, operationId }),
  );
  return result;
}

async function editByRule(
  actor: Actor,
  translation: { id: number; isSource: boolean },
  rule: StringRule,
  options: EditingOptions & { operationId: string },
): Promise<number> {
  let changed = 0;
  let after = 0;
  for (;;) {
    const rows = await db.rows(sql`
      select ${pick(units, "id")} from ${units} where ${units.translationId} = ${translation.id} and ${units.id} > ${after} and ${anyOf(units.state, rule.states)}
        ${rule.ids ? sql`and ${anyOf(units.id, rule.ids)}` : sql``}
        and (${rule.createdAfter ?? null}::timestamptz is null or ${units.createdAt} > ${rule.createdAfter ?? null}::timestamptz)
        ${rule.updatedUpstreamAfter ? changedUpstream(rule.updatedUpstreamAfter) : sql``}
      order by ${units.id} limit ${BATCH}`);
    const last = rows.at(-1);
    if (!last) return changed;
    after = last.id;
    const ids = rows.map((row) => row.id);
    const done = await inTransaction(async (tx) => {
      const wanted = (await lockUnits(tx, actor, ids)).flatMap((unit) => editOf(actor, unit, rule));
      const own = await ownApprovals(tx, actor, wanted);
      const edits = wanted.filter(({ unit }) => !own.has(unit.id));
      if (edits.length === 0) return 0;
      await applyEdits(tx, actor, edits, {
        cause: options.cause,
        operationId: options.operationId,
        authorId: ledgerUser(actor),
        automatic: true,
        // The marks of a source string are ours alone: no file holds them.
        pending: !translation.isSource,
        // What a rule says is meant as it stands.
        polish: false,
      });
      return edits.length;
    });
    changed += done;
  }
}

const changedUpstream = (after: Date) => sql`
  and exists (select from ${changes} where ${changes.unitId} = ${units.id}
    and ${changes.action} = ${ACTION.STRING_UPDATED_IN_THE_REPOSITORY} and ${changes.at} > ${after})`;

function editOf(actor: Actor, unit: EditableUnit, rule: StringRule): UnitEdit[] {
  if (!rule.states.includes(unit.state) || contributionDenial(actor, unit, { agreementSigned: true })) return [];
  const { sources, targets, state } = unit;
  const wanted = rule.decide({ sources, targets, state, forms: expectedForms(unit) });
  if (!wanted) return [];
  // A source that is not ready is not translated; marks are set all the same.
  if (unit.sourceWaits && joinForms(wanted.targets) !== joinForms(targets)) return [];
  const same = wanted.state === state && wanted.targets.join("\0") === targets.join("\0");
  return same ? [] : [{ unit, ...wanted, action: rule.action }];
}
