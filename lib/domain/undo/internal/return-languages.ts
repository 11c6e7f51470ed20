import {
  components,
  fileSnapshots,
  findings,
  labels,
  languages,
  operationRows,
  operationTranslations,
  pendingChanges,
  plurals,
  sourceUnitLabels,
  sourceUnits,
  translations,
  units,
  users,
} from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, named, outer, pick, row, type ValuesOf } from "@/lib/platform/columns";
import { literal, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag, asJson, asNumber, asText, asTexts, hashText } from "@/lib/platform/expressions";
import { currentOperation } from "@/lib/platform/operation-mark";
import { STATE } from "@/lib/text/codes";
import { maskToPath, matchFilemask } from "@/lib/text/formats/kernel/filemask";
import { findFormat, hasSeveralValues } from "@/lib/text/formats/registry";
import { ledgerUser } from "../../access/actor";
import { notifyAddons } from "../../addons/queue";
import { ACTION } from "../../change-actions";
import { record } from "../../changes/record";
import { type ComponentRow, componentsById } from "../../components/components";
import { isClosed } from "../../components/edit-lock";
import { applyCounterChanges } from "../../counters/counters";
import { applyCountDifference, countUnits, countUnitsOfSources } from "../../counters/unit-counters";
import { syncContext } from "../../files/context";
import { isMonolingual } from "../../files/strings";
import { flagsOfNew } from "../../projects/language-workflow";
import { loadTranslations } from "../../sync/ensure-translations";
import { newestMove } from "../../sync/snapshots";
import { loadSources } from "../../sync/source-strings";
import { fillTranslation } from "../../sync/translation-strings";
import { createTask } from "../../tasks/tasks";
import { changeFiles } from "../../units/manage-units";
import { recheck } from "../../units/recheck";
import { lockUnits } from "../../units/units";
import { joinLanguage } from "./join-language";
import { markAttachments, returnAttachments } from "./kept-attachments";
import type { Batch, LeftString, Step, Undoing } from "./progress";

/**
 * Bringing back a language that was removed: its row and its strings with their ids, so that the history is theirs again,
 * the file that both sides knew last, and the edits that upstream never had, in their authors' names.
 */

const [k, t, u, s, x] = [
  operationTranslations.as("k"),
  translations.as("t"),
  units.as("u"),
  sourceUnits.as("s"),
  units.as("x"),
];
const [r, f, p, a] = [operationRows.as("r"), fileSnapshots.as("f"), pendingChanges.as("p"), outer(users.as("a"))];
const [l, q, i, n] = [languages.as("l"), plurals.as("q"), findings.as("i"), sourceUnitLabels.as("n")];
const [b, y] = [labels.as("b"), sourceUnits.as("y")];

const KEPT = {
  languageId: asNumber(sql`(${k.row} ->> 'language_id')::int`),
  languageCode: asText(sql`${k.row} ->> 'language_code'`),
  filename: asText(sql`${k.row} ->> 'filename'`),
  file: asJson<{ path: string | null; blob: string | null; commit: string | null }>(sql`${k.row} -> 'file'`),
  counter: asJson<{ recent: number | null; last_change: string | null; last_author_id: number | null }>(
    sql`${k.row} -> 'counter'`,
  ),
};

/** Strings that are checked at a time. */
const BATCH = 1000;

/** Brings back the languages that an operation removed, one in each batch. */
export const returnLanguages: Step = async (tx, undoing) => {
  const { actor, operation, after } = undoing;
  const kept = await tx.one(sql`
    select ${pick(k, "translationId", "componentId")}, ${named(KEPT)} from ${k}
    where ${k.operationId} = ${operation.id} and not ${k.added} and ${k.translationId} > ${after} order by ${k.translationId} limit 1`);
  if (!kept) return { after: undefined };
  const end = { after: kept.translationId };
  const [component] = await componentsById(actor, [kept.componentId]);
  if (!component || !operation.details.components.includes(kept.componentId)) {
    const all = await keptUnits(tx, operation.id);
    return { ...end, hidden: all.length };
  }
  if (isClosed(component)) {
    const all = await keptUnits(tx, operation.id);
    return { ...end, left: all.map((unit) => ({ unit, reason: "locked" })) };
  }
  await tx.run(sql`select 1 from ${components} where ${components.id} = ${component.id} for update`);
  const there = await tx.one(sql`
    select ${pick(t, "id")} from ${t} where ${t.componentId} = ${component.id} and ${t.languageId} = ${kept.languageId}`);
  const done = there
    ? await joinLanguage(tx, undoing, component, there.id)
    : await returnLanguage(tx, undoing, component, kept);
  return { ...end, ...done };
};

