import { db, sql } from "@/lib/platform/database";
import type { AddonTranslation } from "../addons/addon";

/** Languages of a component as add-ons see them, by id. */
export function addonTranslations(componentId: number): Promise<AddonTranslation[]> {
  return db.rows<AddonTranslation>(sql`
    select t.id, l.code as language_code, t.language_code as file_code, l.name as language_name, t.filename, t.is_source
    from translations t join languages l on l.id = t.language_id where t.component_id = ${componentId} order by t.id`);
}
