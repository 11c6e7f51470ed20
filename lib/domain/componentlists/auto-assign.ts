import { componentListMembers, componentListRules, components, projects } from "@/lib/generated/tables";
import { named, names, pick } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { findPattern } from "@/lib/text/flags/pattern";

const [r, c, p] = [componentListRules, components, projects];

/**
 * Puts new components on the lists whose rules match: both patterns must, the one the slug of the project, the other
 * that of the component. To be called in the transaction that makes them.
 * @returns how many memberships were made
 */
export async function assignToLists(tx: Tx, componentIds: readonly number[]): Promise<number> {
  return assign(tx, sql`true`, anyOf(c.id, componentIds));
}

/** Puts all components that there are on a list by its rules, in the transaction that sets them. */
export async function assignToList(tx: Tx, listId: number): Promise<number> {
  return assign(tx, sql`${r.componentListId} = ${listId}`, sql`${c.removedAt} is null`);
}

async function assign(tx: Tx, which: Sql, candidates: Sql): Promise<number> {
  const rules = await tx.rows(sql`
    select ${pick(r, "componentListId", "projectMatch", "componentMatch")} from ${r} where ${which} order by ${r.id} limit 10000`);
  if (rules.length === 0) return 0;
  const made = await tx.rows(sql`
    select ${pick(c, "id", "slug")}, ${named({ projectSlug: p.slug })} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${candidates}`);
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
