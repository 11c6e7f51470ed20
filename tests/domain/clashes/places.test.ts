import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { anonymousActor } from "@/lib/domain/access/actor";
import { createCategory } from "@/lib/domain/categories/categories";
import { decideClashes } from "@/lib/domain/clashes/decide";
import { countOpenClashes, listClashes } from "@/lib/domain/clashes/list";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Clashes of a project, a category, a component and their languages. */

let petra: Actor;
let component: ComponentRow;
let slug = "";

const texts = (word: string) => `${JSON.stringify({ a: word })}\n`;

beforeAll(async () => {
  const admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  const made = await connect(
    admin,
    { "l/en.json": texts("Apple"), "l/cs.json": texts("Jablko"), "l/de.json": texts("Apfel") },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false, clashRule: "ask" },
  );
  component = made.component;
  slug = component.project.slug;
  for (const language of ["cs", "de"])
    await editUnit(petra, await unitId(component, language, "a"), { targets: ["here"], state: 20 });
  made.upstream.commit({ "l/cs.json": texts("there"), "l/de.json": texts("there") });
  expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
  const inner = await createCategory(admin, { project: slug, name: "Fruit", slug: "fruit", parentId: null });
  await createCategory(admin, { project: slug, name: "Empty", slug: "empty", parentId: null });
  await db.run(sql`update components set category_id = ${inner.id} where id = ${component.id}`);
});

const at = async (actor: Actor, ...path: string[]) => ({ place: await resolvePath(actor, [slug, ...path]) });
const languagesAt = async (actor: Actor, ...path: string[]) => {
  const { rows, count } = await listClashes(actor, await at(actor, ...path), {}, { limit: 9, offset: 0 });
  expect(count).toBe(rows.length);
  expect(await countOpenClashes(actor, await at(actor, ...path))).toBe(count);
  return rows.map(({ languageCode }) => languageCode).sort();
};

describe("clashes of a place", () => {
  it("are those of its components and its language, for visitors as well", async () => {
    for (const actor of [petra, await anonymousActor()]) {
      for (const path of [[], ["fruit"], ["fruit", "app"]])
        expect(await languagesAt(actor, ...path)).toEqual(["cs", "de"]);
      for (const path of [
        ["-", "cs"],
        ["fruit", "app", "cs"],
      ])
        expect(await languagesAt(actor, ...path)).toEqual(["cs"]);
      expect(await languagesAt(actor, "empty")).toEqual([]);
    }
  });

  it("leave out those of restricted components", async () => {
    await db.run(sql`update components set restricted = true where id = ${component.id}`);
    try {
      for (const path of [[], ["fruit"], ["-", "cs"]]) expect(await languagesAt(petra, ...path)).toEqual([]);
    } finally {
      await db.run(sql`update components set restricted = false where id = ${component.id}`);
    }
  });

  it("are decided from there, and none of another place", async () => {
    const { rows } = await listClashes(petra, await at(petra), {}, { limit: 9, offset: 0 });
    const ids = rows.map(({ id }) => id);
    expect(await decideClashes(petra, await at(petra, "empty"), { ids }, { text: "ours" })).toMatchObject({
      decided: [],
    });
    const czech = await decideClashes(petra, await at(petra, "-", "cs"), { ids }, { text: "ours" });
    expect(czech.decided).toHaveLength(1);
    expect(await countOpenClashes(petra, await at(petra))).toBe(1);
    const again = await decideClashes(petra, await at(petra), { ids }, { text: "theirs" });
    expect(again).toMatchObject({
      decided: [expect.any(Number)],
      skipped: [{ reason: "decided", message: "This clash has been decided already.", said: { key: "clashDecided" } }],
    });
  });
});
