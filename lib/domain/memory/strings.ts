import { components, languages, projects, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { among, asFlag, asNumber, asText, orNull } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { escapeLike } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import type { ComponentRow } from "../components/components";
import type { MemoryFilter } from "./internal/question";

/**
 * The memory of a project is what its strings say: nothing is copied, so that a string is memory in the moment it is
 * stored, and no longer when it is changed or goes. Here they look like entries.
 */

const [u, s, t] = [units.as("u"), sourceUnits.as("s"), translations.as("t")];
const [c, p] = [components.as("c"), projects.as("p")];

/** Entries that are strings have numbers of their own: that of the string, behind all that are stored. */
const FIRST = 2 ** 52;

/** The number of an entry that is a string. */
export const entryOfUnit = (unitId: number): number => FIRST + unitId;

/** The string that an entry is; undefined for one that is stored. */
export const unitOfEntry = (id: number): number | undefined => (id > FIRST ? id - FIRST : undefined);

export const SOURCE_TEXT = asText(sql`joined_forms(${s.sources})`);
export const TARGET_TEXT = asText(sql`joined_forms(${u.targets})`);

/** The component, as the origin of what stands in it. */
export const ORIGIN = asText(sql`concat_ws('/', ${p.slug}, nullif(category_path(${c.categoryId}), ''), ${c.slug})`);

/** The same of a component that has been read. */
export const componentPath = (component: ComponentRow): string =>
  [component.project.slug, component.categoryPath, component.slug].filter((part) => part !== "").join("/");

export const STRING_COLUMNS = named({
  id: asNumber(sql`(${u.id} + ${FIRST}::bigint)`),
  source: SOURCE_TEXT,
  target: TARGET_TEXT,
  sourceLanguageId: c.sourceLanguageId,
  targetLanguageId: t.languageId,
  origin: ORIGIN,
  projectId: orNull(asNumber(c.projectId)),
  userId: orNull(asNumber(rawSql("null::int"))),
  fromFile: asFlag(rawSql("false")),
  shared: p.contributeSharedTm,
});

export const FROM_STRINGS = sql`from ${u} join ${s} on ${s.id} = ${u.sourceId}
  join ${t} on ${t.id} = ${u.translationId} and not ${t.isSource}
  join ${c} on ${c.id} = ${t.componentId} and not ${c.isGlossary} join ${p} on ${p.id} = ${c.projectId}`;

/** Strings that are entries the actor may know of: translated, and not blank. */
export function visibleStrings(actor: Actor): Sql {
  return sql`(${among(u.state, STATE.TRANSLATED, STATE.APPROVED)} and ${TARGET_TEXT} ~ '[^[:space:]\\x1e]' and ${visibleComponents(actor)})`;
}

/** The filter of a list over strings; undefined where it asks for none of them. */
export function stringConditions(actor: Actor, filter: MemoryFilter): Sql | undefined {
  const { scope, source, sourceLanguage, targetLanguage, project } = filter;
  if (scope && scope.kind !== "project") return undefined;
  const parts = [visibleStrings(actor)];
  if (scope) parts.push(sql`${c.projectId} = ${scope.project.id}`);
  if (source) parts.push(holds(SOURCE_TEXT, source));
  if (sourceLanguage) parts.push(sql`${c.sourceLanguageId} = ${languageOf(sourceLanguage)}`);
  if (targetLanguage) parts.push(sql`${t.languageId} = ${languageOf(targetLanguage)}`);
  if (project) parts.push(sql`${p.slug} = ${project}`);
  return joinSql(parts, " and ");
}

/** The language with a code. */
export const languageOf = (code: string): Sql =>
  sql`(select ${languages.id} from ${languages} where ${languages.code} = ${code})`;

/** Whether the beginning of a source's first form holds words, by the index. */
export const sourceHolds = (words: string): Sql => sql`lower(left(${s.sources}[1], 500)) like ${patternOf(words)}`;

const patternOf = (words: string): string => `%${escapeLike(words.toLowerCase())}%`;

/** Whether a text holds words, in any case. The indexes hold the beginnings; what only the rest holds is found by reading. */
export function holds(text: Sql, words: string): Sql {
  const pattern = patternOf(words);
  return sql`(lower(left(${text}, 500)) like ${pattern} or (length(${text}) > 500 and lower(${text}) like ${pattern}))`;
}
