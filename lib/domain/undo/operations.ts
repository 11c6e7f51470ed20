import {
  components,
  languages,
  operationLanguages,
  operationSettings,
  operations,
  pseudonyms,
  users,
} from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asFlag, asJson, asMoment, asText, orNull, present, rowCount } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, denial } from "../access/demand";
import { denied } from "../access/denied";
import { OPERATION_KINDS } from "../changes/operations";
import { type ComponentRow, componentsById, scopeOf } from "../components/components";
import { type Denial, NotFound } from "../errors";
import type { StoredOperation } from "./internal/progress";

/** Operations that changed strings, as people see them. */

/** How long an operation can be taken back. */
export const UNDO_DAYS = 30;

const ps = pseudonyms.as("ps");
const [o, n, a] = [operations.as("o"), operationLanguages.as("n"), outer(users.as("a"))];
const [l, c, s] = [languages.as("l"), components.as("c"), operationSettings.as("s")];

const COLUMNS = combined(
  pick(o, "id", "userId", "createdAt", "undoneBy"),
  pick(a, "username", "fullName"),
  named({
    kind: asText(sql`${o.kind}`),
    details: asJson<StoredOperation["details"]>(o.details),
    until: asMoment(sql`${o.createdAt} + make_interval(days => ${UNDO_DAYS}::int)`),
    expired: asFlag(sql`${o.createdAt} < now() - make_interval(days => ${UNDO_DAYS}::int)`),
    /** Place in the list, with all the digits that the database has. */
    cursor: asText(sql`to_char(${o.createdAt} at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || ${o.id}::text`),
  }),
);

const FROM = sql`from ${o} left join ${a} on ${a.id} = ${o.userId}`;

/** What strangers read in place of the account: the name that it goes by in a project which the operation changed. */
const PSEUDONYM = orNull(
  asText(sql`(
    select ${ps.name} from ${ps} join ${c} on ${c.projectId} = ${ps.projectId}
    where ${ps.userId} = ${o.userId} and ${c.id} in (select jsonb_array_elements_text(${o.details}->'components')::int)
    order by ${c.id} limit 1)`),
);

export type OperationRow = Omit<SelectedRow<typeof COLUMNS>, "kind"> & Pick<StoredOperation, "kind">;

/** An operation in a list. */
export interface ListedOperation extends OperationRow {
  /** Strings that it changed, by language, in the component that is looked at. */
  languages: { language: string; languageName: string; strings: number }[];
  /** Whether it can be taken back, whoever asks. */
  undoable: boolean;
  /** Whether the actor may. */
  allowed: boolean;
}

/** Begun undone and still under way. */
const isUnderWay = ({ kind, details }: OperationRow): boolean => kind === "undo" && details.progress?.done !== true;

/** Whether an operation can be taken back, as far as time and what was done already go. */
export const isUndoable = (row: OperationRow): boolean => !row.expired && row.undoneBy === null && !isUnderWay(row);

/**
 * The operations that changed strings of a component or of one of its languages in the last 30 days, newest first.
 * @param after `cursor` of the last one of the page before
 */
