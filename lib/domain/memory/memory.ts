import { languages, memoryEntries, projects } from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asFlag, counted } from "@/lib/platform/expressions";
import { ACCESS } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { can, demand } from "../access/demand";
import { NotFound, Unauthenticated } from "../errors";
import { runSearch } from "../search/run-search";
import type { Window } from "../window";
import { demandScope, entriesOf, every, isPersonal, type MemoryScope, visibleEntries } from "./scope";

/** The translation memory: reading and removing; the contract 3.11. */

const [m, p] = [memoryEntries.as("m"), outer(projects.as("p"))];

const COLUMNS = combined(
  pick(
    m,
    "id",
    "source",
    "target",
    "sourceLanguageId",
    "targetLanguageId",
    "origin",
    "projectId",
    "userId",
    "fromFile",
  ),
  /** Offered outside of its own project. */
  named({ shared: asFlag(sql`(${m.shared} or (${m.userId} is null and coalesce(${p.contributeSharedTm}, false)))`) }),
);

export type MemoryRow = SelectedRow<typeof COLUMNS>;

const FROM = sql`from ${m} left join ${p} on ${p.id} = ${m.projectId}`;

const languageOf = (code: string): Sql =>
  sql`(select ${languages.id} from ${languages} where ${languages.code} = ${code})`;

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

/** Entries the actor may know of, by id. @throws Unauthenticated; Invalid when the search takes too long */
export async function listMemory(
  actor: Actor,
  filter: MemoryFilter,
  window: Window,
): Promise<{ rows: MemoryRow[]; count: number }> {
  demandSignedIn(actor);
  const where = every(conditions(actor, filter));
  return runSearch(actor, async (tx) => {
    const rows = await tx.rows(
      sql`select ${COLUMNS} ${FROM} where ${where} order by ${m.id} limit ${window.limit} offset ${window.offset}`,
    );
    const all = await tx.one(sql`select ${counted} ${FROM} where ${where}`);
    return { rows, count: all?.count ?? 0 };
  });
}

function conditions(actor: Actor, filter: MemoryFilter): Sql[] {
  const parts = [visibleEntries(actor)];
  if (filter.scope) parts.push(entriesOf(actor, filter.scope));
  if (filter.source) {
    const pattern = `%${filter.source.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    // The index holds the beginnings; what only the rest holds is found by reading.
    parts.push(
      sql`(lower(left(${m.source}, 500)) like ${pattern} or (length(${m.source}) > 500 and lower(${m.source}) like ${pattern}))`,
    );
  }
  if (filter.sourceLanguage) parts.push(sql`${m.sourceLanguageId} = ${languageOf(filter.sourceLanguage)}`);
  if (filter.targetLanguage) parts.push(sql`${m.targetLanguageId} = ${languageOf(filter.targetLanguage)}`);
  if (filter.project) parts.push(sql`${p.slug} = ${filter.project}`);
  return parts;
}

function demandSignedIn(actor: Actor): void {
  if (actor.isAnonymous) throw new Unauthenticated("Sign in to see the translation memory.");
}

/** One entry. @throws Unauthenticated, NotFound */
export async function findMemory(actor: Actor, id: number): Promise<MemoryRow> {
  demandSignedIn(actor);
  const row = await db.one(sql`select ${COLUMNS} ${FROM} where ${m.id} = ${id} and ${visibleEntries(actor)}`);
  if (!row)
    throw new NotFound(
      `Entry ${id} in the translation memory does not exist, or you do not have permission to view it.`,
    );
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
      const project = await db.one(
        sql`select ${pick(projects, "id", "accessControl", "name")} from ${projects} where ${projects.id} = ${row.projectId}`,
      );
      demand(actor, "memory.delete", { project: project ?? { id: row.projectId, accessControl: ACCESS.CUSTOM } });
    }
  }
  await db.run(sql`delete from ${memoryEntries} where ${memoryEntries.id} = ${id}`);
}

/** How many entries a scope has from each origin, most first; files and translations apart. */
export function memoryOrigins(
  actor: Actor,
  scope: MemoryScope,
): Promise<{ origin: string; fromFile: boolean; count: number }[]> {
  return db.rows(sql`
    select ${pick(m, "origin", "fromFile")}, ${counted} ${FROM} where ${entriesOf(actor, scope)} and ${visibleEntries(actor)}
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
  if (only) parts.push(sql`${m.origin} = ${only.origin} and ${m.fromFile} = ${only.fromFile}`);
  for (let removed = 0; ; ) {
    const count = await db.run(sql`
      delete from ${memoryEntries} where ${memoryEntries.id} in (
        select ${m.id} from ${m} where ${every(parts)} limit ${BATCH})`);
    removed += count;
    if (count < BATCH) return removed;
  }
}
