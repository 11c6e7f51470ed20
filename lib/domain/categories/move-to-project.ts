import { categories, componentLinks, components, teamComponents, teams } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { relocate } from "../counters/relocate";

const [g, c, k] = [categories.as("g"), components.as("c"), componentLinks.as("k")];
const [x, t] = [teamComponents.as("x"), teams.as("t")];

/**
 * Puts a category under another parent, and with another project everything in it into that project: labels go along by
 * name, and teams of the former project lose the components. One statement each, however much hangs below.
 */
export async function moveToProject(
  tx: Tx,
  move: { categoryId: number; from: number; to: number; parentId: number | null },
): Promise<void> {
  const { categoryId, from, to, parentId } = move;
  const inside = await tx.rows(sql`
    select ${pick(c, "id")} from ${c} where ${c.projectId} = ${from} and ${categoryId}::int = any(category_chain(${c.categoryId}))
    order by ${c.id} for update`);
  const ids = inside.map(({ id }) => id);
  await relocate(tx, ids, async () => {
    const below = await tx.rows(sql`
      select ${pick(g, "id")} from ${g} where ${g.projectId} = ${from} and ${categoryId}::int = any(category_chain(${g.id}))`);
    const levels = below.map(({ id }) => id);
    await tx.run(sql`update ${g} set ${assigned(g, { parentId })} where ${g.id} = ${categoryId}`);
    if (from === to) return;
    await tx.run(sql`update ${g} set ${assigned(g, { projectId: to })} where ${g.id} = any(${levels}::int[])`);
    await tx.run(sql`update ${c} set ${assigned(c, { projectId: to })} where ${c.id} = any(${ids}::int[])`);
    await tx.run(sql`delete from ${k} where ${k.componentId} = any(${ids}::int[]) and ${k.projectId} = ${to}`);
    await tx.run(sql`
      update ${k} set ${assigned(k, { categoryId: null })} from ${g}
      where ${g.id} = ${k.categoryId} and ${g.id} = any(${levels}::int[])`);
    await tx.run(sql`
      delete from ${x} using ${t}
      where ${t.id} = ${x.teamId} and ${t.definingProjectId} = ${from} and ${x.componentId} = any(${ids}::int[])`);
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
