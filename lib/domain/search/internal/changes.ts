import { changes, sourceUnits, units, users } from "@/lib/generated/tables";
import { type Sql, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { FieldMatch } from "@/lib/text/search-query/query";
import { ACTIONS, actionCodes } from "../../change-actions";
import { Invalid } from "../../errors";

const [ch, cu] = [changes.as("ch"), users.as("cu")];

const [u, s] = [units.as("u"), sourceUnits.as("s")];

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
      `change_action: unknown action "${name.slice(0, 60)}". Use a label such as marked-for-edit.`,
    );
  return code;
}

/** Condition of a field about changes; undefined for any other field. */
export function changeCondition(
  field: string,
  match: FieldMatch,
  dateMatch: (column: Sql, match: FieldMatch) => Sql,
): Sql | undefined {
  const content = anyOf(ch.action, actionCodes("content"));
  const at = ch.at;
  switch (field) {
    case "changed":
      return sql`exists (select 1 from ${ch} where ${ch.unitId} = ${u.id} and ${content} and ${dateMatch(at, match)})`;
    case "change_time":
      return sql`exists (select 1 from ${ch} where ${ch.unitId} = ${u.id} and ${dateMatch(at, match)})`;
    case "change_action":
      return sql`exists (select 1 from ${ch} where ${ch.unitId} = ${u.id} and ${ch.action} = ${actionCode(match.kind === "name" ? match.name : "")})`;
    case "changed_by":
      return sql`exists (select 1 from ${ch} join ${cu} on ${cu.id} = ${ch.authorId}
        where ${ch.unitId} = ${u.id} and ${content} and lower(${cu.username}) = lower(${match.kind === "name" ? match.name : ""}))`;
    case "last_changed":
      return dateMatch(sql`(select max(${ch.at}) from ${ch} where ${ch.unitId} = ${u.id} and ${content})`, match);
    case "source_changed":
      return dateMatch(sql`(select max(${ch.at}) from ${ch} where ${ch.unitId} = ${s.id} and ${content})`, match);
    default:
      return undefined;
  }
}
