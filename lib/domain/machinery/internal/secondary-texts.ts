import { components, languages, projects, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";

const [u, other, t, l, c, p] = [
  units.as("u"),
  units.as("other"),
  translations.as("t"),
  languages.as("l"),
  components.as("c"),
  projects.as("p"),
];

/** A text that a service translates from in place of the source. */
export interface OtherText {
  language: string;
  texts: string[];
}

/** What strings say in the secondary language of their component, or of its project; only what is translated there. */
export async function secondaryTexts(componentId: number, ids: readonly number[]): Promise<Map<number, OtherText>> {
  const rows = await db.rows(sql`
    select ${pick(u, "id")}, ${named({ language: l.code, texts: other.targets })}
    from ${u} join ${other} on ${other.sourceId} = ${u.sourceId} and ${other.id} <> ${u.id}
      join ${t} on ${t.id} = ${other.translationId} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}
      join ${l} on ${l.id} = ${t.languageId}
    where ${anyOf(u.id, ids)} and ${c.id} = ${componentId} and ${other.state} >= ${STATE.TRANSLATED}
      and ${t.languageId} = coalesce(${c.secondaryLanguageId}, ${p.secondaryLanguageId})`);
  return new Map(rows.map(({ id, language, texts }) => [id, { language, texts }]));
}
