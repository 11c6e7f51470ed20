import { fileSnapshots, plurals, sourceUnits, translations, units } from "@/lib/generated/tables";
import { columnsOf, eachRow, names, unnest } from "@/lib/platform/columns";
import { type Sql, sql } from "@/lib/platform/database";
import type { UnitState } from "@/lib/text/codes";

const [u, s, t, q] = [units.as("u"), sourceUnits.as("s"), translations.as("t"), plurals.as("q")];
const [x, f] = [units.as("x"), fileSnapshots.as("f")];

/** Whether a language of `t` has been read, or has no file to be read. */
const IS_FILLED = sql`
  (${t.fileWanted} or exists (select from ${x} where ${x.translationId} = ${t.id})
    or exists (select from ${f} where ${f.translationId} = ${t.id}))`;

/** Whether some language of a component lacks a unit of the string `s`. */
export const lacksUnits = (componentId: number): Sql => sql`
  exists (select from ${t} where ${t.componentId} = ${componentId} and not ${t.isSource} and ${IS_FILLED}
    and not exists (select from ${u} where ${u.translationId} = ${t.id} and ${u.sourceId} = ${s.id}))`;

/**
 * The statement that gives source strings their untranslated units in all languages of their component. A language whose
 * file has not been read yet is left out: it is filled whole when it is.
 * @param severalValues whether a string of the format holds a list of values instead of plural forms
 * @param strings source strings with the state of their units, and the one that they have when what closes them goes
 */
export function insertOfEmptyUnits(
  component: { id: number; severalValues: boolean },
  strings: readonly { id: number; state: UnitState; original?: UnitState }[],
): Sql {
  const n = unnest(
    "n",
    columnsOf(u, "id", "state", "originalState"),
    strings.map(({ id, state, original = state }) => ({ id, state, originalState: original })),
  );
  const forms = sql`case when cardinality(${s.sources}) > 1 and not ${component.severalValues} then ${q.number} else 1 end`;
  return sql`
    insert into ${u} ${eachRow(u, {
      sourceId: s.id,
      translationId: t.id,
      targets: sql`array_fill(''::text, array[${forms}])`,
      state: n.state,
      originalState: n.originalState,
      position: s.position,
    })}
    from ${n} join ${s} on ${s.id} = ${n.id} cross join ${t} join ${q} on ${q.id} = ${t.pluralId}
    where ${t.componentId} = ${component.id} and not ${t.isSource} and ${IS_FILLED}
    order by ${t.id}, ${s.position}
    on conflict (${names(u, "translationId", "sourceId")}) do nothing`;
}
