import { db, type Sql, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { ACTION, actionCodes } from "../change-actions";
import { talliedChanges } from "../changes/tallies";
import type { Window } from "../window";
import { findPerson } from "./manage-users";

/** What a user has done, told from the ledger. */

export interface UserStatistics {
  translated: number;
  suggested: number;
  uploaded: number;
  commented: number;
  /** Languages the user translates into. */
  languages: number;
}

const UPLOADED = [
  ACTION.TRANSLATION_UPLOADED,
  ACTION.STRING_ADDED_IN_THE_UPLOAD,
  ACTION.STRING_UPDATED_IN_THE_UPLOAD,
] as const;

/** Acts that gave a string its text, by hand. */
const TRANSLATED = [
  ACTION.TRANSLATION_ADDED,
  ACTION.TRANSLATION_CHANGED,
  ACTION.TRANSLATION_APPROVED,
  ACTION.MARKED_FOR_EDIT,
  ACTION.SUGGESTION_ACCEPTED,
  ACTION.TRANSLATION_REVERTED,
  ACTION.TRANSLATION_REPLACED,
] as const;

const lines = (actions: number[]): Sql =>
  sql`coalesce(sum(ch.lines) filter (where ch.action = any(${actions}::smallint[])), 0)::bigint`;

/** What a user has done so far. @throws NotFound */
export async function userStatistics(actor: Actor, username: string): Promise<UserStatistics> {
  const { person } = await findPerson(actor, username);
  const row = await db.one<UserStatistics>(sql`
    select ${lines([...TRANSLATED])} as translated, ${lines([ACTION.SUGGESTION_ADDED])} as suggested,
      ${lines([...UPLOADED])} as uploaded, ${lines([ACTION.COMMENT_ADDED])} as commented,
      (select count(*)::int from user_languages l where l.user_id = ${person.id} and not l.secondary) as languages
    from ${talliedChanges("person")} where ch.user_id = ${person.id}`);
  return row as UserStatistics;
}

/** Ids of translations that a user has changed texts of and the actor may see, by id. @throws NotFound */
export async function contributedTranslations(
  actor: Actor,
  username: string,
  window: Window,
): Promise<{ ids: number[]; count: number }> {
  const { person } = await findPerson(actor, username);
  const from = sql`
    from translations t join components c on c.id = t.component_id join projects p on p.id = c.project_id
    where t.id in (select ch.translation_id from ${talliedChanges("everything")} where ch.user_id = ${person.id} and ch.action = any(${actionCodes("content")}::smallint[]))
      and ${visibleComponents(actor)}`;
  const [rows, counted] = await Promise.all([
    db.rows<{ id: number }>(sql`select t.id ${from} order by t.id limit ${window.limit} offset ${window.offset}`),
    db.one<{ count: number }>(sql`select count(*)::int as count ${from}`),
  ]);
  return { ids: rows.map((row) => row.id), count: counted?.count ?? 0 };
}
