import { components, plurals, projects, sourceUnits, translations, units } from "@/lib/generated/tables";
import { cte, named, outer, pick, subquery } from "@/lib/platform/columns";
import { literal, rawSql, type Sql, sql } from "@/lib/platform/database";
import { among, anyOf, asText } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../../access/actor";
import { visibleComponents } from "../../access/demand";
import type { ComponentRow } from "../../components/components";
import { withinTime } from "../../search/search-units";
import type { TranslationRow } from "../../translations/translations";
import { UNIT_FROM } from "../../units/units";
import type { TranslationCandidate } from "../candidates";

/** Where in a translation a batch ended; strings are walked in the order of the file. */
export interface BatchCursor {
  position: number;
  id: number;
}

export interface CandidateBatch {
  candidates: TranslationCandidate[];
  /** Undefined when the translation has been walked to its end. */
  next: BatchCursor | undefined;
}

/** Strings looked at in one statement. */
const BATCH = 500;

const [u, s, q] = [units.as("u"), sourceUnits.as("s"), plurals.as("q")];
const [c, p] = [components.as("c"), projects.as("p")];
/** The string of another component. */
const [ou, os, ot, oq] = [units.as("ou"), sourceUnits.as("os"), translations.as("ot"), plurals.as("oq")];

/**
 * The next batch of strings that fit a condition, with the best text that another component has for the same source:
 * with the same key or context before any other, approved before translated, newest first.
 * @param lenders the only components to look into; the whole project when undefined
 */
export async function candidatesFromComponents(
  actor: Actor,
  translation: TranslationRow,
  options: { condition: Sql; lenders?: readonly ComponentRow[]; after?: BatchCursor },
): Promise<CandidateBatch> {
  const after = options.after ?? { position: -2_147_483_648, id: 0 };
  const wanted = sql`
    select ${pick(u, "id", "version", "position")}, ${pick(s, "sources", "context")}, ${pick(q, "number", "formula")}
    ${UNIT_FROM} where ${u.translationId} = ${translation.id}
      and (${u.position}, ${u.id}) > (${after.position}::int, ${after.id}::bigint)
      and ${u.state} <> ${literal(STATE.READ_ONLY)} and (${options.condition})
    order by ${u.position}, ${u.id} limit ${BATCH}`;
  const w = cte("w", wanted);
  const path = asText(sql`concat_ws('/', ${p.slug}, nullif(category_path(${c.categoryId}), ''), ${c.slug})`);
  const best = outer(
    subquery(
      "best",
      sql`select ${pick(ou, "targets")}, ${named({ component: c.id, path })}
        from ${os} join ${c} on ${c.id} = ${os.componentId} join ${p} on ${p.id} = ${c.projectId}
          join ${ot} on ${ot.componentId} = ${c.id} and ${ot.languageId} = ${translation.languageId} and not ${ot.isSource}
          join ${oq} on ${oq.id} = ${ot.pluralId} join ${ou} on ${ou.translationId} = ${ot.id} and ${ou.sourceId} = ${os.id}
        where hashtextextended(joined_forms(${os.sources}), 0) = hashtextextended(joined_forms(${w.sources}), 0)
          and ${os.sources} = ${w.sources} and ${placesOf(actor, translation, options.lenders)}
          and ${among(ou.state, STATE.TRANSLATED, STATE.APPROVED)}
          and (cardinality(${os.sources}) = 1 or (${oq.number} = ${w.number} and ${oq.formula} = ${w.formula}))
        order by (${os.context} = ${w.context}) desc, ${ou.state} desc, ${ou.updatedAt} desc, ${ou.id} limit 1`,
    ),
  );
  const rows = await withinTime((tx) =>
    tx.rows(sql`
      with w as materialized (${wanted})
      select ${pick(w, "id", "version", "position")}, ${pick(best, "targets", "component", "path")}
      from ${w} left join lateral ${best} on true order by ${w.position}, ${w.id}`),
  );
  const last = rows.length < BATCH ? undefined : rows.at(-1);
  return {
    next: last && { position: last.position, id: last.id },
    candidates: rows.flatMap(({ id, version, targets, component, path }) =>
      targets ? [{ unitId: id, version, targets, details: { auto_source: "others" as const, component, path } }] : [],
    ),
  };
}

/** Components that may lend their texts: a condition over the aliases `c` and `p`. */
function placesOf(actor: Actor, translation: TranslationRow, lenders: readonly ComponentRow[] | undefined): Sql {
  const own = translation.component;
  const scope = lenders
    ? anyOf(
        c.id,
        lenders.map(({ id }) => id),
      )
    : sql`${c.projectId} = ${own.projectId} and not ${c.isGlossary}`;
  // The service sees everything; what it copies must not carry texts out of where only a few may read them.
  const open = actor.cause === "service" && !own.restricted ? sql`not ${c.restricted}` : rawSql("true");
  return sql`${scope} and ${c.id} <> ${own.id} and ${c.sourceLanguageId} = ${own.sourceLanguageId} and ${open} and ${visibleComponents(actor)}`;
}
