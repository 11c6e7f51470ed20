import { fontGroupLanguages, fontGroups, fonts } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { type Connection, type Sql, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { FontGroups, FontMetrics } from "@/lib/text/fonts/metrics";

const [g, x, f, o] = [fontGroups.as("g"), fontGroupLanguages.as("x"), fonts.as("f"), fonts.as("o")];

/** What a style says beside its weight: fonts of one family with the same remainder differ by weight alone. */
const restOf = (style: Sql): Sql => sql`trim(regexp_replace(lower(${style}), ${WEIGHTS}, '', 'g'))`;

const WEIGHTS =
  "\\m((extra|ultra|semi|demi)[ -]?)?(thin|hairline|light|regular|book|normal|roman|medium|bold|heavy|black)\\M";

/** Metrics by the keys of their files. A key always means the same bytes. */
const known = new Map<string, FontMetrics>();
const MOST_KNOWN = 30;

/**
 * Fonts of groups of a project by the groups' names, as a language has them; groups that are not there are left out. Metrics
 * that were read before are not read again.
 */
export async function fontsForChecks(
  on: Connection,
  { projectId, languageId }: { projectId: number; languageId: number },
  groups: readonly string[],
): Promise<FontGroups> {
  if (groups.length === 0) return {};
  const rows = await on.rows(sql`
    select ${pick(o, "fileKey")}, ${named({ group: g.name })}
    from ${g} left join ${x} on ${x.groupId} = ${g.id} and ${x.languageId} = ${languageId}
      join ${f} on ${f.id} = coalesce(${x.fontId}, ${g.fontId})
      join ${o} on ${o.projectId} = ${f.projectId} and ${o.family} = ${f.family} and ${restOf(o.style)} = ${restOf(f.style)}
    where ${g.projectId} = ${projectId} and ${anyOf(g.name, [...groups])} order by ${o.id} <> ${f.id}, ${o.id}`);
  const missing = [...new Set(rows.map(({ fileKey }) => fileKey))].filter((key) => !known.has(key));
  if (missing.length > 0) await learn(on, missing);
  const found: Record<string, FontMetrics[]> = Object.create(null);
  for (const { group, fileKey } of rows) {
    const metrics = known.get(fileKey);
    const list = found[group] ?? [];
    found[group] = list;
    if (metrics) list.push(metrics);
  }
  return { ...found };
}

async function learn(on: Connection, keys: readonly string[]): Promise<void> {
  if (known.size + keys.length > MOST_KNOWN) known.clear();
  const rows = await on.rows(
    sql`select ${pick(f, "fileKey", "metrics")} from ${f} where ${anyOf(f.fileKey, [...keys])}`,
  );
  for (const { fileKey, metrics } of rows) known.set(fileKey, metrics as unknown as FontMetrics);
}
