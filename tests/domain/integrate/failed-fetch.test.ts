import { renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { listAlerts } from "@/lib/domain/components/alerts";
import { type ComponentRow, findComponentById, setLock } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { copyFolder } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import type { Upstream } from "../../support/git";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

let admin: Actor;
let petra: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const FILES = { "l/en.json": '{\n  "a": "Apple"\n}\n', "l/cs.json": "{}\n" };
const SETTINGS = { filemask: "l/*.json", template: "l/en.json", newBase: "l/en.json", fileFormat: "json" } as const;

const pull = ({ repositoryId }: ComponentRow) => performOperation(repositoryId, "pull");
const anew = ({ id }: ComponentRow) => findComponentById(admin, id);
const alertOf = async ({ id }: ComponentRow) => (await listAlerts(id)).find(({ kind }) => kind === "UpdateFailure");
const lockLines = async ({ id }: ComponentRow) =>
  textRows<{ action: number; details: { auto?: boolean } }>(
    db,
    sql`select action, details from changes where component_id = ${id} and action in (${ACTION.COMPONENT_LOCKED}, ${ACTION.COMPONENT_UNLOCKED}) order by id`,
  );

/** Takes upstream away; gives the way back. */
function away({ url }: Upstream): () => void {
  const path = url.startsWith("file:") ? fileURLToPath(url) : url;
  renameSync(path, `${path}-away`);
  return () => renameSync(`${path}-away`, path);
}

describe("a fetch that fails", () => {
  it("locks a component that asks for it until upstream answers again, and holds no translator up", async () => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, autoLockError: true });
    const back = away(upstream);
    expect(await pull(component)).toMatchObject({ result: false });
    expect(await pull(component)).toMatchObject({ result: false });
    const locked = await anew(component);
    expect(locked).toMatchObject({ locked: true, lockedAuto: true });
    expect(locked.lockReason).not.toBe("");
    expect(await alertOf(component)).toBeDefined();
    await editUnit(petra, await unitId(component, "cs", "a"), { targets: ["Jablko"], state: 20 });

    back();
    expect(await pull(component)).toMatchObject({ result: true });
    expect(await anew(component)).toMatchObject({ locked: false, lockedAuto: false, lockReason: "" });
    expect(await alertOf(component)).toBeUndefined();
    expect(await lockLines(component)).toMatchObject([
      { action: ACTION.COMPONENT_LOCKED, details: { auto: true } },
      { action: ACTION.COMPONENT_UNLOCKED, details: { auto: true } },
    ]);
  });

  it("locks nothing where that is switched off", async () => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, autoLockError: false });
    away(upstream);
    expect(await pull(component)).toMatchObject({ result: false });
    expect(await anew(component)).toMatchObject({ locked: false });
    expect(await alertOf(component)).toBeDefined();
    expect(await lockLines(component)).toEqual([]);
  });

  it("leaves a person's lock as it is, and so does the next one that works", async () => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, autoLockError: true });
    await setLock(admin, component, true, "moving house");
    const back = away(upstream);
    await pull(component);
    back();
    await pull(component);
    expect(await anew(component)).toMatchObject({ locked: true, lockedAuto: false, lockReason: "moving house" });
  });

  it("counts as one when the working copy was lost and cannot be cloned", async () => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, autoLockError: true });
    rmSync(copyFolder(component.repositoryId), { recursive: true });
    const back = away(upstream);
    expect(await pull(component)).toMatchObject({ result: false });
    expect(await anew(component)).toMatchObject({ locked: true, lockedAuto: true });
    back();
    expect(await performOperation(component.repositoryId, "commit")).toMatchObject({ result: true });
    expect(await anew(component)).toMatchObject({ locked: false });
    expect(await alertOf(component)).toBeUndefined();
  });
});
