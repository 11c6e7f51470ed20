import { type Findings, findings, units } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, recordset } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import { isBlankFor } from "@/lib/text/blank";
import { isStringCheck } from "@/lib/text/checks/string-checks";
import { STATE, type UnitState } from "@/lib/text/codes";
import { valuesOf } from "@/lib/text/formats/kernel/edit-plan";
import { hasSeveralValues } from "@/lib/text/formats/registry";
import type { Actor } from "../access/actor";
import { ledgerUser } from "../access/actor";
import { ACTION } from "../change-actions";
import { type Cause, type ChangeLine, joinForms, record } from "../changes/record";
import { addUnit, type CounterChange, deferCounterChanges, noNumbers } from "../counters/counters";
import { bringAids } from "../quality/bring-aids";
import { checkUnit, fixText } from "../quality/check-unit";
import { changeSources } from "./change-sources";
import { demandOtherEyes, mayBeOwn, type TextOrigin } from "./four-eyes";
import { failingEnforced, mayBeHeld } from "./internal/enforce-related";
import { changeFiles } from "./manage-units";
import { touchStrings } from "./touched";
import { type EditableUnit, lockUnits } from "./units";

const [u, f] = [units.as("u"), findings.as("f")];

const EDIT = columnsOf(u, "id", "targets", "state", "failing");
const FINDING = columnsOf(f, "unitId", "check");

/** One wanted edit of a locked unit. Whether it is allowed has been asked already. */
export interface UnitEdit {
  unit: EditableUnit;
  targets: string[];
  state: UnitState;
  /** Line of the ledger; decided from what changes when left out. */
  action?: number;
  /** Further members of the ledger line's details, such as where a text came from. */
  details?: Record<string, unknown>;
  /** Whose suggestion it takes over. */
  suggesterId?: number | null;
  /** For a source text whose meaning stays: its translations stay too. */
  keepTranslations?: boolean;
}

export interface ApplyOptions extends TextOrigin {
  /** True where it has been asked whether the actor may approve these texts, or nobody approves them now: what stood there before, what follows an edit that was allowed. */
  approvalAsked?: boolean;
  cause?: Cause;
  operationId?: string;
  /** Who is credited and named in the commit; the actor when left out. */
  authorId?: number | null;
  /** False for texts that a file already holds. */
  pending?: boolean;
  /** False keeps the text as it is and lets enforced checks pass: for texts of the repository. */
  polish?: boolean;
  /** True for texts that no person wrote. */
  automatic?: boolean;
  /** Which of some equal strings nothing goes on to: those that somebody has taken out. */
  sparing?: (ids: readonly number[]) => Promise<ReadonlySet<number>>;
}

export interface AppliedEdit {
  unit: EditableUnit;
  targets: string[];
  state: UnitState;
  fixups: string[];
  /** Failing checks after the edit. */
  failing: string[];
  /** Those of them that are enforced and so lowered the state. */
  enforced: string[];
  /** What became of equal strings in other components; left out where there are none. */
  spread?: Spread;
}

/** Equal strings in other components, by what an edit makes of them. */
export interface Spread {
  /** They say the same from now on. */
  taken: number;
  /** They keep a text that a person wrote differently, and have this one as a suggestion. */
  suggested: number;
  /** They go on saying something else: approved ones, and those that the actor may not edit. */
  apart: number;
}

/** What becomes of equal strings where there are none. */
export const NO_SPREAD: Readonly<Spread> = { taken: 0, suggested: 0, apart: 0 };

/**
 * Applies edits, one or many, with a constant number of statements: units, findings, ledger, pending changes,
 * source strings and their other languages, counters. Equal strings elsewhere are not touched, see `propagate.ts`.
 */
export async function applyEdits(
  tx: Tx,
  actor: Actor,
  edits: readonly UnitEdit[],
  options: ApplyOptions = {},
): Promise<AppliedEdit[]> {
  if (mayBeOwn(edits) && !options.approvalAsked) await demandOtherEyes(tx, actor, edits, options);
  const brought = bringGlossaries(tx, edits);
  if (brought) await brought;
  const applied = polishEdits(edits, options);
  await writeEdits(tx, actor, edits, applied, options);
  await holdBack(tx, actor, applied, options);
  return applied;
}

/**
 * Lowers what was written where an enforced check fails that looks at other strings: behind all that the edit has led to.
 * What the edits became is told in them.
 */
