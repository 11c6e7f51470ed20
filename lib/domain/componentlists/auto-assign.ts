import { sql, type Tx } from "@/lib/platform/database";
import { findPattern } from "@/lib/text/flags/pattern";

/**
 * Puts new components on the lists whose rules fit: both patterns must match, the one the slug of the project, the other
 * that of the component. To be called in the transaction that makes them.
 * @returns how many memberships were made
 */
export async function assignToLists(tx: Tx, componentIds: readonly number[]): Promise<number> {
  const rules = await tx.rows<{ listId: number; projectMatch: string; componentMatch: string }>(
    sql`select component_list_id as list_id, project_match, component_match from component_list_rules order by id limit 10000`,
  );
  if (rules.length === 0) return 0;
  const components = await tx.rows<{ id: number; slug: string; projectSlug: string }>(sql`
    select c.id, c.slug, p.slug as project_slug from components c join projects p on p.id = c.project_id where c.id = any(${[...componentIds]}::int[])`);
  const found = components.flatMap((component) =>
    rules
      .filter(
        (rule) =>
          findPattern(rule.projectMatch)?.found(component.projectSlug) &&
          findPattern(rule.componentMatch)?.found(component.slug),
      )
      .map((rule) => ({ list: rule.listId, component: component.id })),
  );
  if (found.length === 0) return 0;
  return tx.run(sql`
    insert into component_list_members (component_list_id, component_id)
    select * from unnest(${found.map((one) => one.list)}::int[], ${found.map((one) => one.component)}::int[]) on conflict do nothing`);
}
