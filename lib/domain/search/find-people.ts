import { changes, components, projects, userLanguages, users } from "@/lib/generated/tables";
import { joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { USER_FIELDS } from "@/lib/text/search-query/fields";
import type { FieldMatch } from "@/lib/text/search-query/query";
import type { Actor } from "../access/actor";
import { listPeople, type PeopleQuery } from "../users/list-people";
import { listPersons, type PersonFilter } from "../users/manage-users";
import type { Window } from "../window";
import { actionCode, CONTENT_CODES } from "./internal/changes";
import { languageIds } from "./internal/places";
import { textMatch } from "./internal/texts";
import { askedCondition } from "./internal/tree";
import { stretchOf, within } from "./internal/values";

const [u, ul, ch] = [users.as("u"), userLanguages.as("ul"), changes.as("ch")];
const [c, p] = [components.as("c"), projects.as("p")];

/** People that fit a search, for those who may know of everybody: who they are, and what they have done. */

const contains = (text: string): FieldMatch => ({ kind: "text", how: "contains", text });
const nameOf = (match: FieldMatch): string => (match.kind === "name" ? match.name : "");

/** The condition of a search, over u. @throws Invalid on `q` */
const conditionOf = (query: string): Sql | undefined =>
  askedCondition(query, USER_FIELDS, {
    words: (text) =>
      sql`(${joinSql(
        [u.username, u.fullName, sql`coalesce(${u.email}, '')`].map((column) => textMatch(column, contains(text))),
        " or ",
      )})`,
    field,
    events: new Set(["change_time", "change_action"]),
    event: (queries) =>
      sql`exists (select from ${ch} where ${ch.userId} = ${u.id} and ${joinSql(
        queries.map(({ field: name, match }) =>
          name === "change_time" ? within(ch.at, stretchOf(match)) : sql`${ch.action} = ${actionCode(match)}`,
        ),
        " and ",
      )})`,
  });

/** Whether somebody has written texts for which something holds. */
const wrote = (where: Sql, from = sql`${ch}`): Sql =>
  sql`exists (select from ${from} where ${ch.authorId} = ${u.id} and ${ch.action} in (${rawSql(CONTENT_CODES.join(", "))}) and ${where})`;

function field(name: string, match: FieldMatch): Sql {
  switch (name) {
    case "username":
      return textMatch(u.username, match);
    case "full_name":
      return textMatch(u.fullName, match);
    case "email":
      return textMatch(sql`coalesce(${u.email}, '')`, match);
    case "language":
      return sql`exists (select from ${ul} where ${ul.userId} = ${u.id} and ${ul.languageId} in ${languageIds(nameOf(match))})`;
    case "translates":
      return wrote(sql`${ch.languageId} in ${languageIds(nameOf(match))}`);
    case "contributes": {
      const path = nameOf(match).replace(/^\/+|\/+$/g, "");
      const whole = sql`concat_ws('/', ${p.slug}, nullif(category_path(${c.categoryId}), ''), ${c.slug})`;
      return wrote(
        sql`${p.slug} = ${path.split("/")[0] ?? ""} and (${p.slug} = ${path} or ${whole} = ${path} or starts_with(${whole}, ${`${path}/`}))`,
        sql`${ch} join ${c} on ${c.id} = ${ch.componentId} join ${p} on ${p.id} = ${c.projectId}`,
      );
    }
    case "joined":
      return within(u.dateJoined, stretchOf(match));
    default:
      return { bot: u.isBot, active: u.isActive, superuser: u.isSuperuser }[nameOf(match)] ?? rawSql("false");
  }
}

/** A list of people that fit a search, a page of it. Needs `management.use`. @throws Forbidden; Invalid on `q` */
export async function searchPeople(
  actor: Actor,
  { q, ...query }: Omit<PeopleQuery, "words" | "asked"> & { q: string },
): ReturnType<typeof listPeople> {
  return listPeople(actor, { ...query, words: "", asked: conditionOf(q) });
}

/** Users that fit a search, by id. Needs `user.view` or `user.edit` as soon as it asks something. @throws Forbidden; Invalid on `q` */
export async function findPersons(
  actor: Actor,
  { q = "", ...filter }: Omit<PersonFilter, "asked"> & { q?: string },
  window: Window,
): ReturnType<typeof listPersons> {
  return listPersons(actor, { ...filter, asked: conditionOf(q) }, window);
}
