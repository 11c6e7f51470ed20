import { beforeAll, describe, expect } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { listOperations } from "@/lib/domain/undo/operations";
import { undoHere } from "@/lib/domain/undo/undo";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { fileDrift } from "../../support/differences";
import type { Upstream } from "../../support/git";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { FORMATS, type Texts } from "../../support/two-formats";

/** Files that were written anew from the database get their bytes back. */

let petra: Actor;
let jan: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  jan = await makePerson("jan", { superuser: true });
});

const TEXTS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "Uložit", Close: "" };

/** As after an accident: a text of the database that no file has and that nothing waits for. */
const astray = async (component: ComponentRow, source: string, text: string) =>
  db.run(sql`update units set targets = array[${text}] where id = ${await unitId(component, "cs", source)}`);
const textOf = async (component: ComponentRow, source: string) =>
  (await findUnit(petra, await unitId(component, "cs", source))).targets[0];

describe.each(FORMATS)("in $name", (format) => {
  const it = inTurn(FORMATS.indexOf(format), FORMATS.length);
  const begin = () => connect(petra, format.files({ cs: TEXTS }), format.settings);
  /** The file without what a header of PO says of the commit itself. */
  const file = (upstream: Upstream) =>
    upstream.read(format.path("cs")).replace(/^msgid ""\nmsgstr ""\n(?:".*"\n)+/, "");
  const listed = async (component: ComponentRow) => (await listOperations(petra, { component }, { limit: 50 })).rows;

  async function synced(component: ComponentRow): Promise<string> {
    expect(await performOperation(component.repositoryId, "file-sync")).toEqual({ result: true });
    const [row] = await listed(component);
    expect(row).toMatchObject({ kind: "repository", details: { name: "file-sync" }, undoable: true });
    return row?.id ?? "";
  }

  it("by a new commit, to the byte, and the strings say the same", async () => {
    const { component, upstream } = await begin();
    const before = file(upstream);
    await astray(component, "Quit", "Skončit");
    await astray(component, "Open", "Otevři");
    const operation = await synced(component);
    expect(format.read(upstream, "cs")).toMatchObject({ Quit: "Skončit", Open: "Otevři" });
    const after = file(upstream);
    const commits = upstream.git("rev-list", "--count", "main").trim();
    const plan = await undoHere(petra, operation, { plan: true });
    expect(plan).toMatchObject({ operation: null, restored: 2, skipped: 0 });
    expect(await textOf(component, "Quit")).toBe("Skončit");
    const undone = await undoHere(petra, operation, { plan: false });
    expect(undone).toMatchObject({ restored: 2, skipped: 0 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(file(upstream)).toBe(before);
    expect(Number(upstream.git("rev-list", "--count", "main"))).toBe(Number(commits) + 1);
    expect(await textOf(component, "Quit")).toBe("Konec");
    expect(await fileDrift(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
    // The undo is an operation as well.
    await undoHere(petra, undone.operation ?? "", { plan: false });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(file(upstream)).toBe(after);
    expect(await fileDrift(component)).toEqual([]);
  });

  it("but for what somebody has saved since", async () => {
    const { component, upstream } = await begin();
    await astray(component, "Quit", "Skončit");
    await astray(component, "Open", "Otevři");
    const operation = await synced(component);
    const quit = await unitId(component, "cs", "Quit");
    await editUnit(jan, quit, { targets: ["Ukončit"], state: 20 });
    expect(await undoHere(petra, operation, { plan: false })).toMatchObject({
      ...{ restored: 1, skipped: 1 },
      left: [{ unit: quit, reason: "changed" }],
    });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(format.read(upstream, "cs")).toEqual({ ...TEXTS, Quit: "Ukončit" });
    expect(await fileDrift(component)).toEqual([]);
  });

  it("while edits that had waited only, and files that agree, leave nothing to take back", async () => {
    const { component, upstream } = await begin();
    await editUnit(jan, await unitId(component, "cs", "Quit"), { targets: ["Ukončit"], state: 20 });
    expect(await performOperation(component.repositoryId, "file-sync")).toEqual({ result: true });
    expect(format.read(upstream, "cs")).toMatchObject({ Quit: "Ukončit" });
    expect(await performOperation(component.repositoryId, "file-sync")).toEqual({ result: true });
    expect(await listed(component)).toEqual([]);
  });
});
