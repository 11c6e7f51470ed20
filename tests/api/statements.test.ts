import { beforeAll, describe, expect, it } from "vitest";
import { allContracts } from "@/lib/api/contracts";
import { type Endpoint, pageLimits } from "@/lib/api/endpoint";
import { db, rawSql, sql } from "@/lib/platform/database";
import { makeWorld, sampleOf, type World } from "./permission-world";
import { costOf } from "./support";

/** How many statements a request costs: as many for a full page as for a page of one. */

const ROWS = 30;

/** Tables that get further rows, copies of one with other names. */
const COPIED: readonly [table: string, where: string, unique: Record<string, string>][] = [
  ["projects", "slug = 'beta'", { name: "'Copy ' || n", slug: "'copy' || n" }],
  ["components", "slug = 'app'", { name: "'Copy ' || n", slug: "'copy' || n" }],
  ["users", "username = 'stranger'", { username: "'copy' || n", email: "'copy' || n || '@example.org'" }],
  ["categories", "true", { name: "'Copy ' || n", slug: "'copy' || n" }],
  ["labels", "true", { name: "'Copy ' || n" }],
  ["component_lists", "true", { name: "'Copy ' || n", slug: "'copy' || n" }],
  ["roles", "name = 'Translate'", { name: "'Copy ' || n" }],
  ["teams", "name = 'Czech'", { name: "'Copy ' || n" }],
  ["screenshots", "true", { name: "'Copy ' || n" }],
  ["memory_entries", "true", { target: "'Copy ' || n" }],
  ["announcements", "true", { message: "'Copy ' || n" }],
  ["addons", "true", {}],
  ["changes", "unit_id is not null", { tx: "pg_current_xact_id()::text" }],
  ["comments", "true", { text: "'Copy ' || n" }],
  ["suggestions", "true", { targets: "array['Copy ' || n]" }],
];

let world: World;

async function copy(table: string, where: string, unique: Record<string, string>): Promise<void> {
  const members = Object.entries({ id: `nextval(pg_get_serial_sequence('${table}', 'id'))`, ...unique }).flat();
  const object = members.map((part, index) => (index % 2 === 0 ? `'${part}'` : part)).join(", ");
  await db.run(
    rawSql(`
      insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${object}))).*
      from (select * from ${table} where ${where} order by id limit 1) as one, generate_series(1, ${ROWS}) as n`),
  );
}

/** Further languages of the component, with a unit each, and further units. */
async function fillComponent(): Promise<void> {
  await db.run(sql`
    insert into translations (component_id, language_id, plural_id, language_code, filename)
    select ${world.app.id}, l.id, (select min(q.id) from plurals q where q.language_id = l.id), l.code, ''
    from languages l where not exists (select from translations t where t.component_id = ${world.app.id} and t.language_id = l.id)
    order by l.id limit ${ROWS}`);
  await db.run(sql`
    insert into source_units (component_id, id_hash, content_hash, context, sources, num_words, num_chars, position)
    select ${world.app.id}, n, n, 'copy' || n, array['Copy ' || n], 2, 6, 100 + n from generate_series(1, ${ROWS}) as n`);
  await db.run(sql`
    insert into units (source_id, translation_id, targets, state, original_state, position)
    select s.id, t.id, array['x'], 20, 20, s.position from source_units s join translations t on t.component_id = s.component_id
    where s.component_id = ${world.app.id} on conflict do nothing`);
  // As after edits of their sources.
  await db.run(sql`
    update units u set state = 10, previous_source = 'Old' from source_units s, translations t
    where s.id = u.source_id and t.id = u.translation_id and not t.is_source and s.component_id = ${world.app.id} and s.context like 'copy%'`);
}

const lists = allContracts().filter((contract) => contract.method === "GET" && pageLimits(contract.answer));
let full = 0;

async function cost(contract: Endpoint, size: number): Promise<{ statements: number; rows: number }> {
  const { path } = await sampleOf(world, contract);
  return costOf(path, size, world.keys.superuser ?? "");
}

describe("a list", () => {
  beforeAll(async () => {
    world = await makeWorld();
    for (const contract of allContracts()) if (contract.method !== "DELETE") await sampleOf(world, contract);
    await fillComponent();
    for (const [table, where, unique] of COPIED) await copy(table, where, unique);
  }, 120_000);

  it.each(lists.map((contract) => [contract.path, contract] as const))(
    "%s costs the same for any page",
    async (_, contract) => {
      const one = await cost(contract, 1);
      const many = await cost(contract, 100);
      expect(many.statements).toBeLessThanOrEqual(one.statements);
      if (many.rows >= 10) full++;
    },
  );

  it("was long enough to tell in most places", () => {
    expect(full).toBeGreaterThan(lists.length / 2);
  });
});
