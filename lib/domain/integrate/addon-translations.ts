import { languages, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import type { AddonTranslation } from "../addons/addon";

const [t, l] = [translations.as("t"), languages.as("l")];

/** Languages of a component as add-ons see them, by id. */
export function addonTranslations(componentId: number): Promise<AddonTranslation[]> {
  return db.rows(sql`
    select ${pick(t, "id", "filename", "isSource")}, ${named({ languageCode: l.code, fileCode: t.languageCode, languageName: l.name })}
    from ${t} join ${l} on ${l.id} = ${t.languageId} where ${t.componentId} = ${componentId} order by ${t.id}`);
}
