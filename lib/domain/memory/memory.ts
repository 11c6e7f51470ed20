import { db, type Sql, sql } from "@/lib/platform/database";
import { ACCESS } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { can, demand } from "../access/demand";
import { NotFound, Unauthenticated } from "../errors";
import { runSearch } from "../search/run-search";
import type { Window } from "../window";
import { demandScope, entriesOf, every, isPersonal, type MemoryScope, visibleEntries } from "./scope";

/** The translation memory: reading and removing; the contract 3.11. */

export interface MemoryRow {
  id: number;
  source: string;
  target: string;
  sourceLanguageId: number;
  targetLanguageId: number;
  origin: string;
  projectId: number | null;
  userId: number | null;
  fromFile: boolean;
  /** Offered outside of its own project. */
  shared: boolean;
}

const COLUMNS = sql`
  m.id, m.source, m.target, m.source_language_id, m.target_language_id, m.origin, m.project_id, m.user_id, m.from_file,
  (m.shared or (m.user_id is null and coalesce(p.contribute_shared_tm, false))) as shared`;

const FROM = sql`from memory_entries m left join projects p on p.id = m.project_id`;

export interface MemoryFilter {
  /** A part of the source, in any case. */
  source?: string;
  /** Codes of languages. */
  sourceLanguage?: string;
  targetLanguage?: string;
  /** Slug. */
  project?: string;
  scope?: MemoryScope;
}

function conditions(actor: Actor, filter: MemoryFilter): Sql[] {
  const parts = [visibleEntries(actor)];
  if (filter.scope) parts.push(entriesOf(actor, filter.scope));
  if (filter.source) {
    const pattern = `%${filter.source.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    // The index holds the beginnings; what only the rest holds is found by reading.
    parts.push(
      sql`(lower(left(m.source, 500)) like ${pattern} or (length(m.source) > 500 and lower(m.source) like ${pattern}))`,
    );
  }
  if (filter.sourceLanguage)
    parts.push(sql`m.source_language_id = (select id from languages where code = ${filter.sourceLanguage})`);
  if (filter.targetLanguage)
    parts.push(sql`m.target_language_id = (select id from languages where code = ${filter.targetLanguage})`);
  if (filter.project) parts.push(sql`p.slug = ${filter.project}`);
  return parts;
}

function demandSignedIn(actor: Actor): void {
  if (actor.isAnonymous) throw new Unauthenticated("Sign in to see the translation memory.");
}

/** Entries the actor may know of, by id. @throws Unauthenticated; Invalid when the search takes too long */
export async function listMemory(
  actor: Actor,
  filter: MemoryFilter,
  window: Window,
): Promise<{ rows: MemoryRow[]; count: number }> {
  demandSignedIn(actor);
  const where = every(conditions(actor, filter));
  return runSearch(actor, async (tx) => {
    const rows = await tx.rows<MemoryRow>(
      sql`select ${COLUMNS} ${FROM} where ${where} order by m.id limit ${window.limit} offset ${window.offset}`,
    );
    const counted = await tx.one<{ count: number }>(sql`select count(*)::int as count ${FROM} where ${where}`);
    return { rows, count: counted?.count ?? 0 };
  });
}

/** One entry. @throws Unauthenticated, NotFound */
export async function findMemory(actor: Actor, id: number): Promise<MemoryRow> {
  demandSignedIn(actor);
  const row = await db.one<MemoryRow>(sql`select ${COLUMNS} ${FROM} where m.id = ${id} and ${visibleEntries(actor)}`);
  if (!row) throw new NotFound(`There is no entry ${id} in the translation memory, or you may not see it.`);
  return row;
}

/**
 * Removes an entry: one's own always, one of a project with `memory.delete` there, any other with `memory.manage`.
 * @throws NotFound, Forbidden
 */
export async function removeMemory(actor: Actor, id: number): Promise<void> {
  const row = await findMemory(actor, id);
  if (!(isPersonal(actor) && row.userId === actor.userId) && !can(actor, "memory.manage")) {
    if (row.projectId === null) demand(actor, "memory.manage");
    else {
      const project = await db.one<{ id: number; accessControl: number; name: string }>(
        sql`select id, access_control, name from projects where id = ${row.projectId}`,
      );
      demand(actor, "memory.delete", { project: project ?? { id: row.projectId, accessControl: ACCESS.CUSTOM } });
    }
  }
  await db.run(sql`delete from memory_entries where id = ${id}`);
}

/** How many entries a scope has from each origin, most first; files and translations apart. */
export function memoryOrigins(
  actor: Actor,
  scope: MemoryScope,
): Promise<{ origin: string; fromFile: boolean; count: number }[]> {
  return db.rows<{ origin: string; fromFile: boolean; count: number }>(sql`
    select m.origin, m.from_file, count(*)::int as count ${FROM} where ${entriesOf(actor, scope)} and ${visibleEntries(actor)}
    group by 1, 2 order by 3 desc, 1, 2 limit 500`);
}

/** Entries removed in one statement. */
const BATCH = 20_000;

/**
 * Empties a scope, or what came into it from one origin. Gives the number of entries removed.
 * @throws Forbidden
 */
export async function wipeMemory(
  actor: Actor,
  scope: MemoryScope,
  only?: { origin: string; fromFile: boolean },
): Promise<number> {
  demandScope(actor, scope, "delete");
  const parts = [entriesOf(actor, scope)];
  if (only) parts.push(sql`m.origin = ${only.origin} and m.from_file = ${only.fromFile}`);
  for (let removed = 0; ; ) {
    const count = await db.run(sql`
      delete from memory_entries where id in (select m.id from memory_entries m where ${every(parts)} limit ${BATCH})`);
    removed += count;
    if (count < BATCH) return removed;
  }
}
