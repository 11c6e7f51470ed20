import { rawSql, type Sql, sql } from "@/lib/platform/database";
import type { FieldMatch } from "@/lib/text/search-query/query";
import { ACTIONS, actionCodes } from "../change-actions";
import { Invalid } from "../errors";

/** What the history says of a string. */

const searchForm = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");

const CODES: ReadonlyMap<string, number> = new Map(
  Object.entries(ACTIONS).map(([code, info]) => [searchForm(info.name), Number(code)]),
);

/** The code of an action by its label or its form in searches. @throws Invalid on `q` */
function actionCode(name: string): number {
  const code = CODES.get(searchForm(name));
  if (code === undefined)
    throw Invalid.field(
      "q",
      `change_action does not know "${name.slice(0, 60)}". Write a label such as marked-for-edit.`,
    );
  return code;
}

/** Condition of a field about changes; undefined for any other field. */
export function changeCondition(
  field: string,
  match: FieldMatch,
  dateMatch: (column: Sql, match: FieldMatch) => Sql,
): Sql | undefined {
  const content = sql`ch.action = any(${actionCodes("content")}::smallint[])`;
  const at = rawSql("ch.at");
  switch (field) {
    case "changed":
      return sql`exists (select 1 from changes ch where ch.unit_id = u.id and ${content} and ${dateMatch(at, match)})`;
    case "change_time":
      return sql`exists (select 1 from changes ch where ch.unit_id = u.id and ${dateMatch(at, match)})`;
    case "change_action":
      return sql`exists (select 1 from changes ch where ch.unit_id = u.id and ch.action = ${actionCode(match.kind === "name" ? match.name : "")})`;
    case "changed_by":
      return sql`exists (select 1 from changes ch join users cu on cu.id = ch.author_id
        where ch.unit_id = u.id and ${content} and lower(cu.username) = lower(${match.kind === "name" ? match.name : ""}))`;
    case "last_changed":
      return dateMatch(sql`(select max(ch.at) from changes ch where ch.unit_id = u.id and ${content})`, match);
    case "source_changed":
      return dateMatch(sql`(select max(ch.at) from changes ch where ch.unit_id = s.id and ${content})`, match);
    default:
      return undefined;
  }
}
