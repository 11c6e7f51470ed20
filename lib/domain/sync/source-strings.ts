import { type Findings, findings, sourceUnits, translations, units } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, named, names, pick, unnest } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag, asHash, asText, hashText, sqlNow, TYPE } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import type { Flags } from "@/lib/text/flags/flags";
import { countCharacters, countWords } from "@/lib/text/words";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { type ChangeLine, joinForms, record } from "../changes/record";
import { applyCountDifference, countHeldUnitsOfSources, countUnitsOfSources } from "../counters/unit-counters";
import type { SyncContext } from "../files/context";
import { contentOf, type FileString } from "../files/strings";
import { comparedSources, effectiveFlags, failingChecks, outerFlags, priorityOf } from "../quality/check-unit";
import { changeSources } from "../units/change-sources";
import { insertOfEmptyUnits } from "../units/empty-units";
import { followOwnFlags } from "../units/string-flags";
import { touchSources } from "../units/touched";

const [s, u, t, f] = [sourceUnits.as("s"), units.as("u"), translations.as("t"), findings.as("f")];

/** Source strings of a component: written in batches, whatever their number. */

const BATCH = 4000;

/** A stored source string as far as syncing goes. */
export interface KnownSource {
  id: number;
  idHash: string;
  sources: string[];
  plural: boolean;
  words: number;
  chars: number;
  /** Flags of the file, and those that a person set. */
  flags: readonly [file: string, set: string];
  readOnly: boolean;
  position: number;
}

/** Loads source strings in their order in the file: all of the component, or those with the given identities. */
export async function loadSources(
  tx: Tx,
  componentId: number,
  hashes?: readonly string[],
): Promise<Map<string, KnownSource>> {
  const rows = await tx.rows(sql`
    select ${pick(s, "id", "sources", "position", "flags", "extraFlags")}, ${named({
      idHash: hashText(s.idHash),
      plural: asFlag(sql`cardinality(${s.sources}) > 1`),
      words: s.numWords,
      chars: s.numChars,
      readOnly: asFlag(sql`coalesce(${u.originalState} = ${literal(STATE.READ_ONLY)}, false)`),
    })}
    from ${s} left join ${u} on ${u.id} = ${s.id}
    where ${s.componentId} = ${componentId} ${hashes ? sql`and ${anyOf(asHash(s.idHash), hashes)}` : sql``}
    order by ${s.position}, ${s.id}`);
  return new Map(rows.map(({ flags, extraFlags, ...row }) => [row.idHash, { ...row, flags: [flags, extraFlags] }]));
}

/**
 * Adds source strings, their units in the source language and, where a key alone names a string, empty units in every
 * other language.
 * @returns the new rows by identity
 */
export async function addSources(
  tx: Tx,
  context: SyncContext,
  strings: readonly FileString[],
  options: { fillOthers: boolean; firstPosition?: number },
): Promise<Map<string, KnownSource>> {
  const added = new Map<string, KnownSource>();
  for (let at = 0; at < strings.length; at += BATCH) {
    const batch = strings.slice(at, at + BATCH);
    const rows = await insertSources(tx, context, batch, options.firstPosition);
    await insertSourceUnits(tx, context, batch, rows);
    if (options.fillOthers) {
      const made = batch.flatMap(({ idHash, readOnly, flags }) => {
        const id = rows.get(idHash);
        const original = readOnly ? STATE.READ_ONLY : STATE.EMPTY;
        const state = isClosed(context, flags) ? STATE.READ_ONLY : original;
        return id === undefined ? [] : [{ id, state, original }];
      });
      const { component, severalValues } = context;
      await tx.run(insertOfEmptyUnits({ id: component.id, severalValues }, made));
    }
    for (const string of batch) {
      const id = rows.get(string.idHash);
      if (id === undefined) continue;
      added.set(string.idHash, {
        id,
        idHash: string.idHash,
        sources: string.sources,
        plural: string.sources.length > 1,
        words: wordsOf(string.sources),
        chars: charsOf(string.sources),
        flags: [string.flags, ""],
        readOnly: string.readOnly,
        position: string.position,
      });
    }
  }
  const ids = [...added.values()].map((source) => source.id);
  await applyCountDifference(tx, new Map(), await countUnitsOfSources(tx, ids));
  if (!context.initial) await tellAdded(tx, context, strings, added);
  return added;
}

