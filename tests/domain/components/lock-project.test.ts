import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { lockComponents, lockProject, projectIsLocked } from "@/lib/domain/components/lock-project";
import { Forbidden } from "@/lib/domain/errors";
import { findProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { grant } from "../../support/actors";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

let admin: Actor;
let project: ProjectRow;
let first = 0;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const { component } = await connect(
    admin,
    { "po/cs.po": 'msgid ""\nmsgstr "Language: cs\\n"\n\nmsgid "Quit"\nmsgstr ""\n' },
    { filemask: "po/*.po", fileFormat: "po" },
  );
  first = component.id;
  for (const name of ["second", "third"])
    await db.run(sql`
      insert into components select (jsonb_populate_record(null::components, to_jsonb(c) || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('components', 'id')), 'name', ${name}::text, 'slug', ${name}::text))).*
      from components c where c.id = ${first}`);
  project = await findProject(admin, component.project.slug);
});

const locks = async () =>
  (
    await textRows<{ locked: boolean }>(
      db,
      sql`select locked from components where project_id = ${project.id} order by id`,
    )
  ).map(({ locked }) => locked);
const told = () =>
  textRows<{ action: number; details: object; componentId: number; xid: string }>(
    db,
    sql`
    select action, details, component_id, xmin::text as xid from changes
    where project_id = ${project.id} and action in (${ACTION.COMPONENT_LOCKED}, ${ACTION.COMPONENT_UNLOCKED}) order by id`,
  );

it("a project is locked with all its components in one transaction, each told once", async () => {
  await db.run(sql`update components set locked = true where id = ${first}`);
  expect(await projectIsLocked(admin, project)).toBe(false);
  expect(await lockProject(admin, project, true)).toBe(true);
  expect(await locks()).toEqual([true, true, true]);
  expect(await projectIsLocked(admin, project)).toBe(true);
  const lines = await told();
  expect(lines).toMatchObject([
    { action: ACTION.COMPONENT_LOCKED, details: { auto: false } },
    { action: ACTION.COMPONENT_LOCKED, details: { auto: false } },
  ]);
  expect(lines.map(({ componentId }) => componentId)).not.toContain(first);
  expect(new Set(lines.map(({ xid }) => xid)).size).toBe(1);
  expect(await lockProject(admin, project, true)).toBe(true);
  expect(await told()).toHaveLength(2);
});

it("a component that the actor may not unlock leaves all of them locked", async () => {
  const petra: Actor = {
    ...(await makePerson("petra")),
    grants: [
      grant({ projects: [project.id], permissions: ["project.edit"] }),
      grant({ projects: [project.id], components: [first], permissions: ["component.lock"] }),
    ],
  };
  const before = await told();
  await expect(lockProject(petra, project, false)).rejects.toMatchObject({ denial: { permission: "component.lock" } });
  expect(await locks()).toEqual([true, true, true]);
  expect(await told()).toEqual(before);
  expect(await lockProject(admin, project, false)).toBe(false);
  expect(await locks()).toEqual([false, false, false]);
});

it("components are locked by their ids, those alone, and only by whoever may lock each", async () => {
  await lockProject(admin, project, false);
  const reader = await makePerson("reader-of-locks");
  await expect(lockComponents(reader, [first], true)).rejects.toThrow(Forbidden);
  expect(await locks()).toEqual([false, false, false]);
  expect(await lockComponents(admin, [first, 2_000_000], true)).toBe(1);
  expect(await locks()).toEqual([true, false, false]);
  expect(await lockComponents(admin, [first], true)).toBe(0);
});
