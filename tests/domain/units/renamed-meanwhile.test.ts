import { expect, it } from "vitest";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, pool, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { untilWaiting } from "../../support/stand-still";
import { textRows } from "../../support/text-rows";

it("queues a save under the key that the string got while the save waited for its row", async () => {
  const admin = await makePerson("admin", { superuser: true });
  const files = { "l/en.json": '{"a": "Apple"}\n', "l/cs.json": "{}\n" };
  const { component } = await connect(admin, files, {
    filemask: "l/*.json",
    template: "l/en.json",
    fileFormat: "json",
  });
  const id = await unitId(component, "cs", "a");
  // As a pull does that finds the key renamed.
  const pull = await pool().connect();
  await pull.query("begin");
  await pull.query("select 1 from units where id = $1 for update", [id]);
  await pull.query(
    "update source_units set context = 'apple', id_hash = 42 where id = (select source_id from units where id = $1)",
    [id],
  );
  const save = editUnit(admin, id, { targets: ["Jablko"], state: 20 });
  await untilWaiting(1, save);
  await pull.query("commit");
  pull.release();
  await save;
  expect(
    await textRows(db, sql`select context, id_hash::text as hash, targets from pending_changes where unit_id = ${id}`),
  ).toEqual([{ context: "apple", hash: "42", targets: ["Jablko"] }]);
});
