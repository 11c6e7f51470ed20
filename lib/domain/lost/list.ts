import { changes, components, projects, suggestions, units, users } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, joinSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asText } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { ACTION, actionCodes } from "../change-actions";
import { type ChangeRow, changesById } from "../changes/list";
import { FORM_SEPARATOR } from "../changes/record";
import { Unauthenticated } from "../errors";
import { withinTime } from "../search/search-units";
import { componentsCondition } from "../translations/place-condition";
import type { PathObject } from "../translations/resolve-path";

const [ch, c, p] = [changes.as("ch"), components.as("c"), projects.as("p")];
const [un, g, a, b] = [units.as("un"), suggestions.as("g"), users.as("a"), changes.as("b")];

/**
 * Texts that somebody wrote and that are nowhere any more: their string was removed, a file or an automatism put another
 * text in their place, or they were suggested and rejected. The ledger has them all.
 */

/** Why a text is nowhere any more. */
export const LOSSES = ["removed", "replaced", "rejected"] as const;
export type Loss = (typeof LOSSES)[number];

/** Where a replacing text came from. People who edit a text replace it on purpose. */
export const LOSING_CAUSES = ["repository", "upload", "addon", "machine", "memory"] as const;

/** A text that is lost, by the line of the ledger that tells of the loss. */
export interface LostText {
  change: ChangeRow;
  loss: Loss;
  targets: string[];
  state: UnitState;
  /** Whose text it was; null for one that a file brought, and for somebody who is gone. */
  author: { id: number; username: string; name: string } | null;
  /** Place in the list. */
  cursor: string;
}

export interface LostFilter {
  loss?: Loss;
  cause?: string;
  /** Whose text it was, or who made the change that it was lost by. */
  user?: string;
  languageId?: number;
}

const SAYING = [...new Set([...actionCodes("revertable"), ACTION.BULK_STATUS_CHANGED])];

/** What a string or a suggestion says, as the ledger writes it. */
const said = (targets: Sql): Sql => sql`array_to_string(${targets}, ${FORM_SEPARATOR})`;

const suggested = (text: Sql): Sql =>
  sql`exists (select from ${g} where ${g.unitId} = ${ch.unitId} and ${said(g.targets)} = ${text})`;

/** The account that last gave the string the text that a line says was lost. */
const writer: Sql = sql`(
  select ${b.authorId} from ${b} where ${b.unitId} = ${ch.unitId} and ${b.id} < ${ch.id}
    and ${b.target} = case when ${ch.action} = ${ACTION.SUGGESTION_REMOVED} then ${ch.target} else ${ch.old} end
    and ${anyOf(b.action, [...SAYING, ACTION.SUGGESTION_ADDED])} order by ${b.id} desc limit 1)`;

const CONDITIONS: Readonly<Record<Loss, Sql>> = {
  removed: sql`(${ch.action} = ${ACTION.STRING_REMOVED} and ${ch.old} <> '' and ${un.id} is null)`,
  replaced: sql`(${anyOf(ch.action, SAYING)} and ${anyOf(ch.cause, [...LOSING_CAUSES])} and ${ch.old} <> '' and ${un.id} is not null
    and ${said(un.targets)} <> ${ch.old} and not ${suggested(ch.old)})`,
  rejected: sql`(${ch.action} = ${ACTION.SUGGESTION_REMOVED} and ${ch.target} <> '' and ${un.id} is not null
    and ${said(un.targets)} <> ${ch.target} and not ${suggested(ch.target)})`,
};

function placeOf(place: PathObject): Sql {
  switch (place.kind) {
    case "translation":
      return sql`${ch.translationId} = ${place.translation.id}`;
    case "component":
      return sql`${ch.componentId} = ${place.component.id}`;
    case "project-language":
      return sql`${ch.projectId} = ${place.project.id} and ${ch.languageId} = ${place.language.id}`;
    case "project":
      return sql`${ch.projectId} = ${place.project.id}`;
    case "category":
      return sql`${ch.projectId} = ${place.project.id} and ${componentsCondition(place)}`;
  }
}

/** Which of the losses a line tells of; undefined when none. */
function lossOf(change: ChangeRow): Loss {
  if (change.action === ACTION.SUGGESTION_REMOVED) return "rejected";
  return change.unitId === null ? "removed" : "replaced";
}