/** Flags that hold for a string in all languages: with its own of the file those of its component, and what people set. */
const flagsOf = ({ component }: SyncContext, own: string, set = ""): Flags =>
  effectiveFlags([...outerFlags({ component }), own, set]);

/** Whether flags make a string read-only in all languages. */
const isClosed = (context: SyncContext, own: string, set = ""): boolean => flagsOf(context, own, set).has("read-only");

export function wordsOf(sources: readonly string[]): number {
  return sources.reduce((sum, text) => sum + countWords(text), 0);
}

export function charsOf(sources: readonly string[]): number {
  return sources.reduce((sum, text) => sum + countCharacters(text), 0);
}

/** Columns that a file gives as they are. */
const FROM_FILE = ["context", "note", "location", "flags", "numWords", "numChars", "priority", "position"] as const;

async function insertSources(
  tx: Tx,
  context: SyncContext,
  batch: readonly FileString[],
  firstPosition?: number,
): Promise<Map<string, number>> {
  const n = unnest(
    "n",
    { ...columnsOf(s, ...FROM_FILE), idHash: TYPE.hash, contentHash: TYPE.hash, forms: TYPE.text },
    batch.map(({ idHash, context: key, sources, note, location, flags, position }, index) => ({
      ...{ idHash, context: key, note, location, flags },
      contentHash: contentOf(key, sources),
      forms: joinForms(sources),
      numWords: wordsOf(sources),
      numChars: charsOf(sources),
      priority: priorityOf(flagsOf(context, flags)),
      position: firstPosition === undefined ? position : firstPosition + index,
    })),
  );
  const rows = await tx.rows(sql`
    insert into ${s} ${eachRow(s, {
      componentId: context.component.id,
      ...columnsOf(n, ...FROM_FILE),
      idHash: n.idHash,
      contentHash: n.contentHash,
      sources: sql`split_forms(${n.forms})`,
    })}
    from ${n}
    on conflict (${names(s, "componentId", "idHash")}) do nothing returning ${pick(s, "id")}, ${named({ idHash: hashText(s.idHash) })}`);
  return new Map(rows.map((row) => [row.idHash, row.id]));
}

