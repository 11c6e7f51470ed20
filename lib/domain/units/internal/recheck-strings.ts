import { findings, sourceUnits, units } from "@/lib/generated/tables";
import { assigned, columnsOf, combined, eachRow, named, pick, recordset, subquery } from "@/lib/platform/columns";
import { adhocSql, db, inTransaction, literal, type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asText, sqlNow } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { grouped } from "@/lib/text/grouped";
import { SERVICE } from "../../access/actor";
import { addUnit, deferCounterChanges, noNumbers } from "../../counters/counters";
import { countHeldUnits, countUnits, deferCountDifference } from "../../counters/unit-counters";
import { candidateTerms } from "../../glossary/terms";
import { asksGlossary, readFonts } from "../../quality/bring-aids";
import { checkStrings, type StringsToCheck } from "../../quality/check-jobs";
import { comparedSources } from "../../quality/check-unit";
import { inTaskReader } from "../../repository-files";
import { recheck, settleFailing, standingRelated } from "../recheck";
import { lockUnits } from "../units";
import type { ChangedFlags, OwnFlags } from "./flag-levels";

const [u, s, f] = [units.as("u"), sourceUnits.as("s"), findings.as("f")];

/** Strings that are looked at in one go: a second of work at most, and a transaction of some ten milliseconds. */
export const BATCH = 4000;

/** Strings that are checked where they are, without a reader. */
const IN_PLACE = 200;

const ROW = combined(
  pick(u, "id", "version", "targets", "state", "originalState"),
  pick(s, "sources", "flags", "extraFlags"),
  named({
    sourceId: s.id,
    /** As of which moment the source is; empty units are not told of its changes. */
    sourceAt: asText(sql`${s.updatedAt}::text`),
  }),
);

const own = subquery("own", sql`select ${pick(f, "unitId", "check")} from ${f} where ${f.unitId} = asked.id offset 0`);

interface Row extends SelectedRow<typeof ROW> {
  /** Checks that fail. */
  findings: readonly string[];
}

/** One language whose strings are looked at again. */
export interface RecheckPlace {
  projectId: number;
  componentId: number;
  translationId: number;
  languageId: number;
  languageCode: string;
  sourceLanguageCode: string;
  plural: { number: number; formula: string };
  isSource: boolean;
  isTemplate: boolean;
  fileFormat: string;
}

/**
 * Strings of a language in the order of their ids, behind one. Findings are read for all at once, string by string along their
 * index, and planned anew each time: as they come in masses, a plan from before they did would read the whole table.
 */
export async function readStrings(translationId: number, after: number): Promise<Row[]> {
  const rows = await db.rows(sql`
    select ${ROW} from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${u.translationId} = ${translationId} and ${u.id} > ${after} order by ${u.id} limit ${BATCH}`);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const found = await db.rows(sql`
    select ${pick(own, "unitId", "check")} from ${adhocSql(sql`unnest(${ids}::bigint[]) as asked (id)`)} cross join lateral ${own}`);
  const checksOf = grouped(found, ({ unitId }) => unitId);
  return rows.map((row) => ({ ...row, findings: checksOf.get(row.id)?.map(({ check }) => check) ?? [] }));
}

interface Outcome {
  row: Row;
  state: UnitState;
  original: UnitState;
  failing: readonly string[];
}

/** What was found of strings, and not written yet. */
export interface Judged {
  checked: number;
  different: readonly Outcome[];
  /** How many of these get another state. */
  moved: number;
}

/**
 * Checks those strings anew whose flags have changed. Nothing is written.
 * @returns how many were checked, and those that become different
 */
export async function judgeStrings(
  place: RecheckPlace,
  rows: readonly Row[],
  changed: (own: OwnFlags) => ChangedFlags | undefined,
): Promise<Judged> {
  const having = rows.flatMap((row) => {
    const flags = changed(row);
    return flags ? [{ row, flags }] : [];
  });
  if (having.length === 0) return { checked: 0, different: [], moved: 0 };
  const closed = await closedSources(having, place);
  const touched = having.map((one) => ({ ...one, ...statesUnder(one, closed) }));
  // A text that is not there is not checked; a source always is.
  const asked = touched.filter(({ state }) => place.isSource || state !== STATE.EMPTY);
  const found = await checkSome(place, asked);
  const failing = new Map(asked.map(({ row }, at) => [row.id, found[at] ?? []]));
  const outcomes = touched.map(({ row, flags, state, original }): Outcome => {
    const kept = standingRelated(row.findings, flags.now, place);
    return { row, state, original, failing: [...(failing.get(row.id) ?? []), ...kept] };
  });
  const different = outcomes.filter(isDifferent);
  return { checked: touched.length, different, moved: different.filter(isMoved).length };
}

