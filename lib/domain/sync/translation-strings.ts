import { findings, pendingChanges, units } from "@/lib/generated/tables";
import {
  assigned,
  columnsOf,
  combined,
  eachRow,
  type From,
  named,
  names,
  pick,
  unnest,
  type ValuesOf,
} from "@/lib/platform/columns";
import { type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber, asText, asTexts, sqlNow, TYPE } from "@/lib/platform/expressions";
import { isBlankFor } from "@/lib/text/blank";
import type { TermJudge } from "@/lib/text/checks/check";
import { needsEditing, STATE, type UnitState } from "@/lib/text/codes";
import type { FontGroups } from "@/lib/text/fonts/metrics";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { because } from "../changes/because";
import { type ChangeLine, joinForms, record } from "../changes/record";
import { addUnit, type Numbers, noNumbers } from "../counters/counters";
import { applyCountDifference, countHeldUnits, countUnits } from "../counters/unit-counters";
import type { Worded } from "../errors";
import type { SyncContext, SyncTranslation } from "../files/context";
import type { StringChange } from "../files/file-strings";
import type { FileString } from "../files/strings";
import { asksGlossary, readFonts, readGlossary } from "../quality/bring-aids";
import { comparedSources, effectiveFlags, failingChecks, outerFlags } from "../quality/check-unit";
import { isRelated } from "../units/recheck";
import { touchComponent, touchStrings } from "../units/touched";
import { insertFindings, type KnownSource } from "./source-strings";

const fi = findings.as("fi");
const u = units.as("u");
const excluded = units.as("excluded");

/** Units of one language: written in batches from what its file says. */

const BATCH = 4000;

interface Row {
  source: KnownSource;
  string: FileString | undefined;
  targets: string[];
  state: UnitState;
  /** State that the string has when the reason for being read-only goes. */
  original: UnitState;
  failing: string[];
}

/**
 * Fills a language that has no units yet: with a base file one unit for every source string, else one for every
 * string of its file and of the template. Counters are summed up on the way, nothing is counted afterwards.
 */
export async function fillTranslation(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  sources: ReadonlyMap<string, KnownSource>,
  strings: ReadonlyMap<string, FileString>,
): Promise<void> {
  const wanted = context.monolingual
    ? [...sources.values()].map((source) => [source, strings.get(source.idHash)] as const)
    : [...new Set([...strings.keys(), ...(context.template ?? [])])].flatMap((hash) => {
        const source = sources.get(hash);
        return source ? [[source, strings.get(hash)] as const] : [];
      });
  const numbers = noNumbers();
  for (let at = 0; at < wanted.length; at += BATCH) {
    const some = wanted.slice(at, at + BATCH);
    const aids = await aidsOf(
      tx,
      context,
      translation,
      some.map(([source]) => source),
    );
    const rows = some.map(([source, string]) => rowOf(context, translation, source, string, aids));
    await insertFresh(tx, translation, rows);
    await takeExplanations(
      tx,
      context,
      translation,
      some.flatMap(([source, string]) => (string?.explanation ? [{ source, explanation: string.explanation }] : [])),
    );
    for (const row of rows) count(numbers, row);
  }
  await applyCountDifference(tx, new Map(), new Map([[translation.id, numbers]]));
  await touchComponent(tx, context.component);
}

/** What checks need from around strings. */
interface Aids {
  judge: TermJudge | undefined;
  fonts: FontGroups | undefined;
}

/** What the glossaries say, and fonts of the project, where a string asks for them. */
async function aidsOf(
  tx: Tx,
  { component }: SyncContext,
  translation: SyncTranslation,
  sources: readonly KnownSource[],
): Promise<Aids> {
  const outer = outerFlags({ component, translation });
  const texts = sources.flatMap((source) => (asksGlossary([...outer, ...source.flags]) ? source.sources : []));
  const place = { projectId: component.projectId, componentId: component.id, languageId: translation.languageId };
  const levels = sources.map((source) => [...outer, ...source.flags]);
  return {
    judge: texts.length === 0 ? undefined : await readGlossary(tx, place, texts, translation.languageDbCode),
    fonts: await readFonts(tx, place, levels),
  };
}

