import { components, languages, projects, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { translatedFrom } from "../../projects/language-workflow";

const [u, other, t, own, l, c, p] = [
  units.as("u"),
  units.as("other"),
  translations.as("t"),
  translations.as("own"),
  languages.as("l"),
  components.as("c"),
  projects.as("p"),
];

/** A text that a service translates from in place of the source. */
export interface OtherText {
  language: string;
  texts: string[];
}

/**
 * What strings of one component say in the language that their own is translated from; only what is translated there.
 * @param secondary where that is the source, in the secondary language of the component, or of its project
 */
export async function secondaryTexts(
  componentId: number,
  ids: readonly number[],
  secondary: boolean,
): Promise<Map<number, OtherText>> {
  const languageId = sql`coalesce(${translatedFrom({ t: own, c })}, case when ${secondary} then coalesce(${c.secondaryLanguageId}, ${p.secondaryLanguageId}) end)`;
  const rows = await db.rows(sql`
    select ${pick(u, "id")}, ${named({ language: l.code, texts: other.targets })}
    from ${u} join ${other} on ${other.sourceId} = ${u.sourceId} and ${other.id} <> ${u.id}
      join ${t} on ${t.id} = ${other.translationId} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}
      join ${own} on ${own.id} = ${u.translationId} join ${l} on ${l.id} = ${t.languageId}
    where ${anyOf(u.id, ids)} and ${c.id} = ${componentId} and ${other.state} >= ${STATE.TRANSLATED}
      and ${t.languageId} = ${languageId}`);
  return new Map(rows.map(({ id, language, texts }) => [id, { language, texts }]));
}
