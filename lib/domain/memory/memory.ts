import { memoryEntries, projects, units } from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asFlag, counted } from "@/lib/platform/expressions";
import { ACCESS } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand, throwDenial } from "../access/demand";
import { denied } from "../access/denied";
import { NotFound, Unauthenticated } from "../errors";
import { runSearch } from "../search/run-search";
import type { Window } from "../window";
import type { MemoryFilter } from "./internal/question";
import { demandScope, entriesOf, every, isPersonal, type MemoryScope, visibleEntries } from "./scope";
import {
  FROM_STRINGS,
  holds,
  languageOf,
  ORIGIN,
  STRING_COLUMNS,
  stringConditions,
  unitOfEntry,
  visibleStrings,
} from "./strings";

/** The translation memory: reading and removing; the contract 3.11. */

const [m, p, u] = [memoryEntries.as("m"), outer(projects.as("p")), units.as("u")];

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

/** Entries the actor may know of, by id: those that are stored, then strings. @throws Unauthenticated; Invalid when the search takes too long */
export async function listMemory(
  actor: Actor,
  filter: MemoryFilter,
  window: Window,
): Promise<{ rows: MemoryRow[]; count: number }> {
  demandSignedIn(actor);
  const where = every(conditions(actor, filter));
  const ofStrings = stringConditions(actor, filter);
  return runSearch(actor, async (tx) => {
    const { limit, offset } = window;
    const stored = await tx.one(sql`select ${counted} ${FROM} where ${where}`);
    const first = stored?.count ?? 0;
    const rows: MemoryRow[] = await tx.rows(
      sql`select ${COLUMNS} ${FROM} where ${where} order by ${m.id} limit ${limit} offset ${offset}`,
    );
    if (!ofStrings) return { rows, count: first };
    const strings = await tx.one(sql`select ${counted} ${FROM_STRINGS} where ${ofStrings}`);
    rows.push(
      ...(await tx.rows(sql`
        select ${STRING_COLUMNS} ${FROM_STRINGS} where ${ofStrings}
        order by ${u.id} limit ${limit - rows.length} offset ${Math.max(0, offset - first)}`)),
    );
    return { rows, count: first + (strings?.count ?? 0) };
  });
}

function conditions(actor: Actor, filter: MemoryFilter): Sql[] {
  const parts = [visibleEntries(actor)];
  if (filter.scope) parts.push(entriesOf(actor, filter.scope));
  if (filter.source) parts.push(holds(m.source, filter.source));
  if (filter.sourceLanguage) parts.push(sql`${m.sourceLanguageId} = ${languageOf(filter.sourceLanguage)}`);
  if (filter.targetLanguage) parts.push(sql`${m.targetLanguageId} = ${languageOf(filter.targetLanguage)}`);
  if (filter.project) parts.push(sql`${p.slug} = ${filter.project}`);
  return parts;
}

function demandSignedIn(actor: Actor): void {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInMemory"));
}

/** One entry. @throws Unauthenticated, NotFound */
export async function findMemory(actor: Actor, id: number): Promise<MemoryRow> {
  demandSignedIn(actor);
  const unitId = unitOfEntry(id);
  const row: MemoryRow | undefined =
    unitId === undefined
      ? await db.one(sql`select ${COLUMNS} ${FROM} where ${m.id} = ${id} and ${visibleEntries(actor)}`)
      : await db.one(
          sql`select ${STRING_COLUMNS} ${FROM_STRINGS} where ${u.id} = ${unitId} and ${visibleStrings(actor)}`,
        );
  if (!row) throw new NotFound(refusal("entryTranslationMemory", { id }));
  return row;
}

/**
 * Removes an entry: one's own always, one of a project with `memory.delete` there, any other with `memory.manage`.
 * Strings are entries for as long as they are translated: they are not removed here.
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
  if (unitOfEntry(id) !== undefined) throwDenial(denied("read-only-string", refusal("memoryEntryString")));
  await db.run(sql`delete from ${memoryEntries} where ${memoryEntries.id} = ${id}`);
}

export interface MemoryOrigin {
  origin: string;
  fromFile: boolean;
  count: number;
  /** What is there are the strings of a component, which are not removed from here. */
  strings: boolean;
}

/** How many entries a scope has from each origin, most first; files, translations and strings apart. */
export async function memoryOrigins(actor: Actor, scope: MemoryScope): Promise<MemoryOrigin[]> {
  const stored = await db.rows(sql`
    select ${pick(m, "origin", "fromFile")}, ${counted} ${FROM} where ${entriesOf(actor, scope)} and ${visibleEntries(actor)}
    group by 1, 2 order by 3 desc, 1, 2 limit 500`);
  const origins = stored.map((row) => ({ ...row, strings: false }));
  const where = stringConditions(actor, { scope });
  if (!where) return origins;
  const strings = await db.rows(sql`
    select ${named({ origin: ORIGIN })}, ${counted} ${FROM_STRINGS} where ${where} group by 1 order by 2 desc, 1 limit 500`);
  return [...strings.map((row) => ({ ...row, fromFile: false, strings: true })), ...origins];
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
