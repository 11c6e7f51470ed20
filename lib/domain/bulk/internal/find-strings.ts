import { changes, components, findings, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { joinSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { NAMED_FILTERS } from "@/lib/text/search-query/fields";
import type { Actor } from "../../access/actor";
import { visibleComponents } from "../../access/demand";
import { actionCodes } from "../../change-actions";
import { Invalid } from "../../errors";
import { readSearch } from "../../search/condition";
import { type Reading, runSearch } from "../../search/run-search";
import { withinTime } from "../../search/search-units";
import { placeCondition } from "../../translations/place-condition";
import type { PathObject } from "../../translations/resolve-path";
import { UNIT_FROM } from "../../units/units";
import { isOneLanguage } from "../place";
import type { ReadyWish } from "../wish";

const [u, s, t, c, f] = [
  units.as("u"),
  sourceUnits.as("s"),
  translations.as("t"),
  components.as("c"),
  findings.as("f"),
];

const ch = changes.as("ch");

/** Which strings a wish is about. */

/** More strings are not changed at once. */
export const MOST_STRINGS = 250_000;

/** Strings of a place: those that a search finds, or those that were ticked. */
export interface Chosen {
  q: string;
  ids?: readonly number[];
}

/**
 * Ids of the strings of a place that a wish looks at, in the order of their files.
 * @throws Invalid on `q` for a search that cannot be understood, takes too long or finds too many; Busy
 */
export async function findStrings(
  actor: Actor,
  place: PathObject,
  ready: ReadyWish,
  { q, ids }: Chosen,
): Promise<number[]> {
  const query = (NAMED_FILTERS.get(q.trim()) ?? q).trim();
  const search = ids || query === "" ? undefined : readSearch(query);
  const conditions = [visibleComponents(actor), placeCondition(place)];
  if (ids) conditions.push(anyOf(u.id, ids));
  if (search) conditions.push(search.condition);
  const where = joinSql(conditions, " and ");
  const read = async (on: Reading) => [
    ...(looksAtStrings(ready, place) ? await strings(on, sql`${where} and ${interesting(ready)}`) : []),
    ...(looksAtSources(ready, place) ? await sources(on, where) : []),
  ];
  const found = search?.costly ? await runSearch(actor, read) : await withinTime((tx) => read(tx));
  if (found.length <= MOST_STRINGS) return found;
  throw Invalid.field("q", refusal("searchFindsMore", { mostStrings: MOST_STRINGS.toLocaleString("en") }));
}

const removesSources = (place: PathObject): boolean => !isOneLanguage(place);

const looksAtStrings = ({ wish, states }: ReadyWish, place: PathObject): boolean =>
  wish.act === "edit" ? states : wish.act !== "remove" || !removesSources(place);

const looksAtSources = ({ wish, marks }: ReadyWish, place: PathObject): boolean =>
  marks || (wish.act === "remove" && removesSources(place));

async function strings(on: Reading, where: Sql): Promise<number[]> {
  const rows = await on.rows(sql`
    select ${pick(u, "id")} ${UNIT_FROM} where ${where}
    order by ${c.id}, ${t.id}, ${u.position}, ${u.id} limit ${MOST_STRINGS + 1}`);
  return rows.map(({ id }) => id);
}

/** The source strings of what is found in any language. */
async function sources(on: Reading, where: Sql): Promise<number[]> {
  const rows = await on.rows(sql`
    select distinct ${named({ id: s.id, componentId: s.componentId, position: s.position })} ${UNIT_FROM} where ${where}
    order by ${s.componentId}, ${s.position}, ${s.id} limit ${MOST_STRINGS + 1}`);
  return rows.map(({ id }) => id);
}

/** Leaves strings out that the wish cannot be about. */
function interesting({ wish, reverted }: ReadyWish): Sql {
  const translated = sql`not ${t.isSource}`;
  switch (wish.act) {
    case "replace": {
      const edited = sql`(${translated} or (${c.template} <> '' and ${c.editTemplate})) and ${u.state} <> ${STATE.EMPTY}`;
      // What only differs in case is left to the replacer, which knows more of it than the database does.
      return wish.regex || !wish.matchCase
        ? edited
        : sql`${edited} and strpos(array_to_string(${u.targets}, E'\x1e'), ${wish.find}) > 0`;
    }
    case "edit":
    case "translate":
      return translated;
    case "dismiss":
      return sql`exists (select from ${f} where ${f.unitId} = ${u.id} and not ${f.dismissed} and ${anyOf(f.check, wish.checks)})`;
    case "accept":
      return sql`${u.suggested}`;
    case "remove":
      return sql`true`;
    case "revert":
      return sql`${u.id} in (
        select ${ch.unitId} from ${ch} where ${ch.userId} = ${reverted?.userId ?? null} and ${ch.at} >= ${reverted?.since ?? null}
          and ${anyOf(ch.action, actionCodes("revertable"))})`;
  }
}
