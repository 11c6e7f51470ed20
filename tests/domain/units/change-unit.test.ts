import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

let admin: Actor;
let component: ComponentRow;
let source = 0;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(
    admin,
    { "l/en.json": '{\n  "a": "Apple"\n}\n', "l/cs.json": '{\n  "a": "Jablko"\n}\n' },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
  source = await unitId(component, "en", "a");
});

const lines = () =>
  textRows<{ action: number; xid: string }>(
    db,
    sql`select action, xmin::text as xid from changes where unit_id = ${source} order by id`,
  );
const pending = () => textRows(db, sql`select 1 from pending_changes where unit_id = ${source}`);

describe("a change of text and explanation together", () => {
  it("is rolled back completely when its last part fails", async () => {
    const [before, told] = [await findUnit(admin, source), await lines()];
    await db.run(sql`alter table source_units add constraint only_short check (length(explanation) < 5)`);
    try {
      await expect(
        changeUnit(admin, source, { targets: ["Apples"], state: 20, explanation: "The fruit" }),
      ).rejects.toThrow(/only_short/);
    } finally {
      await db.run(sql`alter table source_units drop constraint only_short`);
    }
    expect(await findUnit(admin, source)).toEqual(before);
    expect(await lines()).toEqual(told);
    expect(await pending()).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("is one transaction", async () => {
    const told = (await lines()).length;
    const label = await textRow<{ id: number }>(
      db,
      sql`
      insert into labels (project_id, name, color) values (${component.projectId}, 'Fruit', 'red') returning id`,
    );
    const changed = await changeUnit(admin, source, {
      targets: ["Apples"],
      state: 20,
      explanation: "The fruit",
      extraFlags: "max-length:40",
      labelIds: [label?.id ?? 0],
    });
    expect(changed).toMatchObject({
      targets: ["Apples"],
      explanation: "The fruit",
      extraFlags: "max-length:40",
      labels: [{ name: "Fruit" }],
    });
    const fresh = (await lines()).slice(told);
    expect(fresh.length).toBeGreaterThanOrEqual(3);
    expect(new Set(fresh.map((line) => line.xid)).size).toBe(1);
    expect(await pending()).toHaveLength(1);
    expect(await counterDrift()).toEqual([]);
  });

  it("changes nothing when it is based on an older version", async () => {
    const before = await findUnit(admin, source);
    const change = { targets: ["Pears"], state: 20, explanation: "Another fruit" };
    await expect(changeUnit(admin, source, change, { baseVersion: before.version - 1 })).rejects.toMatchObject({
      current: { targets: ["Apples"], explanation: "The fruit" },
    });
    const about = { explanation: "Another fruit" };
    await expect(changeUnit(admin, source, about, { baseVersion: before.version - 1 })).rejects.toThrow(/Another user/);
    expect(await findUnit(admin, source)).toEqual(before);
  });

  it("needs a state beside the text, unless the text implies it", async () => {
    await expect(changeUnit(admin, source, { targets: ["Pears"], explanation: "x" })).rejects.toMatchObject({
      fields: [{ path: "state", code: "required" }],
    });
    const options = { impliesState: true };
    expect(await changeUnit(admin, source, { targets: ["Pears"], explanation: "x" }, options)).toMatchObject({
      targets: ["Pears"],
      state: 20,
      explanation: "x",
    });
  });
});
