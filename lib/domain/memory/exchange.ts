import { components, languages, memoryEntries, translations, units } from "@/lib/generated/tables";
import { eachRow, named, pick, recordset, type ValuesOf } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { itemsOf } from "@/lib/platform/readers/reader-pool";
import { resolveLanguageCode } from "@/lib/text/languages/resolve";
import { writeMemoryJson } from "@/lib/text/memory-files/json";
import { isUsable, type MemoryPair } from "@/lib/text/memory-files/memory-file";
import { writeTmx } from "@/lib/text/memory-files/tmx";
import type { Actor } from "../access/actor";
import { Invalid } from "../errors";
import { inReader, oneFileAtATime } from "../uploaded-files";
import type { PairsRead, PairsRequest } from "./memory-jobs";
import { demandScope, entriesOf, type MemoryScope } from "./scope";
import { FROM_STRINGS, ORIGIN, SOURCE_TEXT, stringConditions, TARGET_TEXT } from "./strings";

/** The memory as a file, in and out. */

export const MEMORY_FORMATS = ["tmx", "json"] as const;
export type MemoryFormat = (typeof MEMORY_FORMATS)[number];

const BATCH = 2000;
const MOST_ENTRIES = 1_000_000;

export interface MemoryImport {
  /** Entries that were not there before. */
  added: number;
  /** Entries without text or in a language that is not known here. */
  skipped: number;
  /** Entries of the file. */
  total: number;
}

/**
 * Takes a TMX or JSON file into a scope. A file that cannot be read changes nothing.
 * @throws Forbidden; Invalid on `file`; Busy
 */
export async function importMemory(
  actor: Actor,
  scope: MemoryScope,
  file: { name: string; bytes: Uint8Array },
): Promise<MemoryImport> {
  demandScope(actor, scope, "edit");
  return oneFileAtATime(actor, async () => {
    const wanted: PairsRequest = { bytes: file.bytes, most: MOST_ENTRIES };
    const { value, pieces } = await inReader<PairsRead>("file", "pairs", wanted);
    if (value.refusal !== undefined) throw Invalid.field("file", value.refusal);
    return inTransaction((tx) => store(tx, actor, scope, file.name, [...pieces]));
  });
}

async function store(
  tx: Tx,
  actor: Actor,
  scope: MemoryScope,
  name: string,
  pieces: Uint8Array[],
): Promise<MemoryImport> {
  const languageOf = await languageReader(tx);
  const result: MemoryImport = { added: 0, skipped: 0, total: 0 };
  for await (const pairs of itemsOf<MemoryPair>(pieces)) {
    const batch = pairs.flatMap((pair) => {
      const [from, to] = [languageOf(pair.sourceLanguage), languageOf(pair.targetLanguage)];
      const fits = from !== undefined && to !== undefined && from !== to && isUsable(pair);
      const { source, target } = pair;
      return fits ? [{ source, target, sourceLanguageId: from, targetLanguageId: to }] : [];
    });
    result.total += pairs.length;
    result.skipped += pairs.length - batch.length;
    result.added += await insert(tx, actor, scope, name, batch);
  }
  return result;
}

const m = memoryEntries.as("m");

/** An entry as it is stored. */
const ENTRY = {
  source: m.source,
  target: m.target,
  sourceLanguageId: m.sourceLanguageId,
  targetLanguageId: m.targetLanguageId,
};

function insert(
  tx: Tx,
  actor: Actor,
  scope: MemoryScope,
  name: string,
  rows: readonly ValuesOf<typeof ENTRY>[],
): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0);
  const w = recordset("w", ENTRY, rows);
  const { source, target, sourceLanguageId, targetLanguageId } = w;
  return tx.run(sql`
    insert into ${m} ${eachRow(m, {
      ...{ source, target, sourceLanguageId, targetLanguageId },
      sourceHash: sql`memory_hash(${source})`,
      origin: name.replace(/[\0-\x1f]/g, " ").slice(0, 200) || "upload",
      projectId: scope.kind === "project" ? scope.project.id : null,
      userId: scope.kind === "personal" ? actor.userId : null,
      shared: scope.kind === "shared",
      fromFile: true,
    })} from ${w} on conflict do nothing`);
}

/** Languages of this installation by the codes of a file; a file makes no new ones. */
async function languageReader(tx: Tx): Promise<(code: string) => number | undefined> {
  const stored = await tx.rows(sql`select ${pick(languages, "id", "code")} from ${languages}`);
  const byCode = new Map(stored.map((row) => [row.code, row.id]));
  const known = new Map<string, number | undefined>();
  return (code) => {
    if (!known.has(code)) {
      if (known.size > 10_000) known.clear();
      const meant = resolveLanguageCode(code, { has: (candidate) => byCode.has(candidate) }, new Map());
      known.set(code, byCode.get(meant.code));
    }
    return known.get(code);
  };
}

/**
 * A scope as a file, in pieces. Needs `translation.download` for a project, `memory.manage` for what all share.
 * @throws Forbidden before the first piece
 */
export function exportMemory(actor: Actor, scope: MemoryScope, format: MemoryFormat): AsyncGenerator<string> {
  demandScope(actor, scope, "download");
  const batches = pages(actor, scope);
  return format === "tmx" ? writeTmx(batches) : writeMemoryJson(batches);
}

const [sl, tl] = [languages.as("sl"), languages.as("tl")];
const [u, c, t] = [units.as("u"), components.as("c"), translations.as("t")];

async function* pages(actor: Actor, scope: MemoryScope): AsyncGenerator<MemoryPair[]> {
  for (let after = 0; ; ) {
    const rows = await db.rows(sql`
      select ${pick(m, "id", "source", "target", "origin")}, ${named({ sourceLanguage: sl.code, targetLanguage: tl.code })}
      from ${m} join ${sl} on ${sl.id} = ${m.sourceLanguageId} join ${tl} on ${tl.id} = ${m.targetLanguageId}
      where ${m.id} > ${after} and ${entriesOf(actor, scope)} order by ${m.id} limit ${BATCH}`);
    yield rows;
    if (rows.length < BATCH) break;
    after = rows.at(-1)?.id ?? 0;
  }
  const where = stringConditions(actor, { scope });
  for (let after = 0; where; ) {
    const rows = await db.rows(sql`
      select ${named({ id: u.id, source: SOURCE_TEXT, target: TARGET_TEXT, origin: ORIGIN, sourceLanguage: sl.code, targetLanguage: tl.code })}
      ${FROM_STRINGS} join ${sl} on ${sl.id} = ${c.sourceLanguageId} join ${tl} on ${tl.id} = ${t.languageId}
      where ${u.id} > ${after} and ${where} order by ${u.id} limit ${BATCH}`);
    yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? 0;
  }
}