export async function listOperations(
  actor: Actor,
  place: { component: ComponentRow; translationId?: number },
  { after, limit }: { after?: string; limit: number },
): Promise<{ rows: ListedOperation[]; more: boolean; count: number }> {
  const { component, translationId } = place;
  const here = sql`${n.componentId} = ${component.id} ${translationId === undefined ? sql`` : sql`and ${n.translationId} = ${translationId}`}`;
  const kept = sql`
    (${o.id} in (select ${n.operationId} from ${n} where ${here}) ${translationId === undefined ? ofSettings(component.id) : sql``}) and ${o.createdAt} > now() - make_interval(days => ${UNDO_DAYS}::int)`;
  const all = await db.one(sql`select ${named({ count: rowCount })} from ${o} where ${kept}`);
  const rows = await select(
    actor,
    sql`
    ${kept} and ${after === undefined ? sql`true` : before(after)} order by ${o.createdAt} desc, ${o.id} desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const ids = page.map((row) => row.id);
  const counts = await db.rows(sql`
    select ${pick(n, "operationId", "strings")}, ${named({ language: l.code, languageName: l.name })}
    from ${n} join ${l} on ${l.id} = ${n.languageId} where ${anyOf(n.operationId, ids)} and ${here} order by ${l.code}`);
  const allowed = await allowedOf(actor, page);
  return {
    rows: page.map((row) => ({
      ...row,
      languages: counts.flatMap(({ operationId, ...told }) => (operationId === row.id ? [told] : [])),
      undoable: isUndoable(row),
      allowed: allowed.has(row.id),
    })),
    more: rows.length > limit,
    count: all?.count ?? 0,
  };
}

/** Operations that changed settings of a component, in a condition on `o`. */
const ofSettings = (componentId: number): Sql =>
  sql`or ${o.id} in (select ${s.operationId} from ${s} where ${s.componentId} = ${componentId})`;

/** The cursor of a list. @returns undefined for anything else */
export function readCursor(text: string): string | undefined {
  return /^\d{20}[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text) ? text : undefined;
}

function before(cursor: string): Sql {
  const moment = sql`to_timestamp(${cursor.slice(0, 14)}::text, 'YYYYMMDDHH24MISS') + ${`${cursor.slice(14, 20)} microseconds`}::text::interval`;
  return sql`(${o.createdAt}, ${o.id}) < (${moment}, ${cursor.slice(20)}::uuid)`;
}

async function select(actor: Actor, where: Sql): Promise<OperationRow[]> {
  const pseudonym = actor.isAnonymous ? PSEUDONYM : orNull(asText(sql`null`));
  const rows = await db.rows(sql`select ${combined(COLUMNS, named({ pseudonym }))} ${FROM} where ${where}`);
  return rows.flatMap(({ kind, pseudonym: name, ...row }) => {
    const known = OPERATION_KINDS.find((one) => one === kind);
    if (!known || !Array.isArray(row.details.needs)) return [];
    const who = name === null ? {} : { userId: null, username: null, fullName: name };
    return [{ ...row, ...who, kind: known }];
  });
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * An operation that changed strings of a component that the actor may know of.
 * @param component looked for there only
 * @throws NotFound
 */
export async function findOperation(actor: Actor, id: string, component?: { id: number }): Promise<OperationRow> {
  const [row] = UUID.test(id) ? await select(actor, sql`${o.id} = ${id}::uuid`) : [];
  const places = component ? [component.id] : (row?.details.components ?? []);
  const seen = row ? (await componentsById(actor, places)).map((place) => place.id) : [];
  const touched = await db.one(sql`
    select ${present} from ${n} where ${n.operationId} = ${row?.id ?? null} and ${anyOf(n.componentId, seen)}
    union all select ${present} from ${s} where ${s.operationId} = ${row?.id ?? null} and ${anyOf(s.componentId, seen)} limit 1`);
  if (row && (touched || (!component && seen.length > 0))) return row;
  throw new NotFound(refusal("noOperationMay", { id: id.slice(0, 40) }));
}

/** Operations by id, with whether the actor may take them back; those that are kept no more are left out. */
export async function operationsById(
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, Omit<ListedOperation, "languages">>> {
  if (ids.length === 0) return new Map();
  const rows = await select(actor, anyOf(o.id, ids));
  const allowed = await allowedOf(actor, rows);
  return new Map(
    rows.map((row) => [row.id, { ...row, undoable: isUndoable(row), allowed: allowed.has(row.id) }] as const),
  );
}

/** Operations of these that the actor may take back: who may do them may undo them. */
async function allowedOf(actor: Actor, rows: readonly OperationRow[]): Promise<Set<string>> {
  const ids = [...new Set(rows.flatMap((row) => row.details.components))];
  const known = new Map((await componentsById(actor, ids)).map((component) => [component.id, component]));
  const may = ({ details }: OperationRow) =>
    details.components.every((id) => {
      const component = known.get(id);
      if (!component) return false;
      const scope = { ...scopeOf(component), languageId: details.language };
      return details.needs.every((need) => can(actor, need, scope));
    });
  return new Set(rows.filter(may).map((row) => row.id));
}

/** Why the actor may not take an operation back, or undefined: it takes what doing it took. */
export async function undoDenial(actor: Actor, { details }: OperationRow): Promise<Denial | undefined> {
  const known = await componentsById(actor, details.components);
  for (const component of known)
    for (const need of details.needs) {
      const why = denial(actor, need, { ...scopeOf(component), languageId: details.language });
      if (why) return why;
    }
  const there = await db.rows(sql`
    select ${pick(c, "id")} from ${c} where ${anyOf(c.id, details.components)} and ${c.removedAt} is null`);
  if (there.length <= known.length) return undefined;
  return denied("missing-permission", refusal("denyUndo"));
}
