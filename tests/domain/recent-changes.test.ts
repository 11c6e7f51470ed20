import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { applyCounterChanges } from "@/lib/domain/counters/counters";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { readProjectLanguages } from "@/lib/domain/statistics/visible";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";

const KEYS = Array.from({ length: 8 }, (_, index) => `key${index}`);
const file = `${JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, `Text of ${key}`])), null, 2)}\n`;

let admin: Actor;
let component: ComponentRow;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(
    admin,
    { "l/en.json": file, "l/cs.json": "{}\n", "l/de.json": "{}\n" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
});

let round = 0;
const edit = async (language: string, key = "key0") =>
  editUnit(admin, await unitId(component, language, key), { targets: [`Text ${round++}`], state: 20 });

/** Lets hours pass for everything that has been told so far, past the ledger's lock. */
async function later(hours: number): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update changes set at = at - ${hours} * interval '1 hour'`);
    await tx.run(sql`update counters set last_change = last_change - ${hours} * interval '1 hour'`);
  });
}

async function recentOf(language: string): Promise<number> {
  const row = await textRow<{ recent: number }>(
    db,
    sql`
    select k.recent from counters k join translations t on t.id = k.object_id join languages l on l.id = t.language_id
    where k.scope = 'translation' and t.component_id = ${component.id} and l.code = ${language}`,
  );
  return row?.recent ?? 0;
}

describe("recent changes", () => {
  it("are those of the six hours before the last one, however long ago that was", async () => {
    await later(24);
    await edit("cs");
    expect(await recentOf("cs")).toBe(1);
    await later(4);
    await edit("cs");
    expect(await recentOf("cs")).toBe(2);
    await later(4);
    expect(await recentOf("cs")).toBe(2);
    await edit("cs");
    expect(await recentOf("cs")).toBe(2);
    expect(await counterDrift()).toEqual([]);
  });

  it("are summed over translations, each with its own last change", async () => {
    await later(24);
    await edit("de");
    await edit("de", "key1");
    expect(await recentOf("de")).toBe(2);
    const source = await recentOf("en");
    expect((await readCounter("component", component.id)).recent).toBe(4 + source);
    expect((await readCounter("project", component.projectId)).recent).toBe(4 + source);
    const { rows } = await readProjectLanguages(admin, component.projectId);
    expect(rows.map((row) => [row.code, row.counters.recent])).toEqual([
      ["cs", 2],
      ["en", source],
      ["de", 2],
    ]);
  });

  it("are aged once, however many come at once", async () => {
    await edit("cs");
    await later(24);
    const cs = await textRow<{ id: number }>(
      db,
      sql`select translation_id as id from units where id = ${await unitId(component, "cs", "key0")}`,
    );
    const move = (tx: Tx) =>
      applyCounterChanges(tx, [{ translationId: cs?.id ?? 0, numbers: {}, lastChange: new Date() }]);
    let second: Promise<void> | undefined;
    await inTransaction(async (tx) => {
      await move(tx);
      second = inTransaction(move);
      // The second has to wait for what the first one holds.
      await expect
        .poll(async () => (await textRows(db, sql`select 1 from pg_locks where not granted`)).length, {
          timeout: 10_000,
        })
        .toBeGreaterThan(0);
    });
    await second;
    expect(await recentOf("cs")).toBe(0);
    expect(await counterDrift()).toEqual([]);
    await Promise.all(KEYS.map((key) => edit("cs", key)));
    expect(await recentOf("cs")).toBe(KEYS.length);
    expect(await counterDrift()).toEqual([]);
  });
});
