import { changeTallies, components, projects, translations, userLanguages } from "@/lib/generated/tables";
import { named, pick, type Typed } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber, counted } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { ACTION, actionCodes } from "../change-actions";
import { talliedChanges } from "../changes/tallies";
import type { Window } from "../window";
import { findPerson } from "./manage-users";

/** Statistics of a user, told from the ledger. */

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

const [ch, ul] = [changeTallies.as("ch"), userLanguages.as("ul")];
const [t, c, p] = [translations.as("t"), components.as("c"), projects.as("p")];

const lines = (...actions: number[]): Typed<number> =>
  asNumber(sql`coalesce(sum(${ch.lines}) filter (where ${ch.action} = any(${actions}::smallint[])), 0)::bigint`);

/** Statistics of a user so far. @throws NotFound */
export async function userStatistics(actor: Actor, username: string): Promise<UserStatistics> {
  const { person } = await findPerson(actor, username);
  const row = await db.one(sql`
    select ${named({
      translated: lines(...TRANSLATED),
      suggested: lines(ACTION.SUGGESTION_ADDED),
      uploaded: lines(...UPLOADED),
      commented: lines(ACTION.COMMENT_ADDED),
      languages: asNumber(sql`
        (select count(*)::int from ${ul} where ${ul.userId} = ${person.id} and not ${ul.secondary})`),
    })} from ${talliedChanges("person")} where ${ch.userId} = ${person.id}`);
  return row ?? { translated: 0, suggested: 0, uploaded: 0, commented: 0, languages: 0 };
}

/** Ids of translations that a user has changed texts of and the actor may see, by id. @throws NotFound */
export async function contributedTranslations(
  actor: Actor,
  username: string,
  window: Window,
): Promise<{ ids: number[]; count: number }> {
  const { person } = await findPerson(actor, username);
  const from = sql`
    from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}
    where ${t.id} in (
        select ${ch.translationId} from ${talliedChanges("everything")}
        where ${ch.userId} = ${person.id} and ${ch.action} = any(${actionCodes("content")}::smallint[]))
      and ${visibleComponents(actor)}`;
  const [rows, all] = await Promise.all([
    db.rows(sql`select ${pick(t, "id")} ${from} order by ${t.id} limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} ${from}`),
  ]);
  return { ids: rows.map((row) => row.id), count: all?.count ?? 0 };
}

/** A project that somebody worked on, and how many changes of texts there are of them. */
export interface ContributedProject {
  slug: string;
  name: string;
  changes: number;
}

/** Projects in which a user has changed texts, as far as the actor may see them; most first. @throws NotFound */
export async function contributedProjects(actor: Actor, username: string, most: number): Promise<ContributedProject[]> {
  const { person } = await findPerson(actor, username);
  return db.rows(sql`
    select ${pick(p, "slug", "name")}, ${named({ changes: asNumber(sql`sum(${ch.lines})::bigint`) })}
    from ${talliedChanges("person")} join ${c} on ${c.id} = ${ch.componentId} join ${p} on ${p.id} = ${c.projectId}
    where ${ch.userId} = ${person.id} and ${ch.action} = any(${actionCodes("content")}::smallint[]) and ${visibleComponents(actor)}
    group by ${p.id}, ${p.slug}, ${p.name} order by changes desc, ${p.id} limit ${most}`);
}
