import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { setLock } from "@/lib/domain/components/components";
import { loadContext } from "@/lib/domain/editor/context";
import { draftsOf, keepDraft } from "@/lib/domain/editor/drafts";
import { saveString } from "@/lib/domain/editor/save-string";
import { Forbidden, Unauthenticated } from "@/lib/domain/errors";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

let admin: Actor;
let petra: Actor;
let jan: Actor;
let component: ComponentRow;
let id: number;

const PO = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Quit"
msgstr "Konec"
`;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  jan = await makePerson("jan");
});

beforeEach(async () => {
  ({ component } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  id = await unitId(component, "cs", "Quit");
});

const save = (actor: Actor, target: string, baseVersion: number, state = 20) =>
  saveString(actor, { unitId: id, targets: [target], state, baseVersion, accountId: actor.userId });

const lines = () =>
  textRows<{ target: string; userId: number }>(
    db,
    sql`select target, user_id from changes where unit_id = ${id} and action in (2, 5, 36, 37) order by id`,
  );

describe("a save from the editor", () => {
  it("stores the text, and its draft has done its work", async () => {
    await keepDraft(petra, id, { targets: ["Ukonč"], baseVersion: 1 });
    const outcome = await save(petra, "Ukončit", 1);
    expect(outcome).toMatchObject({
      kind: "saved",
      unit: { targets: ["Ukončit"], state: 20, version: 2 },
      adjusted: [],
    });
    expect((await draftsOf(petra, [id])).size).toBe(0);
  });

  it("sent twice writes one line, also when the service corrected the text", async () => {
    await save(petra, "Ukončit  ", 1);
    const again = await save(petra, "Ukončit  ", 1);
    expect(again).toMatchObject({ kind: "saved", unit: { targets: ["Ukončit"], version: 2 } });
    expect(await lines()).toEqual([{ target: "Ukončit", userId: petra.userId }]);
  });

  it("names the corrections that were made", async () => {
    expect(await save(petra, " Ukončit", 1)).toMatchObject({ kind: "saved", adjusted: [expect.any(String)] });
  });

  it("over one's own other tab is no conflict", async () => {
    await save(petra, "Ukončit", 1);
    expect(await save(petra, "Zavřít", 1)).toMatchObject({ kind: "saved", unit: { targets: ["Zavřít"], version: 3 } });
    expect((await lines()).map((line) => line.target)).toEqual(["Ukončit", "Zavřít"]);
  });

  it("over somebody else's text is given back with it, and nothing is stored", async () => {
    await editUnit(jan, id, { targets: ["Zavřít"], state: 20 });
    const outcome = await save(petra, "Ukončit", 1);
    expect(outcome).toMatchObject({
      kind: "conflict",
      current: { targets: ["Zavřít"], version: 2 },
      by: { name: "Jan" },
    });
    expect((await findUnit(petra, id)).targets).toEqual(["Zavřít"]);
    expect(await save(petra, "Ukončit", 2)).toMatchObject({ kind: "saved" });
  });

  it("is a conflict too when others wrote between one's own two saves", async () => {
    await save(petra, "Ukončit", 1);
    await editUnit(jan, id, { targets: ["Zavřít"], state: 20 });
    await editUnit(petra, id, { targets: ["Odejít"], state: 20 });
    expect(await save(petra, "Pryč", 2)).toMatchObject({ kind: "conflict" });
  });

  it("sent again after others went on from it leaves their text alone", async () => {
    await save(petra, "Ukončit ", 1);
    await editUnit(jan, id, { targets: ["Zavřít"], state: 20 });
    expect(await save(petra, "Ukončit ", 1)).toMatchObject({
      kind: "saved",
      unit: { targets: ["Zavřít"], version: 3 },
    });
    expect(await lines()).toHaveLength(2);
  });

  it("of the text that somebody else saved meanwhile merges silently", async () => {
    await editUnit(jan, id, { targets: ["Zavřít"], state: 20 });
    expect(await save(petra, "Zavřít", 1)).toMatchObject({ kind: "saved", unit: { version: 2 } });
    expect(await lines()).toEqual([{ target: "Zavřít", userId: jan.userId }]);
  });

  it("is refused without the account that typed it", async () => {
    const input = { unitId: id, targets: ["Ukončit"], state: 20, baseVersion: 1, accountId: petra.userId };
    await expect(saveString(await anonymousActor(), input)).rejects.toThrow(Unauthenticated);
    await expect(saveString(jan, input)).rejects.toThrow(Unauthenticated);
    expect((await findUnit(petra, id)).targets).toEqual(["Konec"]);
  });

  it("is refused with the reason while the component is locked, and the draft stays", async () => {
    await keepDraft(petra, id, { targets: ["Ukončit"], baseVersion: 1 });
    await setLock(admin, component, true, "release");
    await expect(save(petra, "Ukončit", 1)).rejects.toThrow(Forbidden);
    expect((await draftsOf(petra, [id])).get(id)?.targets).toEqual(["Ukončit"]);
  });
});

describe("what stands beside a string", () => {
  it("is its history with states, its suggestions and its other languages", async () => {
    await editUnit(petra, id, { targets: ["Ukončit"], state: 20 });
    await editUnit(jan, id, { targets: ["Zavřít"], state: 10 });
    await db.run(sql`insert into suggestions (unit_id, user_id, targets) values (${id}, ${jan.userId}, '{Pryč}')`);
    await db.run(sql`update units set suggested = true where id = ${id}`);
    const context = await loadContext(petra, id);
    expect(context.history.slice(0, 2)).toMatchObject([
      { who: "Jan", before: ["Ukončit"], after: ["Zavřít"], states: [20, 10] },
      { who: "Petra", before: ["Konec"], after: ["Ukončit"] },
    ]);
    expect(context.suggestions).toMatchObject([{ author: "Jan", targets: ["Pryč"], votes: 0 }]);
    expect(context.languages).toEqual([]);
  });
});