async function insertSourceUnits(
  tx: Tx,
  context: SyncContext,
  batch: readonly FileString[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const made = batch.filter((string) => ids.has(string.idHash));
  const failing = made.map((string) =>
    failingChecks({
      sources: comparedSources(context.component.fileFormat, string.sources),
      targets: string.sources,
      flagLevels: [...outerFlags({ component: context.component }), string.flags],
      languageCode: context.component.sourceLanguage.code,
      sourceLanguageCode: context.component.sourceLanguage.code,
      plural: context.component.sourceLanguage.plural,
      isSource: true,
    }),
  );
  // Without a base file the source text lives in the program's code: nobody edits it here.
  const stateOf = (string: FileString) => (!context.monolingual || string.readOnly ? STATE.READ_ONLY : string.state);
  const n = unnest(
    "n",
    columnsOf(u, "id", "state", "originalState", "failing"),
    made.map((string, index) => ({
      id: ids.get(string.idHash) ?? 0,
      state: isClosed(context, string.flags) ? STATE.READ_ONLY : stateOf(string),
      originalState: stateOf(string),
      failing: (failing[index] ?? []).length > 0,
    })),
  );
  await tx.run(sql`
    insert into ${u} ${eachRow(u, {
      id: n.id,
      sourceId: n.id,
      translationId: context.sourceTranslationId,
      targets: s.sources,
      state: n.state,
      originalState: n.originalState,
      position: s.position,
      failing: n.failing,
    })}
    from ${n} join ${s} on ${s.id} = ${n.id}`);
  await insertFindings(
    tx,
    made.flatMap((string, index) =>
      (failing[index] ?? []).map((check) => ({ unitId: ids.get(string.idHash) ?? 0, check })),
    ),
  );
}

/** Writes checks that new units fail. */
export async function insertFindings(tx: Tx, found: readonly Pick<Findings, "unitId" | "check">[]): Promise<void> {
  if (found.length === 0) return;
  const n = unnest("n", columnsOf(f, "unitId", "check"), found);
  await tx.run(sql`insert into ${f} ${eachRow(f, columnsOf(n, "unitId", "check"))} from ${n} on conflict do nothing`);
}

async function tellAdded(
  tx: Tx,
  context: SyncContext,
  strings: readonly FileString[],
  added: ReadonlyMap<string, KnownSource>,
): Promise<void> {
  const lines = strings.flatMap((string): ChangeLine[] => {
    const source = added.get(string.idHash);
    if (!source) return [];
    return [
      {
        action: ACTION.SOURCE_STRING_ADDED_IN_THE_REPOSITORY,
        cause: "repository",
        projectId: context.component.projectId,
        componentId: context.component.id,
        translationId: context.sourceTranslationId,
        languageId: context.component.sourceLanguageId,
        unitId: source.id,
        target: joinForms(string.sources),
      },
    ];
  });
  await record(tx, SERVICE, lines);
}

/** Takes over what a file says of existing source strings: texts (with their consequences), notes, locations, flags. */
export async function updateSources(
  tx: Tx,
  context: SyncContext,
  changed: readonly { before: FileString; after: FileString }[],
): Promise<void> {
  for (let at = 0; at < changed.length; at += BATCH) await updateBatch(tx, context, changed.slice(at, at + BATCH));
}

async function updateBatch(
  tx: Tx,
  context: SyncContext,
  changed: readonly { before: FileString; after: FileString }[],
): Promise<void> {
  const known = await loadSources(
    tx,
    context.component.id,
    changed.map((pair) => pair.after.idHash),
  );
  const present = changed.filter((pair) => known.has(pair.after.idHash));
  const n = unnest(
    "n",
    columnsOf(s, "id", "note", "location", "flags", "priority"),
    present.map(({ after: { idHash, note, location, flags } }) => ({
      ...{ id: known.get(idHash)?.id ?? 0, note, location, flags },
      priority: priorityOf(flagsOf(context, flags, known.get(idHash)?.flags[1])),
    })),
  );
  await tx.run(sql`
    update ${s} set ${assigned(s, { ...columnsOf(n, "note", "location", "flags", "priority"), updatedAt: sqlNow })} from ${n}
    where ${s.id} = ${n.id}
      and (${s.note}, ${s.location}, ${s.flags}, ${s.priority}) is distinct from (${n.note}, ${n.location}, ${n.flags}, ${n.priority})`);
  await changeSources(
    tx,
    SERVICE,
    present.map((pair) => ({
      sourceId: known.get(pair.after.idHash)?.id ?? 0,
      componentId: context.component.id,
      projectId: context.component.projectId,
      context: pair.after.context,
      sourceLanguageCode: context.component.sourceLanguage.code,
      before: pair.before.sources,
      after: pair.after.sources,
    })),
    "repository",
  );
  await followOwnFlags(
    tx,
    present.flatMap(({ after: { idHash, flags } }) => {
      const { id = 0, flags: [before, set] = ["", ""] } = known.get(idHash) ?? {};
      if (before === flags) return [];
      return [{ id, wasClosed: isClosed(context, before, set), isClosed: isClosed(context, flags, set) }];
    }),
  );
}

/** Removes source strings that no file has any more, with the units of all languages. What they said stays in the ledger. */
export async function removeSources(tx: Tx, context: SyncContext, hashes: readonly string[]): Promise<void> {
  for (let at = 0; at < hashes.length; at += BATCH) {
    const known = await loadSources(tx, context.component.id, hashes.slice(at, at + BATCH));
    const ids = [...known.values()].map((source) => source.id);
    if (ids.length === 0) continue;
    const before = await countHeldUnitsOfSources(tx, ids);
    await touchSources(tx, ids);
    const gone = await tx.rows(sql`
      select ${pick(u, "translationId", "state")}, ${pick(t, "languageId")}, ${named({ unitId: u.id, target: asText(sql`joined_forms(${u.targets})`) })}
      from ${u} join ${t} on ${t.id} = ${u.translationId} where ${anyOf(u.sourceId, ids)} and (${u.state} <> ${literal(STATE.EMPTY)} or ${t.isSource})`);
    await tx.run(sql`delete from ${s} where ${anyOf(s.id, ids)}`);
    await applyCountDifference(tx, before, new Map());
    await record(
      tx,
      SERVICE,
      gone.map((unit) => ({
        action: ACTION.STRING_REMOVED,
        cause: "repository",
        projectId: context.component.projectId,
        componentId: context.component.id,
        translationId: unit.translationId,
        languageId: unit.languageId,
        unitId: unit.unitId,
        old: unit.target,
        details: { old_state: unit.state },
      })),
    );
  }
}