/** The text that was lost by a line, and the state that it had. */
export function lostText(change: ChangeRow, loss: Loss): Pick<LostText, "targets" | "state"> {
  const text = loss === "rejected" ? change.target : change.old;
  const told = Number(change.details.old_state);
  const state = ([STATE.NEEDS_EDITING, STATE.APPROVED] as const).find((one) => one === told) ?? STATE.TRANSLATED;
  return { targets: text.split(FORM_SEPARATOR), state };
}

/** Ids of lines that tell of lost texts, newest first; only of some lines when they are named. */
export async function lostLines(
  actor: Actor,
  place: PathObject,
  filter: LostFilter & { ids?: readonly number[] },
  page: { before?: string; limit: number },
): Promise<{ id: number; cursor: string }[]> {
  const losses = filter.loss ? [filter.loss] : LOSSES;
  const parts = [
    placeOf(place),
    visibleComponents(actor),
    sql`(${joinSql(
      losses.map((loss) => CONDITIONS[loss]),
      " or ",
    )})`,
  ];
  if (filter.ids) parts.push(anyOf(ch.id, filter.ids));
  if (filter.cause) parts.push(sql`${ch.cause} = ${filter.cause}`);
  if (filter.languageId !== undefined) parts.push(sql`${ch.languageId} = ${filter.languageId}`);
  if (filter.user) {
    const person = sql`(select ${a.id} from ${a} where lower(${a.username}) = lower(${filter.user}))`;
    parts.push(sql`(${ch.userId} = ${person} or ${writer} = ${person})`);
  }
  if (page.before) {
    const [moment = "0", id = "0"] = page.before.split("-");
    parts.push(
      sql`(${ch.at}, ${ch.id}) < (to_timestamp(0) + ${`${moment} microseconds`}::text::interval, ${id}::bigint)`,
    );
  }
  return withinTime((tx) =>
    tx.rows(sql`
      select ${pick(ch, "id")}, ${named({
        cursor: asText(sql`(extract(epoch from ${ch.at}) * 1000000)::bigint::text || '-' || ${ch.id}`),
      })}
      from ${ch} join ${c} on ${c.id} = ${ch.componentId} join ${p} on ${p.id} = ${c.projectId} left join ${un} on ${un.id} = ${ch.unitId}
      where ${joinSql(parts, " and ")} order by ${ch.at} desc, ${ch.id} desc limit ${page.limit}`),
  );
}

/** Who wrote the texts that some lines say were lost, by line; without those that a file brought. */
export async function lostWriters(ids: readonly number[]): Promise<Map<number, NonNullable<LostText["author"]>>> {
  const rows = await db.rows(sql`
    select ${pick(ch, "id")}, ${named({
      userId: a.id,
      username: a.username,
      name: asText(sql`coalesce(nullif(${a.fullName}, ''), ${a.username})`),
    })}
    from ${ch} join ${a} on ${a.id} = ${writer} where ${anyOf(ch.id, ids)}`);
  return new Map(rows.map(({ id, userId, ...person }) => [id, { id: userId, ...person }]));
}

/** Whether a text is a place in the list. */
export const isLostCursor = (text: string): boolean => /^\d{1,17}-\d{1,17}$/.test(text);

/**
 * Lost texts of a place, newest first.
 * @param page `before` is the cursor of the last one of the page before
 * @throws Unauthenticated for nobody: it is for those who work here
 */
export async function listLost(
  actor: Actor,
  place: PathObject,
  filter: LostFilter,
  page: { before?: string; limit: number },
): Promise<{ rows: LostText[]; more: boolean }> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInLost"));
  const found = await lostLines(actor, place, filter, { ...page, limit: page.limit + 1 });
  const wanted = found.slice(0, page.limit);
  const byId = new Map(
    (
      await changesById(
        actor,
        wanted.map(({ id }) => id),
      )
    ).map((change) => [change.id, change]),
  );
  const writers = await lostWriters([...byId.keys()]);
  const rows = wanted.flatMap(({ id, cursor }): LostText[] => {
    const change = byId.get(id);
    if (!change) return [];
    const loss = lossOf(change);
    return [{ change, loss, cursor, author: writers.get(id) ?? null, ...lostText(change, loss) }];
  });
  return { rows, more: found.length > page.limit };
}
