import { type Connection, db, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";

/** Where a unit stands: the same for all units of a translation. */
export interface UnitPlace {
  translationId: number;
  languageId: number;
  languageCode: string;
  isSource: boolean;
  pluralNumber: number;
  fileFormat: string;
  projectId: number;
  projectSlug: string;
  componentId: number;
  componentSlug: string;
  categoryPath: string;
}

/** Columns of a place, over the aliases t, l, q, c and p. */
export const PLACE_COLUMNS = sql`
  t.id as translation_id, t.language_id, l.code as language_code, t.is_source, q.number as plural_number, c.file_format, c.project_id, p.slug as project_slug,
  c.id as component_id, c.slug as component_slug, case when c.category_id is null then '' else category_path(c.category_id) end as category_path`;

/** A translation as the place of its units, and how many those are. */
export interface CountedPlace extends UnitPlace {
  total: number;
}

/** A translation as its address names it. */
export interface TranslationAddress {
  projectSlug: string;
  categoryPath: string;
  componentSlug: string;
  languageCode: string;
}

/** The place at an address; undefined when there is none that the actor may know of. */
export async function findUnitPlace(
  actor: Actor,
  address: TranslationAddress,
  on: Connection = db,
): Promise<CountedPlace | undefined> {
  return on.one<CountedPlace>(sql`
    select ${PLACE_COLUMNS},
      coalesce((select k.total from counters k where k.scope = 'translation' and k.object_id = t.id and k.language_id = 0), 0)::int as total
    from projects p join components c on c.project_id = p.id join translations t on t.component_id = c.id join languages l on l.id = t.language_id
    join plurals q on q.id = t.plural_id
    where p.slug = ${address.projectSlug} and c.slug = ${address.componentSlug} and l.code = ${address.languageCode}
      and (case when c.category_id is null then '' else category_path(c.category_id) end) = ${address.categoryPath} and ${visibleComponents(actor)}`);
}
