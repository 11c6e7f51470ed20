import { findings, units } from "@/lib/generated/tables";
import { assigned, columnsOf, recordset } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import type { Check, Finding } from "@/lib/text/checks/check";
import { describeCheck } from "@/lib/text/checks/describe";
import { flagFormOf } from "@/lib/text/checks/ids";
import { formatFlags, parseFlags } from "@/lib/text/flags/flags";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { denied } from "../access/denied";
import { ACTION } from "../change-actions";
import { type ChangeLine, joinForms, record } from "../changes/record";
import { addUnit, type CounterChange, deferCounterChanges, noNumbers } from "../counters/counters";
import { Forbidden, NotFound } from "../errors";
import { bringAids } from "../quality/bring-aids";
import { explainChecks } from "../quality/check-unit";
import { describeInside, lockDescribable } from "./describe-source";
import { describeEarlier, earlierTexts } from "./earlier-texts";
import { foundBy } from "./found-by";
import { keepFindings } from "./internal/keep-findings";
import { touchStrings } from "./touched";
import { type EditableUnit, editableScope, findEditable, lockUnits } from "./units";

const [f, u] = [findings.as("f"), units.as("u")];

const MARK = columnsOf(f, "unitId", "check");
const FAILING = columnsOf(u, "id", "failing");

/** What a check says about a string. */
export interface UnitFinding {
  check: string;
  name: string;
  about: string;
  severity: Check["severity"];
  dismissed: boolean;
  /** A check that the component enforces is not dismissed. */
  enforced: boolean;
  /** Number of the form it is about. */
  form: number;
  findings: readonly Finding[];
}

/** Failing checks of a string, dismissed ones too, in the order of their names. @throws NotFound */
export async function findingsOf(actor: Actor, unitId: number): Promise<UnitFinding[]> {
  const unit = await findEditable(actor, unitId);
  await bringAids(db, [unit]);
  const said = new Map(explainChecks(unit, unit.targets).map((result) => [result.check, result]));
  const failing = Object.keys(unit.findings ?? {});
  const [earlier, others] = await Promise.all([earlierText(unit), foundBy(db, actor, [{ id: unit.id, failing }])]);
  return Object.entries(unit.findings ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([check, dismissed]) => {
      const about = describeCheck(check);
      const result = said.get(check);
      const [first, ...more] = others.get(unit.id)?.[check] ?? [];
      const related: readonly Finding[] = first ? [{ sentences: [first, ...more] }] : [];
      return {
        check,
        name: about?.name ?? check,
        about: about?.about ?? "",
        severity: about?.severity ?? "warning",
        dismissed,
        enforced: unit.enforcedChecks.includes(check),
        form: result?.form ?? 0,
        findings:
          result?.findings ??
          (check === "translated" && earlier ? [{ sentences: [describeEarlier(earlier)] as const }] : related),
      };
    });
}

/** The translation that a string had before, where it fails for that. */
async function earlierText(unit: EditableUnit): Promise<readonly string[] | undefined> {
  if (!Object.hasOwn(unit.findings ?? {}, "translated")) return undefined;
  return (await earlierTexts(db, [{ ...unit, target: joinForms(unit.targets) }])).get(unit.id);
}

/** Whether a failing check counts. */
export interface Dismissal {
  dismissed: boolean;
  /**
   * In every language of the string, present and future: its source says that the check is not to be made. Takes
   * `source.edit` as well.
   */
  everywhere?: boolean;
}

/**
 * Dismisses a failing check of a string, or lets it count again. It stays dismissed as long as the string fails it: once the
 * text is right, a later failure is a new one. Doing it twice does no harm. Needs `unit.check`.
 * @throws NotFound for a string or a finding that is not there any more; Forbidden, also for an enforced check
 */