export async function holdBack(
  tx: Tx,
  actor: Actor,
  applied: readonly AppliedEdit[],
  options: ApplyOptions,
): Promise<void> {
  if (options.polish === false || !applied.some(mayBeHeld)) return;
  const failing = await failingEnforced(tx, applied);
  if (failing.size === 0) return;
  const edits = (await lockUnits(tx, actor, [...failing.keys()])).map((unit) => ({
    ...{ unit, targets: unit.targets, state: STATE.NEEDS_EDITING },
    ...{ action: ACTION.APPLIED_ENFORCED_CHECK, details: { checks: failing.get(unit.id) } },
  }));
  await bringGlossaries(tx, edits);
  const stored = { ...options, polish: false };
  await writeEdits(tx, actor, edits, polishEdits(edits, stored), stored);
  for (const edit of applied) {
    const checks = failing.get(edit.unit.id) ?? [];
    if (checks.length === 0) continue;
    edit.state = STATE.NEEDS_EDITING;
    edit.enforced.push(...checks);
  }
}

/** Gives the strings of edits what their checks need from around them; undefined where there is nothing to wait for. */
export const bringGlossaries = (tx: Tx, edits: readonly UnitEdit[]): Promise<void> | undefined =>
  bringAids(
    tx,
    edits.map((edit) => edit.unit),
  );

/** What edits become before they are written: fixups are made, checks are run. */
export function polishEdits(edits: readonly UnitEdit[], options: ApplyOptions): AppliedEdit[] {
  return edits.map((edit) => polish(edit, options));
}

/** Writes edits and what they became, see `applyEdits`. */
export async function writeEdits(
  tx: Tx,
  actor: Actor,
  edits: readonly UnitEdit[],
  applied: readonly AppliedEdit[],
  options: ApplyOptions,
): Promise<void> {
  if (edits.length === 0) return;
  deferCounterChanges(tx, countMoves(actor, applied, options, new Date()));
  await Promise.all([
    // Sent before the texts are written, as it keeps those that are there.
    touchStrings(
      tx,
      applied.map(({ unit }) => unit.id),
    ),
    writeUnits(tx, applied, options),
    writeFindings(tx, applied),
    writeLedger(tx, actor, edits, applied, options),
    options.pending === false ? undefined : writePending(tx, actor, applied, options),
  ]);
  const templates = applied.flatMap((edit, place) =>
    edit.unit.isTemplate ? [{ ...edit, keepTranslations: edits[place]?.keepTranslations }] : [],
  );
  if (templates.length > 0)
    await changeSources(
      tx,
      actor,
      templates.map((edit) => ({
        sourceId: edit.unit.sourceId,
        context: edit.unit.context,
        before: edit.unit.sources,
        after: edit.targets,
        keepTranslations: edit.keepTranslations,
        componentId: edit.unit.componentId,
        projectId: edit.unit.projectId,
        sourceLanguageCode: edit.unit.sourceLanguageCode,
      })),
      options.cause,
    );
}

function polish(edit: UnitEdit, options: ApplyOptions): AppliedEdit {
  const { unit } = edit;
  const given = hasSeveralValues(unit.fileFormat) ? valuesOf(edit.targets) : edit.targets;
  const fixed = options.polish === false ? { targets: given, fixups: [] } : fixText(unit, given);
  const failing = edit.state === STATE.EMPTY ? [] : checkUnit(unit, fixed.targets);
  const enforced =
    options.polish === false || edit.state < STATE.TRANSLATED
      ? []
      : failing.filter((check) => unit.enforcedChecks.includes(check) && !unit.findings?.[check]);
  // Blanks alone are no translation, whoever says so.
  const blank = edit.state >= STATE.TRANSLATED && !unit.isSource && isBlankFor(unit.sources, fixed.targets);
  const nothingLeft = fixed.fixups.length > 0 && fixed.targets.every((text) => text === "");
  const lowered = blank || enforced.length > 0 ? STATE.NEEDS_EDITING : edit.state;
  return {
    unit,
    targets: fixed.targets,
    state: nothingLeft ? STATE.EMPTY : lowered,
    fixups: fixed.fixups,
    failing,
    enforced,
  };
}

async function writeUnits(tx: Tx, applied: readonly AppliedEdit[], options: ApplyOptions): Promise<void> {
  const pending = options.pending !== false;
  const e = recordset(
    "e",
    EDIT,
    applied.map((edit) => ({
      id: edit.unit.id,
      targets: edit.targets,
      state: edit.state,
      failing: isFailing(edit),
    })),
  );
  await tx.run(sql`
    update ${u} set ${assigned(u, {
      ...columnsOf(e, "targets", "state", "failing"),
      originalState: e.state,
      previousSource: sql`case when ${e.state} >= ${literal(STATE.TRANSLATED)} then '' else ${u.previousSource} end`,
      pending: sql`${u.pending} or ${pending}`,
      automatic: options.automatic ?? false,
      version: sql`${u.version} + 1`,
      updatedAt: sqlNow,
    })}
    from ${e} where ${u.id} = ${e.id}`);
}

