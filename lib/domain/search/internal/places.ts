import { components, languageAliases, languages, projects, translations } from "@/lib/generated/tables";
import { rawSql, type Sql, sql } from "@/lib/platform/database";
import { cleanLanguageCode } from "@/lib/text/languages/resolve";
import { likePattern } from "@/lib/text/like";
import type { FieldMatch } from "@/lib/text/search-query/query";
import { textMatch } from "./texts";

const [t, c, p] = [translations.as("pt"), components.as("pc"), projects.as("pp")];
const [l, a] = [languages.as("pl"), languageAliases.as("pa")];

/** Where in the tree a string hangs: conditions that hold for whole translations. */

const PLACES: ReadonlySet<string> = new Set(["language", "project", "component", "path"]);

export const isPlace = (field: string): boolean => PLACES.has(field);

const nameOf = (match: FieldMatch): string => (match.kind === "name" ? match.name : "");

/** Condition of a field about places, over the id of a translation. */
export function placeCondition(field: string, match: FieldMatch, translationId: Sql): Sql {
  const within = (where: Sql) =>
    sql`${translationId} in (select ${t.id} from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId} where ${where})`;
  switch (field) {
    case "language":
      return sql`${translationId} in (select ${t.id} from ${t} where ${t.languageId} in ${languageIds(nameOf(match))})`;
    case "project":
      return within(sql`lower(${p.slug}) = lower(${nameOf(match)})`);
    case "component":
      return within(componentCondition(match));
    default:
      return within(pathCondition(nameOf(match)));
  }
}

/**
 * The languages that a word means: those with this code in any case, else with this alias, else with this name in English
 * or in themselves, else those whose name begins with it, as "Chinese (Simplified Han script)" does.
 */
export function languageIds(word: string): Sql {
  const code = cleanLanguageCode(word);
  const rank = sql`case
    when lower(${l.code}) = lower(${code}) then 1
    when exists (select from ${a} where ${a.languageId} = ${l.id} and lower(${a.code}) = lower(${code})) then 2
    when lower(${l.name}) = lower(${word}) or lower(${l.nativeName}) = lower(${word}) then 3
    when ${l.name} ilike ${`${likePattern(word).slice(1, -1)} (%`} then 4 end`;
  return sql`(select ranked.id from (select ${l.id} as id, ${rank} as place, min(${rank}) over () as best from ${l}) as ranked where ranked.place = ranked.best)`;
}

/** A component by its slug as a whole, or by a part of its name. */
function componentCondition(match: FieldMatch): Sql {
  if (match.kind !== "text") return rawSql("false");
  const slug = match.how === "contains" ? sql`lower(${c.slug}) = lower(${match.text})` : textMatch(c.slug, match);
  return sql`(${slug} or ${textMatch(c.name, match)})`;
}

/** The path of an object: a project, a category, a component, a translation, and with `-` one language of any of these. */
function pathCondition(text: string): Sql {
  const path = text.replace(/^\/+|\/+$/g, "");
  const [, above = "", language] = /^(?:(.*)\/)?-\/([^/]+)$/.exec(path) ?? [];
  const code = sql`(select ${l.code} from ${l} where ${l.id} = ${t.languageId})`;
  if (language !== undefined) {
    const inLanguage = sql`lower(${code}) = lower(${language})`;
    return above === "" ? inLanguage : sql`(${inLanguage} and ${pathCondition(above)})`;
  }
  const full = sql`concat_ws('/', ${p.slug}, nullif(category_path(${c.categoryId}), ''), ${c.slug}, ${code})`;
  return sql`(${p.slug} = ${path.split("/")[0] ?? ""} and (${full} = ${path} or starts_with(${full}, ${`${path}/`})))`;
}
