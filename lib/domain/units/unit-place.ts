import { components, counters, languages, plurals, projects, translations } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, sql } from "@/lib/platform/database";
import { asNumber, asText } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";

const [t, l, q] = [translations.as("t"), languages.as("l"), plurals.as("q")];
const [c, p, k] = [components.as("c"), projects.as("p"), counters.as("k")];

/** Slugs of the categories around the component; most components have none. */
const CATEGORY_PATH = sql`case when ${c.categoryId} is null then '' else category_path(${c.categoryId}) end`;

/** Columns of a place, over the aliases t, l, q, c and p. */
export const PLACE_COLUMNS = combined(
  pick(t, "languageId", "isSource"),
  pick(c, "fileFormat", "projectId"),
  named({
    translationId: t.id,
    languageCode: l.code,
    pluralNumber: q.number,
    projectSlug: p.slug,
    componentId: c.id,
    componentSlug: c.slug,
    categoryPath: asText(CATEGORY_PATH),
  }),
);

/** Where a unit stands: the same for all units of a translation. */
export type UnitPlace = SelectedRow<typeof PLACE_COLUMNS>;

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
export async function findUnitPlace(actor: Actor, address: TranslationAddress): Promise<CountedPlace | undefined> {
  const total = asNumber(sql`
    coalesce((select ${k.total} from ${k} where ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0), 0)::int`);
  return db.one(sql`
    select ${PLACE_COLUMNS}, ${named({ total })}
    from ${p} join ${c} on ${c.projectId} = ${p.id} join ${t} on ${t.componentId} = ${c.id} join ${l} on ${l.id} = ${t.languageId}
    join ${q} on ${q.id} = ${t.pluralId}
    where ${p.slug} = ${address.projectSlug} and ${c.slug} = ${address.componentSlug} and ${l.code} = ${address.languageCode}
      and (${CATEGORY_PATH}) = ${address.categoryPath} and ${visibleComponents(actor)}`);
}
