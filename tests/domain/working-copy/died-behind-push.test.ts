import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { commitPending } from "@/lib/domain/integrate/commit";
import { performOperation } from "@/lib/domain/integrate/operations";
import { updateRepository } from "@/lib/domain/integrate/update";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { copyFolder, dropWorkingCopy, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { oneOf } from "../../support/combinations";
import { fileDrift } from "../../support/differences";
import { git } from "../../support/git";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** A process that dies when upstream has its commits, and nothing of that is written down. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const catalogue = (a: string, b: string) => `${JSON.stringify({ a, b }, null, 2)}\n`;
const STYLES = ["rebase", "merge", "merge_noff"];
const COPIES = ["is there", "is lost"];

it.each(COPIES.flatMap((copy, turn) => oneOf(STYLES, turn).map((style) => [style, copy] as const)))(
  "leaves one commit of each text: %s, the copy %s",
  async (mergeStyle, copy) => {
    const { component, upstream } = await connect(
      petra,
      { "l/en.json": catalogue("Apple", "Bean"), "l/cs.json": catalogue("", "") },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false, mergeStyle },
    );
    const { repositoryId } = component;
    const save = async (key: string, text: string) =>
      editUnit(petra, await unitId(component, "cs", key), { targets: [text], state: 20 });
    // What waits keeps its order behind what was kept.
    await save("b", "Bob");
    expect(await performOperation(repositoryId, "commit")).toEqual({ result: true });
    await save("a", "Jablko");
    const dying = withWorkingCopy(repositoryId, async (checkout) => {
      await commitPending(checkout);
      git(copyFolder(repositoryId), "push", "--quiet", upstream.url, "HEAD:main");
      await db.run(sql`update repositories set lease_owner = 'somebody who died' where id = ${repositoryId}`);
      throw new Error("killed");
    });
    await expect(dying).rejects.toThrow("killed");
    if (copy === "is lost") await dropWorkingCopy(repositoryId);
    await save("b", "Fazole");
    expect(await performOperation(repositoryId, "push")).toEqual({ result: true });
    const added = upstream.git("log", "--no-merges", "-p", "--format=", "main").match(/^\+.*$/gm) ?? [];
    expect(["Jablko", "Bob", "Fazole"].map((text) => added.filter((line) => line.includes(text)).length)).toEqual([
      1, 1, 1,
    ]);
    expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jablko", b: "Fazole" });
    expect(await fileDrift(component)).toEqual([]);
    const waiting = sql`select p.id from pending_changes p join translations t on t.id = p.translation_id where t.component_id = ${component.id}`;
    expect(await textRows(db, waiting)).toEqual([]);
  },
);

it.each(
  (["pull", "commit"] as const).flatMap((first, turn) =>
    oneOf(STYLES, turn + 1).map((style) => [style, first] as const),
  ),
)("goes on where one died behind its pull, by %s, first of all with a %s", async (mergeStyle, first) => {
  const { component, upstream } = await connect(
    petra,
    { "l/en.json": catalogue("Apple", "Bean"), "l/cs.json": catalogue("", "") },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false, mergeStyle },
  );
  const { repositoryId } = component;
  upstream.commit({ "l/cs.json": catalogue("Jablko", "") });
  const dying = withWorkingCopy(repositoryId, async (checkout) => {
    await updateRepository(checkout);
    await db.run(sql`update repositories set lease_owner = 'somebody who died' where id = ${repositoryId}`);
    throw new Error("killed");
  });
  await expect(dying).rejects.toThrow("killed");
  await dropWorkingCopy(repositoryId);
  await editUnit(petra, await unitId(component, "cs", "b"), { targets: ["Fazole"], state: 20 });
  for (const operation of [first, "push"] as const) {
    expect(await performOperation(repositoryId, operation)).toEqual({ result: true });
    expect(await findUnit(petra, await unitId(component, "cs", "a"))).toMatchObject({ targets: ["Jablko"] });
  }
  expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jablko", b: "Fazole" });
  expect(await fileDrift(component)).toEqual([]);
  const told = sql`select c.id from changes c where c.component_id = ${component.id} and c.details ? 'rewritten'`;
  expect(await textRows(db, told)).toEqual([]);
});
