import { db, inTransaction, sql } from "@/lib/platform/database";
import { moveCounters, negate } from "../counters/counters";
import { removeOrphanImages } from "../screenshots/screenshots";
import { dropWorkingCopy } from "./working-copy";

/** Rows of removed objects go one translation at a time, so that no transaction grows with a project. */
export async function removeMarked(): Promise<{ components: number; projects: number }> {
  const components = await db.rows<{ id: number; repositoryId: number }>(sql`
    select c.id, c.repository_id from components c join projects p on p.id = c.project_id
    where c.removed_at is not null or p.removed_at is not null order by c.linked_component_id nulls last, c.id`);
  for (const component of components) await removeComponentRows(component.id);
  const orphans = await db.rows<{ id: number }>(sql`
    select r.id from repositories r where not exists (select from components c where c.repository_id = r.id)`);
  for (const { id } of orphans) {
    await db.run(
      sql`delete from repositories where id = ${id} and not exists (select from components c where c.repository_id = ${id})`,
    );
    await dropWorkingCopy(id);
  }
  const projects = await db.run(sql`
    delete from projects p where p.removed_at is not null and not exists (select from components c where c.project_id = p.id)`);
  await removeCategories();
  await removeOrphanImages();
  await db.run(sql`
    delete from counters k where (k.scope in ('project', 'project-language') and not exists (select from projects p where p.id = k.object_id))
      or (k.scope = 'component' and not exists (select from components c where c.id = k.object_id))
      or (k.scope = 'category' and not exists (select from categories g where g.id = k.object_id))`);
  return { components: components.length, projects };
}

/** The innermost first: a category goes only when nothing is left in it. */
async function removeCategories(): Promise<void> {
  // Categories nest three levels deep at most.
  for (let level = 0; level < 3; level++) {
    const gone = await db.run(sql`
      delete from categories g where g.removed_at is not null and not exists (select from components c where c.category_id = g.id)
        and not exists (select from categories b where b.parent_id = g.id)`);
    if (gone === 0) return;
  }
}

async function removeComponentRows(id: number): Promise<void> {
  const translations = await db.rows<{ id: number }>(
    sql`select id from translations where component_id = ${id} order by is_source, id`,
  );
  for (const translation of translations)
    await inTransaction(async (tx) => {
      const counters = await tx.one<Record<string, number>>(
        sql`select * from counters where scope = 'translation' and object_id = ${translation.id} for update`,
      );
      if (counters) await moveCounters(tx, [{ translationId: translation.id, numbers: negate(counters) }]);
      await tx.run(sql`delete from units where translation_id = ${translation.id}`);
      await tx.run(sql`delete from counters where scope = 'translation' and object_id = ${translation.id}`);
      await tx.run(sql`delete from translations where id = ${translation.id}`);
    });
  await db.run(sql`delete from components where id = ${id}`);
}
