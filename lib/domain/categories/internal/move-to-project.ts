import {
  categories,
  componentLinks,
  components,
  labels,
  sourceUnitLabels,
  sourceUnits,
  teamComponents,
  teams,
} from "@/lib/generated/tables";
import { assigned, cte, defined, eachRow, names, pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { SERVICE } from "../../access/actor";
import { relocate } from "../../counters/relocate";
import { followLanguageFlags, ofComponents, projectWillChange } from "../../projects/former-flags";

const [g, c, k] = [categories.as("g"), components.as("c"), componentLinks.as("k")];
const [x, t] = [teamComponents.as("x"), teams.as("t")];
const [w, s, l, n] = [sourceUnitLabels.as("w"), sourceUnits.as("s"), labels.as("l"), labels.as("n")];

/**
 * Puts a category under another parent, and with another project everything in it into that project: labels go along by
 * name, and teams of the former project lose the components. One statement each, however much hangs below.
 * @returns the components inside
 */
export async function moveToProject(
  tx: Tx,
  move: { categoryId: number; from: number; to: number; parentId: number | null },
): Promise<number[]> {
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
    await projectWillChange(tx, ids, from, to);
    await tx.run(sql`update ${g} set ${assigned(g, { projectId: to })} where ${g.id} = any(${levels}::int[])`);
    await tx.run(sql`update ${c} set ${assigned(c, { projectId: to })} where ${c.id} = any(${ids}::int[])`);
    await followLanguageFlags(tx, SERVICE, ofComponents(ids));
    await tx.run(sql`delete from ${k} where ${k.componentId} = any(${ids}::int[]) and ${k.projectId} = ${to}`);
    await tx.run(sql`
      update ${k} set ${assigned(k, { categoryId: null })} from ${g}
      where ${g.id} = ${k.categoryId} and ${g.id} = any(${levels}::int[])`);
    await tx.run(sql`
      delete from ${x} using ${t}
      where ${t.id} = ${x.teamId} and ${t.definingProjectId} = ${from} and ${x.componentId} = any(${ids}::int[])`);
    await takeLabels(tx, ids, to);
  });
  return ids;
}

/** Labels of the strings become those of the same name in the new project, made where there are none. */
async function takeLabels(tx: Tx, componentIds: readonly number[], to: number): Promise<void> {
  const used = sql`
    from ${w} join ${s} on ${s.id} = ${w.sourceId} join ${l} on ${l.id} = ${w.labelId}
    where ${s.componentId} = any(${[...componentIds]}::int[]) and ${l.projectId} <> ${to}`;
  await tx.run(sql`
    insert into ${labels} (${names(labels, "projectId", "name", "color", "description")})
    select distinct on (${l.name}) ${to}::int, ${l.name}, ${l.color}, ${l.description} ${used}
    on conflict (${names(labels, "projectId", "name")}) do nothing`);
  const worn = cte("worn", sql`select ${pick(w, "sourceId", "labelId")}, ${pick(l, "name")} ${used}`);
  await tx.run(sql`
    with ${defined(worn)}, fresh as (
      insert into ${sourceUnitLabels} ${eachRow(sourceUnitLabels, { sourceId: worn.sourceId, labelId: n.id })}
      from ${worn} join ${n} on ${n.projectId} = ${to} and ${n.name} = ${worn.name} on conflict do nothing)
    delete from ${w} using ${worn} where ${w.sourceId} = ${worn.sourceId} and ${w.labelId} = ${worn.labelId}`);
}
