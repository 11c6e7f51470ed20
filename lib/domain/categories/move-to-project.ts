import { sql, type Tx } from "@/lib/platform/database";
import { relocate } from "../counters/relocate";

/**
 * Puts a category under another parent, and with another project everything in it into that project: labels go along by
 * name, and teams of the former project lose the components. One statement each, however much hangs below.
 */
export async function moveToProject(
  tx: Tx,
  move: { categoryId: number; from: number; to: number; parentId: number | null },
): Promise<void> {
  const { categoryId, from, to, parentId } = move;
  const components = await tx.rows<{ id: number }>(sql`
    select id from components where project_id = ${from} and ${categoryId}::int = any(category_chain(category_id)) order by id for update`);
  const ids = components.map((component) => component.id);
  await relocate(tx, ids, async () => {
    const below = await tx.rows<{ id: number }>(
      sql`select id from categories where project_id = ${from} and ${categoryId}::int = any(category_chain(id))`,
    );
    await tx.run(sql`update categories set parent_id = ${parentId} where id = ${categoryId}`);
    if (from === to) return;
    await tx.run(
      sql`update categories set project_id = ${to} where id = any(${below.map((category) => category.id)}::int[])`,
    );
    await tx.run(sql`update components set project_id = ${to} where id = any(${ids}::int[])`);
    await tx.run(sql`delete from component_links where component_id = any(${ids}::int[]) and project_id = ${to}`);
    await tx.run(sql`
      update component_links l set category_id = null from categories g
      where g.id = l.category_id and g.id = any(${below.map((category) => category.id)}::int[])`);
    await tx.run(sql`
      delete from team_components x using teams t
      where t.id = x.team_id and t.defining_project_id = ${from} and x.component_id = any(${ids}::int[])`);
    await takeLabels(tx, ids, to);
  });
}

/** Labels of the strings become those of the same name in the new project, made where there are none. */
async function takeLabels(tx: Tx, componentIds: readonly number[], to: number): Promise<void> {
  const used = sql`
    from source_unit_labels x join source_units s on s.id = x.source_id join labels l on l.id = x.label_id
    where s.component_id = any(${[...componentIds]}::int[]) and l.project_id <> ${to}`;
  await tx.run(sql`
    insert into labels (project_id, name, color, description) select distinct on (l.name) ${to}::int, l.name, l.color, l.description ${used}
    on conflict (project_id, name) do nothing`);
  await tx.run(sql`
    with worn as (select x.source_id, x.label_id, l.name ${used}),
      fresh as (insert into source_unit_labels (source_id, label_id) select w.source_id, n.id from worn w join labels n on n.project_id = ${to} and n.name = w.name
        on conflict do nothing)
    delete from source_unit_labels x using worn w where x.source_id = w.source_id and x.label_id = w.label_id`);
}
