import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { performPlan, startPlan } from "@/lib/domain/bulk/apply";
import { makePlan } from "@/lib/domain/bulk/plan";
import { recentChanges } from "@/lib/domain/changes/list";
import type { ComponentRow } from "@/lib/domain/components/components";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { undoHere } from "@/lib/domain/undo/undo";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { revertTo } from "@/lib/domain/units/revert";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";
import { FORMATS, type Texts, type TwoFormat } from "../../support/two-formats";

/** Earlier texts of strings are put back, one, or all that somebody wrote. */

const [PO] = FORMATS as [TwoFormat];
const TEXTS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "", Close: "Zavřít" };

let petra: Actor;
let jan: Actor;
let eva: Actor;
let component: ComponentRow;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  jan = await makePerson("jan", { superuser: true });
  eva = await makePerson("eva");
  ({ component } = await connect(petra, PO.files({ cs: TEXTS }), {
    ...PO.settings,
    manageUnits: true,
    pushOnCommit: false,
  }));
  await db.run(sql`update projects set translation_review = true where id = ${component.projectId}`);
  eva = (await loadActor(eva.userId)) as Actor;
});

const save = async (source: string, text: string, actor = jan, state = text === "" ? 0 : 20) =>
  editUnit(actor, await unitId(component, "cs", source), { targets: [text], state });
const unit = async (source: string) => findUnit(petra, await unitId(component, "cs", source));
/** The newest line of a string with this text. */
const lineOf = async (source: string, text: string): Promise<number> => {
  const id = await unitId(component, "cs", source);
  const rows = await recentChanges(petra, { unitId: id }, 50);
  return rows.find(({ target }) => target === text)?.id ?? 0;
};

describe("one earlier text", () => {
  it("comes back with its state, is told as reverting, and does nothing the second time", async () => {
    await save("Quit", "Ukončit", jan, 10);
    await save("Quit", "Odejít");
    const line = await lineOf("Quit", "Ukončit");
    expect(await revertTo(petra, line)).toMatchObject({ targets: ["Ukončit"], state: 10, pending: true });
    const [newest] = await recentChanges(petra, { unitId: (await unit("Quit")).id }, 1);
    expect(newest).toMatchObject({
      action: 8,
      username: "petra",
      target: "Ukončit",
      old: "Odejít",
      details: { reverted_to: line },
    });
    const { version } = await unit("Quit");
    expect((await revertTo(petra, line)).version).toBe(version);
    expect(await counterDrift()).toEqual([]);
  });

  it("comes back approved for those who may approve, and translated for others", async () => {
    await save("Open", "Otevřete", petra, 30);
    const line = await lineOf("Open", "Otevřete");
    await save("Open", "Otevři", petra);
    expect(await revertTo(eva, line)).toMatchObject({ targets: ["Otevřete"], state: 20 });
    await save("Open", "Otevři", petra);
    expect(await revertTo(petra, line)).toMatchObject({ state: 30 });
    // Now it is approved, and not hers to change.
    await expect(revertTo(eva, await lineOf("Open", "Otevři"))).rejects.toThrow("approved");
  });

  it("does not write over what somebody has saved meanwhile", async () => {
    await save("Close", "Zavřete");
    const line = await lineOf("Close", "Zavřete");
    await save("Close", "Zavři");
    const { version } = await unit("Close");
    await save("Close", "Uzavřít", petra);
    await expect(revertTo(jan, line, { baseVersion: version })).rejects.toMatchObject({
      name: "Conflict",
      current: { targets: ["Uzavřít"] },
    });
    expect(await unit("Close")).toMatchObject({ targets: ["Uzavřít"] });
  });

  it("is refused for changes of something else, of nothing, and of strings that are gone", async () => {
    const id = await unitId(component, "cs", "Close");
    await db.run(
      sql`insert into changes (action, cause, component_id, project_id, unit_id, target) values (3, 'person', ${component.id}, ${component.projectId}, ${id}, 'Why?')`,
    );
    await expect(revertTo(petra, await lineOf("Close", "Why?"))).rejects.toMatchObject({ name: "Invalid" });
    await expect(revertTo(petra, 999_999_999)).rejects.toMatchObject({ name: "NotFound" });
    await save("Save", "Uložit");
    const line = await lineOf("Save", "Uložit");
    await removeUnit(petra, await unitId(component, "en", "Save"));
    await expect(revertTo(petra, line)).rejects.toThrow("no longer there");
  });
});

describe("all that somebody wrote since a day", () => {
  const revert = async (user: string, since: string) => {
    const place = await resolvePath(petra, [component.project.slug]);
    const plan = await makePlan(petra, place, { wish: { act: "revert", user, since } });
    await startPlan(petra, plan);
    return { plan, done: await performPlan({ plan: plan.id, user: petra.userId, cause: "person" }) };
  };

  it("becomes what it was before; what others did since stays, as does what that person did before", async () => {
    const zoe = await makePerson("zoe", { superuser: true });
    await save("Quit", "Konec A", jan);
    await save("Quit", "Konec Z1", zoe, 10);
    await save("Open", "Otevřít Z", zoe);
    await save("Close", "Zavřít Z", zoe);
    const since = new Date().toISOString();
    await save("Quit", "Konec J", jan, 10);
    await save("Quit", "Konec Z2", zoe, 10);
    await save("Quit", "Konec Z3", zoe);
    await save("Close", "Zavřít Z2", zoe);
    await save("Close", "Zavřít J", jan);
    const { plan, done } = await revert("Zoe", since);
    expect(plan).toMatchObject({ strings: 1, counts: { skipped: { changed: 1 } } });
    expect(done).toMatchObject({ changed: 1 });
    expect(await unit("Quit")).toMatchObject({ targets: ["Konec J"], state: 10 });
    expect(await unit("Open")).toMatchObject({ targets: ["Otevřít Z"] });
    expect(await unit("Close")).toMatchObject({ targets: ["Zavřít J"] });
    const line = await textRow(
      db,
      sql`select action from changes where unit_id = ${(await unit("Quit")).id} order by id desc limit 1`,
    );
    expect(line).toEqual({ action: 8 });
    expect(await undoHere(petra, plan.id, { plan: false })).toMatchObject({ restored: 1 });
    expect(await unit("Quit")).toMatchObject({ targets: ["Konec Z3"], state: 20 });
    expect(await counterDrift()).toEqual([]);
  });

  it("is refused for nobody and for a day that is none", async () => {
    await expect(revert("nobody-of-this-name", "yesterday")).rejects.toMatchObject({
      fields: [{ path: "since" }, { path: "user", code: "does_not_exist" }],
    });
  });
});
