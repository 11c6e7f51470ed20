import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

let admin: Actor;
let component: ComponentRow;
let category = 0;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(
    admin,
    { "po/cs.po": 'msgid ""\nmsgstr "Language: cs\\n"\n\nmsgid "Quit"\nmsgstr "Konec"\n' },
    { filemask: "po/*.po", fileFormat: "po" },
  ));
  const row = await textRow<{ id: number }>(
    db,
    sql`
    insert into categories (project_id, name, slug) values (${component.projectId}, 'Docs', 'docs') returning id`,
  );
  category = row?.id ?? 0;
});

const now = () => findComponentById(admin, component.id);
const told = () =>
  textRows<{ action: number; old: string; target: string; xid: string }>(
    db,
    sql`
    select action, old, target, xmin::text as xid from changes where component_id = ${component.id}
      and action in (${ACTION.COMPONENT_RENAMED}, ${ACTION.MOVED_COMPONENT}, ${ACTION.LICENSE_CHANGED}) order by id`,
  );

it("a component whose settings cannot be written does not move", async () => {
  await db.run(sql`alter table repositories add constraint main_only check (push_branch <> 'side')`);
  try {
    const change = { categoryId: category, slug: "guide", pushBranch: "side" };
    await expect(updateComponent(admin, component, change)).rejects.toThrow(/main_only/);
  } finally {
    await db.run(sql`alter table repositories drop constraint main_only`);
  }
  expect(await now()).toMatchObject({ categoryId: null, slug: "app" });
  expect(await told()).toEqual([]);
  expect(await counterDrift()).toEqual([]);
});

it("a component moves, with its numbers, in the transaction that changes it", async () => {
  // The name it gets is taken where it stands, and free where it goes.
  await db.run(sql`
    insert into components select (jsonb_populate_record(null::components, to_jsonb(c) || jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('components', 'id')), 'name', 'Guide', 'slug', 'guide'))).*
    from components c where c.id = ${component.id}`);
  const change = { categoryId: category, name: "Guide", slug: "guide", license: "MIT" };
  const changed = await updateComponent(admin, component, change);
  expect(changed).toMatchObject({ ...change, categoryPath: "docs" });
  const lines = await told();
  expect(lines).toMatchObject([
    { action: ACTION.COMPONENT_RENAMED, old: "app", target: "guide" },
    { action: ACTION.LICENSE_CHANGED, old: "", target: "MIT" },
    { action: ACTION.MOVED_COMPONENT, old: "", target: "docs" },
  ]);
  expect(new Set(lines.map(({ xid }) => xid)).size).toBe(1);
  expect(await readCounter("category", category)).toMatchObject({ total: 2, translated: 2 });
});
