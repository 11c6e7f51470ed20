import { beforeAll, expect, it } from "vitest";
import { listedOperations, undone } from "@/lib/cli/undo";
import type { Actor } from "@/lib/domain/access/actor";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findUnit } from "@/lib/domain/units/units";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { FORMATS, type TwoFormat } from "../../support/two-formats";

/** What the operator's command line says of operations, and undoes. */

const [PO] = FORMATS as [TwoFormat];
let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

it("lists operations, tells what undoing one would do, and undoes it in somebody's name", async () => {
  const { component, upstream } = await connect(petra, PO.files({ cs: { Quit: "Konec", Open: "" } }), PO.settings);
  const path = `${component.project.slug}/app`;
  expect(await listedOperations(path)).toBe("No operation has changed strings in the last 30 days.");
  upstream.commit(PO.files({ cs: { Quit: "Ukončit", Open: "" } }), "Polish");
  await performOperation(component.repositoryId, "pull");
  const [line = "", ...others] = (await listedOperations(path)).split("\n");
  expect(others).toEqual([]);
  const told = /^([0-9a-f-]{36}) {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}repository pull {2}- {2}cs 1$/.exec(line);
  expect(told, line).not.toBe(null);
  const id = told?.[1] ?? "";
  const text = async () => (await findUnit(petra, await unitId(component, "cs", "Quit"))).targets;
  expect(await undone(id, { plan: true })).toBe("It would be: 1 restored, 0 returned, 0 removed, 0 left as they are.");
  expect(await text()).toEqual(["Ukončit"]);
  expect(await undone(id, { plan: false, username: "petra" })).toMatch(
    /^Done: 1 restored, 0 returned, 0 removed, 0 left as they are\.\nTo take this back: undo [0-9a-f-]{36}$/,
  );
  expect(await text()).toEqual(["Konec"]);
  expect(await listedOperations(path)).toMatch(/undo pull {2}petra {2}cs 1\n.+ {2}undone by [0-9a-f-]{36}$/);
  await expect(undone(id, { plan: false })).rejects.toMatchObject({ name: "Conflict" });
  await expect(listedOperations("app")).rejects.toMatchObject({ name: "Invalid" });
});