/**
 * Writes what is different, in one short transaction that holds no other string. A string that somebody saved since it was
 * read is looked at once more, as it is then.
 */
export async function writeJudged({ different }: Judged, also: (tx: Tx) => Promise<void>): Promise<void> {
  if (different.length === 0) return;
  await inTransaction(async (tx) => {
    await write(tx, different);
    await also(tx);
  });
}

/**
 * Source strings that are read-only by themselves, of those whose translations may be opened and do not know what they were:
 * their files say so, or, of a source without a base file, the program does.
 */
async function closedSources(
  having: readonly { row: Row; flags: ChangedFlags }[],
  place: RecheckPlace,
): Promise<ReadonlySet<number>> {
  const ids = having.flatMap(({ row, flags }) =>
    flags.wasClosed && row.originalState === STATE.READ_ONLY ? [row.sourceId] : [],
  );
  if (ids.length === 0 || place.isSource) return new Set(ids);
  const rows = await db.rows(sql`
    select ${pick(u, "id")} from ${u} where ${anyOf(u.id, ids)} and ${u.originalState} = ${literal(STATE.READ_ONLY)}`);
  return new Set(rows.map(({ id }) => id));
}

/** What the flags make of the state of a string; see `string-flags.ts` for single strings. */
function statesUnder(
  { row, flags }: { row: Row; flags: ChangedFlags },
  closed: ReadonlySet<number>,
): { state: UnitState; original: UnitState } {
  const { state, originalState } = row;
  if (flags.now.has("read-only"))
    return state === STATE.READ_ONLY ? { state, original: originalState } : { state: STATE.READ_ONLY, original: state };
  if (state !== STATE.READ_ONLY || !flags.wasClosed) return { state, original: originalState };
  if (originalState !== STATE.READ_ONLY) return { state: originalState, original: originalState };
  if (closed.has(row.sourceId)) return { state, original: originalState };
  const judged = row.targets.every((text) => text === "") ? STATE.EMPTY : STATE.TRANSLATED;
  return { state: judged, original: judged };
}

async function checkSome(
  place: RecheckPlace,
  asked: readonly { row: Row; flags: ChangedFlags; state: UnitState }[],
): Promise<readonly (readonly string[])[]> {
  if (asked.length === 0) return [];
  const levels = [...new Set(asked.map(({ flags }) => flags.levels))];
  const at = new Map(levels.map((level, index) => [level, index]));
  const texts = place.isSource
    ? []
    : asked.flatMap(({ row, flags }) => (asksGlossary(flags.levels) ? row.sources : []));
  const { projectId, componentId, languageId } = place;
  const terms =
    texts.length === 0
      ? undefined
      : (await candidateTerms(SERVICE, { projectId, componentId, languageId }, texts)).terms;
  const fonts = place.isSource ? undefined : await readFonts(db, place, levels);
  const { languageCode, sourceLanguageCode, plural, isSource } = place;
  const job: StringsToCheck = {
    ...{ levels, terms, fonts, languageCode, sourceLanguageCode, plural, isSource },
    strings: asked.map(({ row, flags, state }) => ({
      sources: comparedSources(place.fileFormat, place.isTemplate ? row.targets : row.sources),
      targets: row.targets,
      levels: at.get(flags.levels) ?? 0,
      isReadOnly: state === STATE.READ_ONLY,
    })),
  };
  if (asked.length <= IN_PLACE) return checkStrings(job);
  return (await inTaskReader<string[][]>("checkStrings", job)).value;
}

const isMoved = ({ row, state, original }: Outcome): boolean => state !== row.state || original !== row.originalState;

function isDifferent(outcome: Outcome): boolean {
  const { row, failing } = outcome;
  if (isMoved(outcome)) return true;
  return failing.length !== row.findings.length || failing.some((check) => !row.findings.includes(check));
}

