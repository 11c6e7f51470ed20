import { literal, rawSql, type Sql, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import type { ComponentRow } from "../components/components";
import { withinTime } from "../search/search-units";
import type { TranslationRow } from "../translations/translations";
import { UNIT_FROM } from "../units/units";
import type { Offer } from "./offers";

/** Where in a translation a batch ended; strings are walked in the order of the file. */
export interface Mark {
  position: number;
  id: number;
}

export interface Found {
  offers: Offer[];
  /** Undefined when the translation has been walked to its end. */
  next: Mark | undefined;
}

/** Strings looked at in one statement. */
const BATCH = 500;

type Row = Mark & { version: number; targets: string[] | null; component: number | null; path: string | null };

/**
 * The next batch of strings that fit a condition, with the best text that another component has for the same source:
 * with the same key or context before any other, approved before translated, newest first.
 * @param component the only component to look into; the whole project when undefined
 */
export async function offersOfOthers(
  actor: Actor,
  translation: TranslationRow,
  options: { condition: Sql; component?: ComponentRow; after?: Mark },
): Promise<Found> {
  const after = options.after ?? { position: -2_147_483_648, id: 0 };
  const rows = await withinTime((tx) =>
    tx.rows<Row>(sql`
      with wanted as materialized (
        select u.id, u.version, u.position, s.sources, s.context, q.number, q.formula
        ${UNIT_FROM} where u.translation_id = ${translation.id} and (u.position, u.id) > (${after.position}::int, ${after.id}::bigint)
          and u.state <> ${literal(STATE.READ_ONLY)} and (${options.condition}) order by u.position, u.id limit ${BATCH}
      )
      select w.id, w.version, w.position, best.targets, best.component, best.path from wanted w
      left join lateral (
        select ou.targets, c.id as component, concat_ws('/', p.slug, nullif(category_path(c.category_id), ''), c.slug) as path
        from source_units os join components c on c.id = os.component_id join projects p on p.id = c.project_id
          join translations ot on ot.component_id = c.id and ot.language_id = ${translation.languageId} and not ot.is_source
          join plurals oq on oq.id = ot.plural_id join units ou on ou.translation_id = ot.id and ou.source_id = os.id
        where hashtextextended(joined_forms(os.sources), 0) = hashtextextended(joined_forms(w.sources), 0) and os.sources = w.sources
          and ${placesOf(actor, translation, options.component)} and ou.state in (${literal(STATE.TRANSLATED)}, ${literal(STATE.APPROVED)})
          and (cardinality(os.sources) = 1 or (oq.number = w.number and oq.formula = w.formula))
        order by (os.context = w.context) desc, ou.state desc, ou.updated_at desc, ou.id limit 1
      ) best on true order by w.position, w.id`),
  );
  const last = rows.length < BATCH ? undefined : rows.at(-1);
  return {
    next: last && { position: last.position, id: last.id },
    offers: rows.flatMap(({ id, version, targets, component, path }) =>
      targets ? [{ unitId: id, version, targets, details: { auto_source: "others", component, path } }] : [],
    ),
  };
}

/** Components that may lend their texts: a condition over the aliases `c` and `p`. */
function placesOf(actor: Actor, translation: TranslationRow, component: ComponentRow | undefined): Sql {
  const own = translation.component;
  const scope = component ? sql`c.id = ${component.id}` : sql`c.project_id = ${own.projectId} and not c.is_glossary`;
  // The service sees everything; what it copies must not carry texts out of where only a few may read them.
  const open = actor.cause === "service" && !own.restricted ? rawSql("not c.restricted") : rawSql("true");
  return sql`${scope} and c.id <> ${own.id} and c.source_language_id = ${own.sourceLanguageId} and ${open} and ${visibleComponents(actor)}`;
}
