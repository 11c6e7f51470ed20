import { changes, secondFactors, sessions, users } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asMoment, asNumber, asText, counted, orNull } from "@/lib/platform/expressions";
import { typedPattern } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";

/** Everybody with an account, as those see them who administer the installation. */

/** What a list of people can be narrowed to. */
export const PEOPLE_KINDS = ["active", "inactive", "superuser", "bot", "never", "unconfirmed"] as const;
export type PeopleKind = (typeof PEOPLE_KINDS)[number];

export const PEOPLE_ORDERS = ["newest", "name", "seen"] as const;
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number];

export interface PeopleQuery {
  /** Part of a user name, a name or an address. */
  words: string;
  kind?: PeopleKind;
  /** What else is asked of them, over u. */
  asked?: Sql;
  order: PeopleOrder;
  /** The cursor of the page before, as it was given; anything else begins at the start. */
  after?: string;
  limit: number;
}

const [u, s, ch, f] = [users.as("u"), sessions.as("s"), changes.as("ch"), secondFactors.as("f")];

const SEEN = sql`coalesce(extract(epoch from ${u.lastLogin}), 0)`;

const PERSON = combined(
  pick(u, "id", "username", "fullName", "email", "emailConfirmed", "commitEmail", "commitEmailConfirmed"),
  pick(u, "isSuperuser", "isActive", "isBot", "dateJoined", "lastLogin"),
);
const SEEN_TEXT = named({ seen: asText(sql`${SEEN}::text`) });

/** A person in a list. */
export type PersonLine = SelectedRow<typeof PERSON>;

/** Accounts that were removed keep their row, so that contributions have somebody: they are nobody's any more. */
const PRESENT = sql`
  not ${u.isAnonymous} and coalesce(${u.email}, '') <> 'deleted-' || ${u.id} || '@users.noreply.loquat'`;

const KINDS: Readonly<Record<PeopleKind, Sql>> = {
  active: sql`${u.isActive}`,
  inactive: sql`not ${u.isActive}`,
  superuser: sql`${u.isSuperuser}`,
  bot: sql`${u.isBot}`,
  never: sql`${u.lastLogin} is null and not ${u.isBot}`,
  unconfirmed: sql`
    not ${u.isBot} and ((${u.email} is not null and not ${u.emailConfirmed}) or (${u.commitEmail} is not null and not ${u.commitEmailConfirmed}))`,
};

/** A list of people, a page of it. Needs `management.use`. */
export async function listPeople(
  actor: Actor,
  { words, kind, asked, order, after, limit }: PeopleQuery,
): Promise<{ rows: PersonLine[]; count: number; next: string | undefined }> {
  demand(actor, "management.use");
  const where = joinSql([PRESENT, matching(words), ...(kind ? [KINDS[kind]] : []), ...(asked ? [asked] : [])], " and ");
  const [found, all] = await Promise.all([
    db.rows(sql`
      select ${combined(PERSON, SEEN_TEXT)} from ${u} where ${where} and ${behind(order, after)}
      order by ${sorting(order)} limit ${limit + 1}`),
    db.one(sql`select ${counted} from ${u} where ${where}`),
  ]);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, count: all?.count ?? 0, next: last && cursorOf(order, last) };
}

function matching(words: string): Sql {
  const like = typedPattern(words);
  return sql`(${u.username} ilike ${like} or ${u.fullName} ilike ${like} or coalesce(${u.email}, '') ilike ${like})`;
}

function sorting(order: PeopleOrder): Sql {
  if (order === "name") return sql`lower(${u.username}), ${u.id}`;
  return order === "seen" ? sql`${SEEN} desc, ${u.id} desc` : sql`${u.id} desc`;
}

const cursorOf = (order: PeopleOrder, last: PersonLine & { seen: string }): string =>
  order === "name" ? `${last.username}~${last.id}` : order === "seen" ? `${last.seen}~${last.id}` : `~${last.id}`;

/** What comes after a cursor in an order. */
function behind(order: PeopleOrder, cursor: string | undefined): Sql {
  const [, value = "", id] = /^([^\0]{0,200})~(\d{1,9})$/.exec(cursor ?? "") ?? [];
  if (id === undefined) return sql`true`;
  if (order === "name") return sql`(lower(${u.username}), ${u.id}) > (lower(${value}), ${Number(id)})`;
  if (order === "newest") return sql`${u.id} < ${Number(id)}`;
  if (!/^\d{1,12}(?:\.\d{1,9})?$/.test(value)) return sql`true`;
  return sql`(${SEEN}, ${u.id}) < (${value}::text::numeric, ${Number(id)})`;
}

const ONE = combined(
  PERSON,
  pick(u, "dateExpires"),
  named({
    factors: asNumber(sql`
      (select count(*) from ${f} where ${f.userId} = ${u.id} and ${f.confirmedAt} is not null)`),
    sessions: asNumber(sql`
      (select count(*) from ${s} where ${s.userId} = ${u.id} and ${s.version} = ${u.sessionVersion} and ${s.expiresAt} > now())`),
    /** When the history last told of something that the person did. */
    lastChange: orNull(asMoment(sql`(select max(${ch.at}) from ${ch} where ${ch.userId} = ${u.id})`)),
  }),
);

export type ManagedPerson = SelectedRow<typeof ONE>;

/** One of them, with how many browsers are signed in; undefined when there is none. Needs `management.use`. */
export async function managedPerson(actor: Actor, username: string): Promise<ManagedPerson | undefined> {
  demand(actor, "management.use");
  return db.one(sql`select ${ONE} from ${u} where lower(${u.username}) = lower(${username}) and ${PRESENT}`);
}

/** How many wait for somebody to confirm their address. Needs `management.use`. */
export async function countUnconfirmed(actor: Actor): Promise<number> {
  demand(actor, "management.use");
  const row = await db.one(sql`
    select ${counted} from ${u} where ${PRESENT} and ${u.isActive} and ${KINDS.unconfirmed}`);
  return row?.count ?? 0;
}