/** What the file says of a string. Blanks alone are no translation. */
function saidBy(string: FileString | undefined, source: KnownSource): Pick<FileString, "targets" | "state"> {
  if (!string) return { targets: [], state: STATE.EMPTY };
  const { targets, state } = string;
  const isBlank = state >= STATE.TRANSLATED && state < STATE.READ_ONLY && isBlankFor(source.sources, targets);
  return { targets, state: isBlank ? STATE.NEEDS_EDITING : state };
}

function rowOf(
  context: SyncContext,
  translation: SyncTranslation,
  source: KnownSource,
  string: FileString | undefined,
  aids: Aids,
): Row {
  const given = saidBy(string, source);
  const values = context.severalValues ? Math.max(given.targets.length, 1) : 1;
  const forms = source.plural && !context.severalValues ? translation.plural.number : values;
  const targets = Array.from({ length: forms }, (_, index) => given.targets[index] ?? "");
  const readOnly = source.readOnly && context.monolingual;
  const flagLevels = [...outerFlags({ component: context.component, translation }), ...source.flags];
  // A flag closes the string whatever its file says; taken away, the file's state is there again.
  const closed = flagLevels.some((flags) => flags.includes("read-only")) && effectiveFlags(flagLevels).has("read-only");
  const state = readOnly || closed ? STATE.READ_ONLY : given.state;
  const original = closed ? given.state : state;
  const failing =
    state === STATE.EMPTY
      ? []
      : failingChecks({
          sources: comparedSources(context.component.fileFormat, source.sources),
          targets,
          flagLevels,
          languageCode: translation.languageDbCode,
          sourceLanguageCode: context.component.sourceLanguage.code,
          plural: translation.plural,
          isSource: false,
          isReadOnly: state === STATE.READ_ONLY,
          ...aids,
        });
  return { source, string, targets, state, original, failing };
}

function count(numbers: Numbers, row: Row): void {
  addUnit(
    numbers,
    {
      state: row.state,
      numWords: row.source.words,
      numChars: row.source.chars,
      failing: row.failing.length > 0,
      suggested: false,
      commented: false,
      pending: false,
    },
    1,
  );
}

/** Units of a language that has none: their ids are known before they are written, so findings need no look-up. */
async function insertFresh(tx: Tx, translation: SyncTranslation, rows: readonly Row[]): Promise<void> {
  const made = await tx.rows(
    sql`select ${named({ id: asNumber(sql`new_unit_id()`) })} from generate_series(1, ${rows.length}::int)`,
  );
  const ids = made.map((row) => row.id);
  const n = unnest(
    "n",
    { id: u.id, ...UNIT },
    rows.map((row, index) => ({ id: ids[index] ?? 0, ...unitOf(row) })),
  );
  await tx.run(sql`insert into ${u} ${eachRow(u, { id: n.id, ...written(translation, n) })} from ${n}`);
  await insertFindings(
    tx,
    rows.flatMap((row, index) => row.failing.map((check) => ({ unitId: ids[index] ?? 0, check }))),
  );
}

const AS_GIVEN = ["sourceId", "state", "originalState", "previousSource", "position", "failing"] as const;

/** Columns of a unit as they travel: the forms of its text are one text. */
const UNIT = { ...columnsOf(u, ...AS_GIVEN), forms: TYPE.text };

const unitOf = (row: Row, dismissed: readonly string[] = []): ValuesOf<typeof UNIT> => ({
  sourceId: row.source.id,
  forms: joinForms(row.targets),
  state: row.state,
  originalState: row.original,
  previousSource: needsEditing(row.state) ? (row.string?.previousSource ?? "") : "",
  position: row.source.position,
  failing: row.failing.some((check) => !dismissed.includes(check)),
});

const written = (translation: SyncTranslation, n: From<ValuesOf<typeof UNIT>>) => ({
  ...columnsOf(n, ...AS_GIVEN),
  translationId: translation.id,
  targets: sql`split_forms(${n.forms})`,
});