/** A dismissed check stays dismissed while it fails; those that look at other strings stand until these have been looked at. */
function isFailing(edit: AppliedEdit): boolean {
  const before = edit.unit.findings ?? {};
  return (
    edit.failing.some((check) => !before[check]) ||
    Object.entries(before).some(([check, dismissed]) => !dismissed && isStringCheck(check))
  );
}

async function writeFindings(tx: Tx, applied: readonly AppliedEdit[]): Promise<void> {
  const gone: Pick<Findings, "unitId" | "check">[] = [];
  const fresh: Pick<Findings, "unitId" | "check">[] = [];
  for (const edit of applied) {
    const before = edit.unit.findings ?? {};
    for (const check of edit.failing) if (!Object.hasOwn(before, check)) fresh.push({ unitId: edit.unit.id, check });
    for (const check of Object.keys(before))
      if (!edit.failing.includes(check) && !isStringCheck(check)) gone.push({ unitId: edit.unit.id, check });
  }
  if (gone.length > 0) {
    const g = recordset("g", FINDING, gone);
    await tx.run(sql`delete from ${f} using ${g} where ${f.unitId} = ${g.unitId} and ${f.check} = ${g.check}`);
  }
  if (fresh.length > 0) {
    const n = recordset("n", FINDING, fresh);
    await tx.run(sql`insert into ${f} ${eachRow(f, columnsOf(n, "unitId", "check"))} from ${n} on conflict do nothing`);
  }
}

/** Which line of the ledger tells an edit; the contract 2.1. */
function actionOf(edit: UnitEdit, applied: AppliedEdit): number {
  if (edit.action !== undefined) return edit.action;
  const before = edit.unit;
  if (applied.state === STATE.APPROVED && before.state !== STATE.APPROVED) return ACTION.TRANSLATION_APPROVED;
  if (applied.state === STATE.NEEDS_EDITING && before.state !== STATE.NEEDS_EDITING && applied.enforced.length === 0)
    return ACTION.MARKED_FOR_EDIT;
  return before.state === STATE.EMPTY ? ACTION.TRANSLATION_ADDED : ACTION.TRANSLATION_CHANGED;
}

async function writeLedger(
  tx: Tx,
  actor: Actor,
  edits: readonly UnitEdit[],
  applied: readonly AppliedEdit[],
  options: ApplyOptions,
): Promise<void> {
  const lines = applied.flatMap((result, index): ChangeLine[] => {
    const { unit } = result;
    const place = {
      cause: options.cause,
      operationId: options.operationId,
      authorId: options.authorId,
      projectId: unit.projectId,
      componentId: unit.componentId,
      translationId: unit.translationId,
      languageId: unit.languageId,
      unitId: unit.id,
    };
    const line: ChangeLine = {
      ...place,
      action: actionOf(edits[index] as UnitEdit, result),
      target: joinForms(result.targets),
      old: joinForms(unit.targets),
      suggesterId: edits[index]?.suggesterId,
      details: {
        state: result.state,
        old_state: unit.state,
        source: joinForms(unit.sources),
        words: unit.numWords,
        ...edits[index]?.details,
      },
    };
    return result.enforced.length === 0
      ? [line]
      : [
          line,
          {
            ...place,
            action: ACTION.APPLIED_ENFORCED_CHECK,
            target: joinForms(result.targets),
            details: { checks: result.enforced },
          },
        ];
  });
  await record(tx, actor, lines);
}

async function writePending(
  tx: Tx,
  actor: Actor,
  applied: readonly AppliedEdit[],
  options: ApplyOptions,
): Promise<void> {
  const author = options.authorId === undefined ? ledgerUser(actor) : options.authorId;
  await changeFiles(
    tx,
    author,
    applied.map(({ unit, targets, state }) => ({
      kind: "edit",
      translationId: unit.translationId,
      unitId: unit.id,
      idHash: unit.idHash,
      context: unit.context,
      // A base file's own entry is found under the text it had.
      sources: unit.sources,
      targets,
      state,
    })),
  );
}

function countMoves(actor: Actor, applied: readonly AppliedEdit[], options: ApplyOptions, now: Date): CounterChange[] {
  const moves = new Map<number, CounterChange & { numbers: ReturnType<typeof noNumbers> }>();
  for (const edit of applied) {
    const { unit } = edit;
    let move = moves.get(unit.translationId);
    if (!move) {
      move = {
        translationId: unit.translationId,
        numbers: noNumbers(),
        lastChange: now,
        lastAuthorId: options.authorId === undefined ? ledgerUser(actor) : options.authorId,
      };
      moves.set(unit.translationId, move);
    }
    addUnit(move.numbers, unit, -1);
    addUnit(
      move.numbers,
      { ...unit, state: edit.state, failing: isFailing(edit), pending: unit.pending || options.pending !== false },
      1,
    );
  }
  return [...moves.values()];
}