export async function dismissFinding(actor: Actor, unitId: number, check: string, how: Dismissal): Promise<void> {
  await inTransaction(
    async (tx) => {
      const [unit] = await lockUnits(tx, actor, [unitId]);
      if (!unit) throw new NotFound(refusal("stringUnseen", { unitId }));
      demand(actor, "unit.check", editableScope(unit));
      if (how.dismissed && unit.enforcedChecks.includes(check))
        throw new Forbidden(denied("not-supported", refusal("checkEnforced", { check: nameOf(check) }), "unit.check"));
      if (how.everywhere) await ignoreEverywhere(tx, actor, unit, check, how.dismissed);
      else await mark(tx, actor, unit, check, how.dismissed);
    },
    { readsFirst: true },
  );
}

const nameOf = (check: string): string => describeCheck(check)?.name ?? check;

const gone = (check: string) => new NotFound(refusal("checkNotFail", { check: nameOf(check).slice(0, 100) }));

async function mark(tx: Tx, actor: Actor, unit: EditableUnit, check: string, dismissed: boolean): Promise<void> {
  const known = unit.findings ?? {};
  if (!Object.hasOwn(known, check)) throw gone(check);
  await markFindings(tx, actor, [{ unit, checks: [check] }], dismissed);
}

/** Checks of a locked string. */
export interface MarkedChecks {
  unit: EditableUnit;
  checks: readonly string[];
}

/**
 * Dismisses findings of locked strings, or lets them count again, in a handful of statements however many strings. Findings
 * that are so already, or not there any more, are left alone. Whether it is allowed has been asked already.
 */
export async function markFindings(
  tx: Tx,
  actor: Actor,
  marked: readonly MarkedChecks[],
  dismissed: boolean,
): Promise<void> {
  const rows: { unitId: number; check: string }[] = [];
  const restated: { id: number; failing: boolean }[] = [];
  const lines: ChangeLine[] = [];
  const moves: CounterChange[] = [];
  for (const { unit, checks } of marked) {
    const known = unit.findings ?? {};
    const turned = checks.filter((check) => known[check] === !dismissed);
    if (turned.length === 0) continue;
    const { projectId, componentId, translationId, languageId, id: unitId } = unit;
    for (const check of turned) {
      rows.push({ unitId, check });
      const place = { projectId, componentId, translationId, languageId, unitId };
      lines.push({ ...place, action: ACTION.RESOURCE_UPDATED, details: { check, dismissed } });
    }
    const failing = Object.entries(known).some(([check, was]) => (turned.includes(check) ? !dismissed : !was));
    if (failing === unit.failing) continue;
    restated.push({ id: unitId, failing });
    const numbers = noNumbers();
    addUnit(numbers, unit, -1);
    addUnit(numbers, { ...unit, failing }, 1);
    moves.push({ translationId, numbers });
  }
  if (rows.length === 0) return;
  await keepFindings(tx, marked, rows, !dismissed);
  const e = recordset("e", MARK, rows);
  await tx.run(sql`
    update ${f} set ${assigned(f, { dismissed })} from ${e} where ${f.unitId} = ${e.unitId} and ${f.check} = ${e.check}`);
  const n = recordset("n", FAILING, restated);
  await tx.run(sql`update ${u} set ${assigned(u, { failing: n.failing })} from ${n} where ${u.id} = ${n.id}`);
  deferCounterChanges(tx, moves);
  // Of those that fail as before, too: which check counts matters to their sources.
  await touchStrings(tx, [...new Set(rows.map(({ unitId }) => unitId))]);
  await record(tx, actor, lines);
}

/** Writes the flag that switches the check off into the source string, or takes it out; findings and counters follow. */
async function ignoreEverywhere(
  tx: Tx,
  actor: Actor,
  unit: EditableUnit,
  check: string,
  dismissed: boolean,
): Promise<void> {
  const source = await lockDescribable(tx, actor, unit.sourceId, {});
  const flag = `ignore-${flagFormOf(check)}`;
  const flags = new Map(parseFlags(source.extraFlags));
  if (flags.has(flag) === dismissed) return;
  if (dismissed && !Object.hasOwn(unit.findings ?? {}, check)) throw gone(check);
  if (dismissed) flags.set(flag, []);
  else flags.delete(flag);
  await describeInside(tx, actor, source, { extraFlags: formatFlags(flags) });
}