async function insertUnits(
  tx: Tx,
  translation: SyncTranslation,
  rows: readonly Row[],
  existing: ReadonlyMap<number, Existing>,
): Promise<void> {
  const made = rows.map((row) => unitOf(row, existing.get(row.source.id)?.dismissed));
  const n = unnest("n", UNIT, made);
  await tx.run(sql`
    insert into ${u} ${eachRow(u, written(translation, n))} from ${n}
    on conflict (${names(u, "translationId", "sourceId")}) do update set ${assigned(u, {
      ...columnsOf(excluded, "targets", "state", "originalState", "previousSource", "failing"),
      version: sql`${u.version} + 1`,
      updatedAt: sqlNow,
    })}`);
  const found = rows.flatMap((row) => row.failing.map((check) => ({ sourceId: row.source.id, check })));
  if (found.length === 0) return;
  const m = unnest("m", { sourceId: u.sourceId, check: fi.check }, found);
  await tx.run(sql`
    insert into ${fi} ${eachRow(fi, { unitId: u.id, check: m.check })}
    from ${m} join ${u} on ${u.translationId} = ${translation.id} and ${u.sourceId} = ${m.sourceId} on conflict do nothing`);
}

/**
 * Takes over what changed in the file of a language. A string that is gone empties its unit where a base file or a
 * template names the strings, else it removes the unit. Every text that is replaced stands in the ledger.
 * @param reasons what is told of strings beside their texts, by identity
 */
export async function updateTranslation(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  sources: ReadonlyMap<string, KnownSource>,
  changes: readonly StringChange[],
  reasons: ReadonlyMap<string, Worded> = new Map(),
): Promise<void> {
  for (let at = 0; at < changes.length; at += BATCH)
    await updateBatch(tx, context, translation, sources, changes.slice(at, at + BATCH), reasons);
}

async function updateBatch(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  sources: ReadonlyMap<string, KnownSource>,
  changes: readonly StringChange[],
  reasons: ReadonlyMap<string, Worded>,
): Promise<void> {
  const touched = changes.flatMap((change) => {
    const source = sources.get((change.after ?? change.before)?.idHash ?? "");
    return source ? [{ source, change }] : [];
  });
  const existing = await existingUnits(
    tx,
    translation.id,
    touched.map(({ source }) => source.id),
  );
  const ids = [...existing.values()].map((unit) => unit.id);
  await touchStrings(tx, ids);
  const before = await countHeldUnits(tx, ids);
  const stays = ({ source, change }: (typeof touched)[number]) =>
    change.after !== undefined || context.monolingual || context.template?.has(source.idHash) === true;
  const removed = touched.filter((one) => !stays(one));
  const written = touched.filter(stays);
  const aids = await aidsOf(
    tx,
    context,
    translation,
    written.map(({ source }) => source),
  );
  const rows = written.map(({ source, change }) => rowOf(context, translation, source, change.after, aids));
  await dropPassed(tx, rows, existing);
  if (rows.length > 0) await insertUnits(tx, translation, rows, existing);
  await takeExplanations(
    tx,
    context,
    translation,
    written.flatMap(({ source, change: { before, after } }) =>
      before?.explanation === after?.explanation ? [] : [{ source, explanation: after?.explanation ?? "" }],
    ),
  );
  const gone = removed.flatMap(({ source }) => existing.get(source.id)?.id ?? []);
  if (gone.length > 0) await tx.run(sql`delete from ${u} where ${anyOf(u.id, gone)}`);
  const fresh = await existingUnits(
    tx,
    translation.id,
    written.map(({ source }) => source.id),
  );
  await touchStrings(
    tx,
    [...fresh.values()].flatMap(({ id, sourceId }) => (existing.has(sourceId) ? [] : [id])),
  );
  await applyCountDifference(
    tx,
    before,
    await countUnits(
      tx,
      [...fresh.values()].map((unit) => unit.id),
    ),
  );
  await tell(tx, context, translation, { touched, reasons }, existing, fresh);
}

/**
 * Takes over what the file says of its translations. What is said here and in no commit that upstream has stays.
 */
