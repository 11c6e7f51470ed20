import { categories, components, counters, projects, repositories, translations, units } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { subtractFromCounters } from "../counters/relocate";
import { removeOrphanFonts } from "../fonts/fonts";
import { removeOrphanImages } from "../screenshots/screenshots";
import { dropWorkingCopy } from "./working-copy";

const [c, p, r, k] = [components.as("c"), projects.as("p"), repositories.as("r"), counters.as("k")];
const [g, b, t, u] = [categories.as("g"), categories.as("b"), translations.as("t"), units.as("u")];

/** Rows of removed objects go one translation at a time, so that no transaction grows with a project. */
export async function removeMarked(): Promise<{ components: number; projects: number }> {
  const components = await db.rows(sql`
    select ${pick(c, "id", "repositoryId")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${c.removedAt} is not null or ${p.removedAt} is not null order by ${c.linkedComponentId} nulls last, ${c.id}`);
  for (const component of components) await removeComponentRows(component.id);
  const orphans = await db.rows(sql`
    select ${pick(r, "id")} from ${r} where not exists (select from ${c} where ${c.repositoryId} = ${r.id})`);
  for (const { id } of orphans) {
    await db.run(
      sql`delete from ${r} where ${r.id} = ${id} and not exists (select from ${c} where ${c.repositoryId} = ${id})`,
    );
    await dropWorkingCopy(id);
  }
  const projects = await db.run(sql`
    delete from ${p} where ${p.removedAt} is not null and not exists (select from ${c} where ${c.projectId} = ${p.id})`);
  await removeCategories();
  await removeOrphanImages();
  await removeOrphanFonts();
  await db.run(sql`
    delete from ${k} where (${k.scope} in ('project', 'project-language') and not exists (select from ${p} where ${p.id} = ${k.objectId}))
      or (${k.scope} = 'component' and not exists (select from ${c} where ${c.id} = ${k.objectId}))
      or (${k.scope} = 'category' and not exists (select from ${g} where ${g.id} = ${k.objectId}))`);
  return { components: components.length, projects };
}

/** The innermost first: a category goes only when nothing is left in it. */
async function removeCategories(): Promise<void> {
  // Categories nest three levels deep at most.
  for (let level = 0; level < 3; level++) {
    const gone = await db.run(sql`
      delete from ${g} where ${g.removedAt} is not null and not exists (select from ${c} where ${c.categoryId} = ${g.id})
        and not exists (select from ${b} where ${b.parentId} = ${g.id})`);
    if (gone === 0) return;
  }
}

async function removeComponentRows(id: number): Promise<void> {
  const translations = await db.rows(
    sql`select ${pick(t, "id")} from ${t} where ${t.componentId} = ${id} order by ${t.isSource}, ${t.id}`,
  );
  for (const translation of translations)
    await inTransaction(async (tx) => {
      await subtractFromCounters(tx, translation.id);
      await tx.run(sql`delete from ${u} where ${u.translationId} = ${translation.id}`);
      await tx.run(sql`delete from ${t} where ${t.id} = ${translation.id}`);
    });
  await db.run(sql`delete from ${c} where ${c.id} = ${id}`);
}
