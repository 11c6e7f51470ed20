import { components, languages, projects, sourceUnits, translations, units } from "@/lib/generated/tables";
import { combined, named, pick, subquery } from "@/lib/platform/columns";
import { db, literal, type SelectedRow, sql } from "@/lib/platform/database";
import { anyOf, asNumber, asText, hashText } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { checksumOf } from "@/lib/text/hash";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";

/** Strings to begin with. */

const [t, c, p, l] = [translations.as("t"), components.as("c"), projects.as("p"), languages.as("l")];
const [u, s] = [units.as("u"), sourceUnits.as("s")];

/** Empty strings of a translation that are looked at, from its first one on. */
const LOOKED_AT = 40;

const first = subquery(
  "first",
  sql`
    select ${pick(u, "id", "position")}, ${pick(s, "sources")}, ${named({ idHash: hashText(s.idHash), words: s.numWords })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${u.translationId} = ${t.id} and ${u.state} < ${literal(STATE.TRANSLATED)} and ${u.state} = ${literal(STATE.EMPTY)}
    order by ${u.position}, ${u.id} limit ${LOOKED_AT}`,
);
const chosen = subquery(
  "chosen",
  sql`
    select ${pick(first, "id", "sources", "idHash")}, ${named({ place: asNumber(sql`row_number() over (order by ${first.words}, ${first.position})::int`) })}
    from ${first}`,
);

const STRING = combined(
  pick(chosen, "id", "sources", "idHash"),
  named({
    projectName: p.name,
    projectSlug: p.slug,
    componentName: c.name,
    componentSlug: c.slug,
    categoryPath: asText(sql`category_path(${c.categoryId})`),
    languageCode: l.code,
    languageName: l.name,
  }),
);

export type FirstString = SelectedRow<typeof STRING> & {
  /** As addresses of the editor name it. */
  checksum: string;
};

/** Empty strings of some translations, the shortest among the first ones of each, in the order of the translations. */
export async function firstStrings(
  actor: Actor,
  translationIds: readonly number[],
  each: number,
): Promise<FirstString[]> {
  if (translationIds.length === 0) return [];
  const rows = await db.rows(sql`
    select ${STRING} from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}
      join ${l} on ${l.id} = ${t.languageId} cross join lateral ${chosen}
    where ${anyOf(t.id, [...translationIds])} and ${visibleComponents(actor)} and ${chosen.place} <= ${each}
    order by array_position(${[...translationIds]}::int[], ${t.id}), ${chosen.place}`);
  return rows.map((row) => ({ ...row, checksum: checksumOf(BigInt(row.idHash)) }));
}