async function takeExplanations(
  tx: Tx,
  { component }: SyncContext,
  translation: SyncTranslation,
  said: readonly { source: KnownSource; explanation: string }[],
): Promise<void> {
  if (translation.isSource || said.length === 0) return;
  const e = unnest(
    "e",
    { sourceId: u.sourceId, explanation: u.explanation },
    said.map(({ source, explanation }) => ({ sourceId: source.id, explanation })),
  );
  const [o, w] = [units.as("o"), pendingChanges.as("w")];
  const changed = await tx.rows(sql`
    update ${u} set ${assigned(u, { explanation: e.explanation, version: sql`${u.version} + 1`, updatedAt: sqlNow })}
    from ${e} join ${o} on ${o.translationId} = ${translation.id} and ${o.sourceId} = ${e.sourceId}
    where ${u.id} = ${o.id} and ${o.explanation} <> ${e.explanation}
      and not exists (select from ${w} where ${w.unitId} = ${u.id} and ${w.explanation} is not null)
    returning ${pick(u, "id", "explanation")}, ${named({ old: o.explanation })}`);
  await record(
    tx,
    SERVICE,
    changed.map(({ id, explanation, old }) => ({
      ...{ action: ACTION.EXPLANATION_UPDATED, cause: "repository" as const, target: explanation, old },
      ...{ projectId: component.projectId, componentId: component.id, translationId: translation.id },
      ...{ languageId: translation.languageId, unitId: id },
    })),
  );
}

/** Removes findings that new texts pass, dismissed ones too: a later failure is a new one. */
async function dropPassed(tx: Tx, rows: readonly Row[], existing: ReadonlyMap<number, Existing>): Promise<void> {
  const checked = rows.flatMap(({ source, failing }) => {
    const id = existing.get(source.id)?.id;
    return id === undefined ? [] : [{ id, failing: failing.join(" ") }];
  });
  if (checked.length === 0) return;
  const n = unnest("n", { id: u.id, failing: TYPE.text }, checked);
  await tx.run(sql`
    delete from ${fi} using ${n} where ${fi.unitId} = ${n.id} and ${fi.check} <> all(string_to_array(${n.failing}, ' '))
      and not ${isRelated(fi)}`);
}

const EXISTING = combined(
  pick(u, "id", "sourceId", "state"),
  named({
    target: asText(sql`joined_forms(${u.targets})`),
    dismissed: asTexts(sql`array(select ${fi.check} from ${fi} where ${fi.unitId} = ${u.id} and ${fi.dismissed})`),
  }),
);

type Existing = SelectedRow<typeof EXISTING>;

async function existingUnits(
  tx: Tx,
  translationId: number,
  sourceIds: readonly number[],
): Promise<Map<number, Existing>> {
  const rows = await tx.rows(sql`
    select ${EXISTING} from ${u}
    where ${u.translationId} = ${translationId} and ${anyOf(u.sourceId, sourceIds)}`);
  return new Map(rows.map((row) => [row.sourceId, row]));
}

async function tell(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  {
    touched,
    reasons,
  }: {
    touched: readonly { source: KnownSource; change: StringChange }[];
    reasons: ReadonlyMap<string, Worded>;
  },
  existing: ReadonlyMap<number, Existing>,
  fresh: ReadonlyMap<number, Existing>,
): Promise<void> {
  const lines = touched.flatMap(({ source, change }): ChangeLine[] => {
    const was = existing.get(source.id);
    const now = fresh.get(source.id);
    const target = now?.target ?? "";
    const reason = reasons.get(source.idHash);
    if (!reason && was && now && was.target === target && was.state === now.state) return [];
    const action = !change.after
      ? ACTION.STRING_REMOVED
      : was && was.state !== STATE.EMPTY
        ? ACTION.STRING_UPDATED_IN_THE_REPOSITORY
        : ACTION.STRING_ADDED_IN_THE_REPOSITORY;
    return [
      {
        action,
        cause: "repository",
        projectId: context.component.projectId,
        componentId: context.component.id,
        translationId: translation.id,
        languageId: translation.languageId,
        unitId: (now ?? was)?.id ?? null,
        target,
        old: was?.target ?? "",
        details: { state: now?.state ?? 0, old_state: was?.state ?? 0, ...(reason && because(reason)) },
      },
    ];
  });
  await record(tx, SERVICE, lines);
}