const STATES = columnsOf(u, "id", "state", "originalState");
const FOUND = columnsOf(f, "unitId", "check");

async function write(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  const ids = outcomes.map(({ row }) => row.id);
  const locked = await tx.rows(sql`
    select ${pick(u, "id", "translationId", "version", "state", "failing", "suggested", "commented", "pending")},
      ${pick(s, "numWords", "numChars")}, ${named({ sourceAt: asText(sql`${s.updatedAt}::text`) })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} where ${anyOf(u.id, ids)} order by ${u.id} for update of u`);
  const held = new Map(locked.map((unit) => [unit.id, unit]));
  const isAsRead = ({ row }: Outcome) => {
    const unit = held.get(row.id);
    return unit !== undefined && unit.version === row.version && unit.sourceAt === row.sourceAt;
  };
  const same = outcomes.filter(isAsRead);
  await writeFindings(tx, same);
  const moved = await writeStates(tx, same, held);
  const later = outcomes.filter((one) => held.has(one.row.id) && !isAsRead(one)).map(({ row }) => row.id);
  // Somebody has saved these, under the flags as they are now or, a moment before, as they were.
  if (later.length > 0) {
    const before = await countHeldUnits(tx, later);
    await recheck(tx, await lockUnits(tx, SERVICE, later));
    deferCountDifference(tx, before, await countUnits(tx, later));
  }
  await settleFailing(
    tx,
    ids.filter((id) => !moved.has(id)),
  );
}

type Held = Pick<Row, "id" | "state"> & {
  failing: boolean;
  translationId: number;
  suggested: boolean;
  commented: boolean;
  pending: boolean;
  numWords: number;
  numChars: number;
};

/** Writes states that are others now, and beside them whether a finding counts, as a row is written once. Gives the strings. */
async function writeStates(
  tx: Tx,
  outcomes: readonly Outcome[],
  held: ReadonlyMap<number, Held>,
): Promise<ReadonlySet<number>> {
  const moved = outcomes.filter(isMoved);
  if (moved.length === 0) return new Set();
  const e = recordset(
    "e",
    STATES,
    moved.map(({ row, state, original }) => ({ id: row.id, state, originalState: original })),
  );
  const written = await tx.rows(sql`
    update ${u} set ${assigned(u, {
      ...columnsOf(e, "state", "originalState"),
      failing: sql`exists (select from ${f} where ${f.unitId} = ${u.id} and not ${f.dismissed})`,
      version: sql`${u.version} + 1`,
      updatedAt: sqlNow,
    })} from ${e} where ${u.id} = ${e.id} returning ${pick(u, "id", "state", "failing")}`);
  const numbers = new Map<number, ReturnType<typeof noNumbers>>();
  for (const { id, ...now } of written) {
    const unit = held.get(id);
    if (!unit) continue;
    const sum = numbers.get(unit.translationId) ?? noNumbers();
    numbers.set(unit.translationId, sum);
    addUnit(sum, unit, -1);
    addUnit(sum, { ...unit, ...now }, 1);
  }
  deferCounterChanges(
    tx,
    [...numbers].map(([translationId, sum]) => ({ translationId, numbers: sum })),
  );
  return new Set(written.map(({ id }) => id));
}

/** Findings that are there no more go, and those that are new come; what was dismissed stays so while it fails. */
async function writeFindings(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  const gone = outcomes.flatMap(({ row, failing }) =>
    row.findings.filter((check) => !failing.includes(check)).map((check) => ({ unitId: row.id, check })),
  );
  const fresh = outcomes.flatMap(({ row, failing }) =>
    failing.filter((check) => !row.findings.includes(check)).map((check) => ({ unitId: row.id, check })),
  );
  if (gone.length > 0) {
    const g = recordset("g", FOUND, gone);
    await tx.run(sql`delete from ${f} using ${g} where ${f.unitId} = ${g.unitId} and ${f.check} = ${g.check}`);
  }
  if (fresh.length > 0) {
    const n = recordset("n", FOUND, fresh);
    await tx.run(sql`insert into ${f} ${eachRow(f, columnsOf(n, "unitId", "check"))} from ${n} on conflict do nothing`);
  }
}
