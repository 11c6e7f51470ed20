import {
  type Components,
  components,
  languageWorkflows,
  type Projects,
  type Translations,
} from "@/lib/generated/tables";
import { type From, outer, type Typed } from "@/lib/platform/columns";
import { type Sql, sql } from "@/lib/platform/database";
import { asFlag, asNumber, asText, asWritten, orNull } from "@/lib/platform/expressions";

/**
 * How the strings of a language are worked on, as pieces of statements. The workflow that the language has in the project
 * holds, or else the one that it has in all projects, or else what project and component say. One that holds says all
 * there is to say; what it leaves open is as the component has it. It can turn reviews off and never on.
 */

const [f, w, c] = [languageWorkflows.as("f"), outer(languageWorkflows.as("w_of")), components.as("c_of")];

/** Joins the workflow of a translation's language, to be read by `workflowColumns`. */
export const workflowJoin = (of: {
  t: Pick<From<Translations>, "languageId">;
  c: Pick<From<Components>, "projectId">;
}): Sql => sql`
  left join lateral (
    select * from ${f} where ${f.languageId} = ${of.t.languageId} and (${f.projectId} = ${of.c.projectId} or ${f.projectId} is null)
    order by ${f.projectId} nulls last limit 1) as w_of on true`;

/** What holds for the strings of a translation, behind `workflowJoin`. */
export const workflowColumns = (of: {
  c: Pick<From<Components>, "enableSuggestions" | "suggestionVoting" | "suggestionAutoaccept">;
  p: Pick<From<Projects>, "translationReview">;
}) => ({
  translationReview: asFlag(sql`(${of.p.translationReview} and not coalesce(${w.reviewsOff}, false))`),
  enableSuggestions: asFlag(sql`coalesce(${w.enableSuggestions}, ${of.c.enableSuggestions})`),
  suggestionVoting: asFlag(sql`coalesce(${w.suggestionVoting}, ${of.c.suggestionVoting})`),
  suggestionAutoaccept: asWritten(
    of.c.suggestionAutoaccept,
    sql`coalesce(${w.suggestionAutoaccept}, ${of.c.suggestionAutoaccept})`,
  ),
  /** Only members of the project translate. */
  editsByMembers: asFlag(sql`coalesce(${w.editsByMembers}, false)`),
});

const inForce = <Value>(
  what: Sql,
  of: { t: Pick<From<Translations>, "languageId">; c: Pick<From<Components>, "projectId"> },
  as: (piece: Sql) => Typed<Value>,
  fallback: Sql,
): Typed<Value> =>
  as(sql`coalesce((
    select ${what} from ${f} where ${f.languageId} = ${of.t.languageId} and (${f.projectId} = ${of.c.projectId} or ${f.projectId} is null)
    order by ${f.projectId} nulls last limit 1), ${fallback})`);

/** Flags of all strings of a translation's language. */
export const flagsOfLanguage = (of: Parameters<typeof workflowJoin>[0]): Typed<string> =>
  inForce(f.checkFlags, of, asText, sql`''`);

/** Whether the language of a translation is not reviewed, whatever its project says. */
export const reviewsOff = (of: Parameters<typeof workflowJoin>[0]): Typed<boolean> =>
  inForce(f.reviewsOff, of, asFlag, sql`false`);

/** Id of the language that the strings of a translation are translated from where they have a text in it; null: the source. */
export const translatedFrom = (of: Parameters<typeof workflowJoin>[0]): Typed<number | null> =>
  inForce(f.sourceLanguageId, of, (piece) => orNull(asNumber(piece)), sql`null`);

/** Flags of a translation that is made. */
export const flagsOfNew = (languageId: Sql, componentId: number): Typed<string> =>
  asText(sql`coalesce((
    select ${f.checkFlags} from ${f} join ${c} on ${c.id} = ${componentId} and (${f.projectId} = ${c.projectId} or ${f.projectId} is null)
    where ${f.languageId} = ${languageId} order by ${f.projectId} nulls last limit 1), '')`);
