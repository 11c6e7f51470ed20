import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { listAlerts } from "@/lib/domain/components/alerts";
import type { ComponentRow } from "@/lib/domain/components/components";
import { sweepAlerts } from "@/lib/domain/diagnostics/sweep";
import { listSuggestions, removeSuggestion } from "@/lib/domain/discussion/suggestions";
import { Invalid, Unauthenticated } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { putBackByAlert, putTakenBack } from "@/lib/domain/lost/taken-back";
import { undoHere } from "@/lib/domain/undo/undo";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Texts that upstream took back by force: an alert tells of them, until they are put back or rejected. */

let admin: Actor;
let petra: Actor;
let pavel: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  pavel = await makePerson("pavel");
});

const catalogue = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const KEYS = { a: "Apple", b: "Bean", c: "Carrot" };

/** A component of which upstream took two texts of Petra and one of Pavel away. */
async function takenBack() {
  const { component, upstream } = await connect(
    admin,
    { "l/en.json": catalogue(KEYS), "l/cs.json": catalogue({ a: "Jablko" }), "notes.txt": "1\n" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false },
  );
  const push = () => performOperation(component.repositoryId, "push");
  const before = upstream.git("rev-parse", "main").trim();
  for (const [actor, key, text] of [
    [petra, "a", "Jablíčko"],
    [petra, "b", "Fazole"],
    [pavel, "c", "Mrkev"],
  ] as const)
    await editUnit(actor, await unitId(component, "cs", key), { targets: [text], state: 20 });
  await push();
  expect(await alertOf(component)).toBeUndefined();
  upstream.git("update-ref", "refs/heads/main", before);
  upstream.commit({ "notes.txt": "2\n" });
  await performOperation(component.repositoryId, "pull");
  return { component, upstream, push };
}

const alertOf = async ({ id }: ComponentRow) =>
  (await listAlerts(id)).find(({ kind }) => kind === "TextsTakenBack")?.details;
const alertId = async ({ id }: ComponentRow, kind: string) =>
  (await listAlerts(id)).find((alert) => alert.kind === kind)?.id ?? 0;
const textsOf = (component: ComponentRow) =>
  Promise.all(
    ["a", "b", "c"].map(async (key) => (await findUnit(admin, await unitId(component, "cs", key))).targets[0]),
  );

describe("texts that upstream took back", () => {
  it("are told of by an alert, put back in their authors' names, and taken away again by undoing", async () => {
    const { component, upstream, push } = await takenBack();
    expect(await alertOf(component)).toEqual({ texts: 3, strings: ["cs: Jablíčko", "cs: Fazole", "cs: Mrkev"] });
    expect(await textsOf(component)).toEqual(["Jablko", "", ""]);
    await expect(putTakenBack(await anonymousActor(), component)).rejects.toThrow(Unauthenticated);
    const { operation, ...outcome } = await putBackByAlert(admin, await alertId(component, "TextsTakenBack"));
    expect(outcome).toEqual({ done: 3, left: 0 });
    expect(await textsOf(component)).toEqual(["Jablíčko", "Fazole", "Mrkev"]);
    expect(await alertOf(component)).toBeUndefined();
    const told = await textRows(
      db,
      sql`select user_id, author_id, target from changes where component_id = ${component.id} and operation_id = ${operation} order by target`,
    );
    expect(told).toEqual([
      { userId: admin.userId, authorId: petra.userId, target: "Fazole" },
      { userId: admin.userId, authorId: petra.userId, target: "Jablíčko" },
      { userId: admin.userId, authorId: pavel.userId, target: "Mrkev" },
    ]);
    await push();
    expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jablíčko", b: "Fazole", c: "Mrkev" });
    await undoHere(admin, operation ?? "", { plan: false });
    expect(await textsOf(component)).toEqual(["Jablko", "", ""]);
    await sweepAlerts({ componentId: component.id });
    expect(await alertOf(component)).toMatchObject({ texts: 3 });
    expect(await counterDrift()).toEqual([]);
  });

  it("are put back where they can be, however many have to stay before them, and at most 200 at once", async () => {
    const numbered = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`k${from + at}`, `Text ${from + at}`]));
    const { component } = await connect(
      admin,
      { "l/en.json": catalogue(numbered(1000, 1610)), "l/cs.json": catalogue({}) },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false },
    );
    const czech = sql`units u join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
      join source_units s on s.id = u.source_id where t.component_id = ${component.id} and l.code = 'cs'`;
    await db.run(sql`
      insert into suggestions (unit_id, user_id, targets, cause)
      select u.id, ${petra.userId}, array['Věta ' || s.context], 'taken-back' from ${czech}`);
    // Those that come first have to stay: 405 of 610.
    await db.run(sql`
      update units set state = ${STATE.READ_ONLY} where id in (select u.id from ${czech} order by u.id limit 405)`);
    const first = await putTakenBack(admin, component);
    expect(first).toMatchObject({ done: 200, left: 410 });
    expect(await putTakenBack(admin, component)).toMatchObject({ done: 5, left: 405 });
    expect(await putTakenBack(admin, component)).toEqual({ operation: null, done: 0, left: 405 });
    const put = await textRows(
      db,
      sql`select count(*)::int as count from ${czech} and u.targets[1] = 'Věta ' || s.context and u.state = ${STATE.TRANSLATED}`,
    );
    expect(put).toEqual([{ count: 205 }]);
  });

  it("are no alert any more when somebody has rejected them", async () => {
    const { component } = await takenBack();
    for (const key of ["a", "b", "c"]) {
      const { rows } = await listSuggestions(
        admin,
        { unitId: await unitId(component, "cs", key) },
        { limit: 10, offset: 0 },
      );
      for (const { id } of rows) await removeSuggestion(admin, id, { text: "", isSpam: false });
    }
    await sweepAlerts({ componentId: component.id });
    expect(await alertOf(component)).toBeUndefined();
    expect(await putTakenBack(admin, component)).toEqual({ operation: null, done: 0, left: 0 });
    await db.run(sql`insert into alerts (component_id, kind) values (${component.id}, 'UnusedComponent')`);
    await expect(putBackByAlert(admin, await alertId(component, "UnusedComponent"))).rejects.toThrow(Invalid);
  });
});