/** Ids of the strings that a language had. */
async function keptUnits(tx: Tx, operationId: string): Promise<number[]> {
  const rows = await tx.rows(sql`
    select ${pick(r, "rowId")} from ${r} where ${r.operationId} = ${operationId} and ${r.kind} = 'unit' order by ${r.rowId}`);
  return rows.map((row) => row.rowId);
}

type KeptLanguage = { translationId: number } & ValuesOf<typeof KEPT>;

async function returnLanguage(
  tx: Tx,
  { actor, operation }: Undoing,
  component: ComponentRow,
  kept: KeptLanguage,
): Promise<Omit<Batch, "after">> {
  const { translationId: id, languageId, languageCode } = kept;
  const filename =
    matchFilemask(component.filemask, kept.filename) === undefined
      ? maskToPath(component.filemask, languageCode)
      : kept.filename;
  const plural = sql`
    select ${q.id} from ${q} where ${q.languageId} = ${l.id} order by ${q.id} <> (${k.row} ->> 'plural_id')::int, ${q.source}, ${q.id} limit 1`;
  const made = await tx.one(sql`
    insert into ${translations} ${eachRow(translations, {
      ...columnsOf(t, "id", "componentId", "languageId", "languageCode", "isSource", "createdAt"),
      checkFlags: flagsOfNew(t.languageId, component.id),
      pluralId: sql`(${plural})`,
      filename,
      fileWanted: true,
      revision: sql`coalesce(${k.row} #>> '{file,blob}', '')`,
    })}
    from ${k} cross join lateral jsonb_populate_record(null::translations, ${k.row}) as t join ${l} on ${l.id} = ${t.languageId}
    where ${k.operationId} = ${operation.id} and ${k.translationId} = ${id} returning ${pick(translations, "id")}`);
  // The language itself is known no more.
  if (!made) return { left: (await keptUnits(tx, operation.id)).map((unit) => ({ unit, reason: "gone" })) };
  if (kept.file.blob !== null)
    await tx.run(sql`
      insert into ${f} ${eachRow(f, { translationId: k.translationId, path: filename, blob: kept.file.blob, content: k.content, commit: kept.file.commit ?? "", listMove: newestMove(id) })}
      from ${k} where ${k.operationId} = ${operation.id} and ${k.translationId} = ${id} and ${k.content} is not null`);
  await applyCounterChanges(tx, [
    {
      translationId: id,
      numbers: { translations: 1, recent: kept.counter.recent ?? 0 },
      lastChange: kept.counter.last_change === null ? undefined : new Date(kept.counter.last_change),
      lastAuthorId: kept.counter.last_author_id,
    },
  ]);
  if (component.template === "" && component.newBase === "") await returnSources(tx, operation.id, component);
  const back = await returnUnits(tx, operation.id, component, id);
  await returnPending(tx, operation.id, id);
  await returnAttachments(tx, operation.id, id);
  await markAttachments(tx, id);
  await tx.run(sql`
    insert into ${i} ${eachRow(i, { unitId: u.id, check: sql`jsonb_array_elements_text(${r.row} -> 'dismissed')`, dismissed: true })}
    from ${r} join ${u} on ${u.id} = ${r.rowId}
    where ${r.operationId} = ${operation.id} and ${r.kind} = 'unit' and jsonb_typeof(${r.row} -> 'dismissed') = 'array' and ${u.translationId} = ${id}
    on conflict do nothing`);
  for (let at = 0; at < back.length; at += BATCH)
    await recheck(tx, await lockUnits(tx, actor, back.slice(at, at + BATCH)));
  await applyCountDifference(tx, new Map(), await countUnits(tx, back));
  await fillGaps(tx, component, id);
  const left = await dropGone(tx, { actor, operation, after: 0 }, component, id);
  await tx.run(sql`
    insert into ${operationTranslations} ${row(operationTranslations, { operationId: sql`${currentOperation() ?? null}::uuid`, translationId: id, componentId: component.id, added: true })}`);
  await tx.run(
    sql`select count_operation_texts(${currentOperation() ?? null}::uuid, array_fill(${id}::int, array[${back.length}::int]))`,
  );
  await record(tx, actor, [
    {
      action: ACTION.LANGUAGE_ADDED,
      projectId: component.projectId,
      componentId: component.id,
      translationId: id,
      languageId,
      details: { language: languageCode, filename, reason: "restored" },
    },
  ]);
  await notifyAddons(tx, component, "language-added");
  await createTask(tx, {
    kind: "add-language",
    payload: { repository: component.repositoryId, translation: id },
    userId: ledgerUser(actor) ?? undefined,
    projectId: component.projectId,
    componentId: component.id,
    translationId: id,
  });
  return { returned: back.length, left };
}

/** Source strings that went with the last file that had them, with their labels. */
async function returnSources(tx: Tx, operationId: string, component: ComponentRow): Promise<void> {
  const kept = (from: Sql) => sql`
    from ${r} cross join lateral jsonb_populate_record(null::source_units, ${r.row} -> 'source') as s ${from}
    where ${r.operationId} = ${operationId} and ${r.kind} = 'unit' and jsonb_typeof(${r.row} -> 'source') = 'object'`;
  const made = await tx.rows(sql`
    insert into ${sourceUnits} ${eachRow(
      sourceUnits,
      columnsOf(
        s,
        ...(["id", "componentId", "idHash", "contentHash", "context", "sources", "note", "location", "flags"] as const),
        ...(["explanation", "extraFlags", "numWords", "numChars", "priority", "position", "createdAt"] as const),
      ),
    )} ${kept(sql``)} on conflict do nothing returning ${pick(sourceUnits, "id")}`);
  const ids = made.map((source) => source.id);
  await tx.run(sql`
    insert into ${n} ${eachRow(n, { sourceId: s.id, labelId: b.id })}
    ${kept(sql`cross join lateral jsonb_array_elements_text(coalesce(nullif(${r.row} #> '{source,labels}', 'null'), '[]')) as e(id) join ${b} on ${b.id} = e.id::int`)}
      and ${anyOf(s.id, ids)} on conflict do nothing`);
  await tx.run(sql`
    insert into ${u} ${eachRow(u, {
      id: s.id,
      sourceId: s.id,
      translationId: t.id,
      targets: s.sources,
      state: literal(STATE.READ_ONLY),
      originalState: literal(STATE.READ_ONLY),
      position: s.position,
    })}
    from ${s} join ${t} on ${t.componentId} = ${s.componentId} and ${t.isSource}
    where ${s.componentId} = ${component.id} and ${anyOf(s.id, ids)} on conflict do nothing`);
  await applyCountDifference(tx, new Map(), await countUnitsOfSources(tx, ids));
}

/** The source string that a kept string belongs to now: by its id, else by its identity. */
const sourceNow = (componentId: number): Sql => sql`
  ${s.componentId} = ${componentId} and ${s.id} = coalesce(
    (select ${y.id} from ${y} where ${y.id} = (${r.row} ->> 'source_id')::bigint and ${y.componentId} = ${componentId}),
    (select ${y.id} from ${y} where ${y.componentId} = ${componentId} and ${y.idHash} = (${r.row} ->> 'id_hash')::bigint))`;

/** A text whose source text became another one meanwhile is to be looked at again. */
async function returnUnits(tx: Tx, operationId: string, component: ComponentRow, id: number): Promise<number[]> {
  const several = hasSeveralValues(component.fileFormat);
  const stale = sql`(${r.row} -> 'sources' <> to_jsonb(${s.sources}))`;
  const lowered = (state: Sql) =>
    sql`case when ${stale} and ${state} in (${literal(STATE.TRANSLATED)}, ${literal(STATE.APPROVED)}) then ${literal(STATE.NEEDS_EDITING)} else ${state} end`;
  const forms = sql`case when cardinality(${s.sources}) > 1 then ${q.number} else 1 end`;
  const made = await tx.rows(sql`
    insert into ${units} ${eachRow(units, {
      ...columnsOf(x, "id", "targets", "automatic", "createdAt"),
      translationId: t.id,
      sourceId: s.id,
      position: s.position,
      version: sql`${x.version} + 1`,
      // What was kept before terms could be explained has none.
      explanation: sql`coalesce(${x.explanation}, '')`,
      state: lowered(sql`${x.state}`),
      originalState: lowered(sql`${x.originalState}`),
      previousSource: sql`case when ${stale} and ${x.state} <> ${literal(STATE.EMPTY)} then joined_forms(array(select jsonb_array_elements_text(${r.row} -> 'sources'))) else ${x.previousSource} end`,
    })}
    from ${r} cross join lateral jsonb_populate_record(null::units, ${r.row}) as x join ${s} on ${sourceNow(component.id)}
      join ${t} on ${t.id} = ${id} join ${q} on ${q.id} = ${t.pluralId}
    where ${r.operationId} = ${operationId} and ${r.kind} = 'unit' and (${several} or cardinality(${x.targets}) = ${forms})
    order by ${s.position} on conflict do nothing returning ${pick(units, "id")}`);
  return made.map((unit) => unit.id);
}

/** Edits that upstream never had wait again, those of a commit that was not pushed among them. */
async function returnPending(tx: Tx, operationId: string, id: number): Promise<void> {
  await tx.run(sql`
    insert into ${pendingChanges} ${eachRow(pendingChanges, {
      ...columnsOf(p, "kind", "unitId", "targets", "state", "explanation", "authorName", "authorEmail", "createdAt"),
      translationId: id,
      authorId: a.id,
      idHash: s.idHash,
      context: s.context,
      sources: s.sources,
    })}
    from ${r} cross join lateral jsonb_populate_record(null::pending_changes, ${r.row}) as p
      join ${u} on ${u.id} = ${p.unitId} and ${u.translationId} = ${id} join ${s} on ${s.id} = ${u.sourceId}
      left join ${a} on ${a.id} = ${p.authorId}
    where ${r.operationId} = ${operationId} and ${r.kind} = 'pending' order by ${r.rowId}`);
  await tx.run(sql`
    update ${u} set ${assigned(u, { pending: true })} where ${u.translationId} = ${id}
      and exists (select from ${p} where ${p.unitId} = ${u.id})`);
}

/** Strings that came while the language was away are there without a text. */
async function fillGaps(tx: Tx, component: ComponentRow, id: number): Promise<void> {
  if (component.template === "" && component.newBase === "") return;
  const rows = await loadTranslations(tx, component.id);
  const [translation, source] = [rows.find((one) => one.id === id), rows.find((one) => one.isSource)];
  if (!translation || !source) return;
  const present = await tx.rows(sql`select ${pick(u, "sourceId")} from ${u} where ${u.translationId} = ${id}`);
  const has = new Set(present.map(({ sourceId }) => sourceId));
  const sources = new Map([...(await loadSources(tx, component.id))].filter(([, known]) => !has.has(known.id)));
  if (sources.size === 0) return;
  if (!isMonolingual(component)) for (const known of sources.values()) known.readOnly = false;
  // As for a language that was added just now.
  const context = { ...syncContext(component, source.id, true), monolingual: true };
  await fillTranslation(tx, context, translation, sources, new Map());
}

/**
 * Strings that did not come back: their source string is gone, or has another number of forms. The file that comes back
 * loses those that have left the base file.
 */
async function dropGone(
  tx: Tx,
  { actor, operation }: Undoing,
  component: ComponentRow,
  id: number,
): Promise<LeftString[]> {
  const rows = await tx.rows(sql`
    select ${pick(r, "rowId")}, ${named({
      source: asFlag(sql`exists (select from ${s} where ${sourceNow(component.id)})`),
      idHash: hashText(asNumber(sql`(${r.row} ->> 'id_hash')::bigint`)),
      context: asText(sql`${r.row} ->> 'context'`),
      sources: asTexts(sql`array(select jsonb_array_elements_text(${r.row} -> 'sources'))`),
      targets: asTexts(sql`array(select jsonb_array_elements_text(${r.row} -> 'targets'))`),
    })}
    from ${r} where ${r.operationId} = ${operation.id} and ${r.kind} = 'unit'
      and not exists (select from ${u} where ${u.id} = ${r.rowId}) order by ${r.rowId}`);
  const left = rows.map(({ rowId, source }): LeftString => ({ unit: rowId, reason: source ? "forms" : "gone" }));
  if (!findFormat(component.fileFormat)?.canRemove) return left;
  const removed = rows.flatMap(({ source, idHash, context, sources, targets }) =>
    source
      ? []
      : [
          {
            ...{ kind: "remove" as const, translationId: id, unitId: null, idHash, context, sources, targets },
            state: STATE.EMPTY,
          },
        ],
  );
  await changeFiles(tx, ledgerUser(actor), removed);
  return left;
}
