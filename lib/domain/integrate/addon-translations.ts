import { languages, plurals, translations } from "@/lib/generated/tables";
import { named, pick, within } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import type { AddonTranslation } from "../addons/addon";

const [t, l, q] = [translations.as("t"), languages.as("l"), plurals.as("q")];

/** Languages of a component as add-ons see them, by id. */
export function addonTranslations(componentId: number): Promise<AddonTranslation[]> {
  return db.rows(sql`
    select ${pick(t, "id", "filename", "isSource")}, ${named({ languageCode: l.code, fileCode: t.languageCode, languageName: l.name })},
      ${within("plural", pick(q, "number", "formula", "categories"))}
    from ${t} join ${l} on ${l.id} = ${t.languageId} join ${q} on ${q.id} = ${t.pluralId} where ${t.componentId} = ${componentId} order by ${t.id}`);
}
