import { componentListMembers, componentListRules, components, projects } from "@/lib/generated/tables";
import { named, names, pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { findPattern } from "@/lib/text/flags/pattern";

/**
 * Puts new components on the lists whose rules fit: both patterns must match, the one the slug of the project, the other
 * that of the component. To be called in the transaction that makes them.
 * @returns how many memberships were made
 */
export async function assignToLists(tx: Tx, componentIds: readonly number[]): Promise<number> {
  const r = componentListRules;
  const rules = await tx.rows(
    sql`select ${pick(r, "componentListId", "projectMatch", "componentMatch")} from ${r} order by ${r.id} limit 10000`,
  );
  if (rules.length === 0) return 0;
  const [c, p] = [components, projects];
  const made = await tx.rows(sql`
    select ${pick(c, "id", "slug")}, ${named({ projectSlug: p.slug })} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${c.id} = any(${[...componentIds]}::int[])`);
  const found = made.flatMap((component) =>
    rules
      .filter(
        (rule) =>
          findPattern(rule.projectMatch)?.found(component.projectSlug) &&
          findPattern(rule.componentMatch)?.found(component.slug),
      )
      .map((rule) => ({ list: rule.componentListId, component: component.id })),
  );
  if (found.length === 0) return 0;
  return tx.run(sql`
    insert into ${componentListMembers} (${names(componentListMembers, "componentListId", "componentId")})
    select * from unnest(${found.map((one) => one.list)}::int[], ${found.map((one) => one.component)}::int[]) on conflict do nothing`);
}
