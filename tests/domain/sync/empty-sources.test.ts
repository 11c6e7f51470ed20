import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { fileDifferences } from "@/lib/domain/integrate/file-differences";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, rawSql, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Keys of a base file that say nothing are no strings. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const json = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const begin = (en: Record<string, string>, cs: Record<string, string>) =>
  connect(
    admin,
    { "l/en.json": json(en), "l/cs.json": json(cs) },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false },
  );
const operate = async (component: ComponentRow, operation: "pull" | "push") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });

const strings = (component: ComponentRow) =>
  textRows<{ language: string; context: string; state: number }>(
    db,
    sql`select l.code as language, s.context, u.state from units u join source_units s on s.id = u.source_id
      join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
      where t.component_id = ${component.id} order by l.code, s.context`,
  );

async function agree(component: ComponentRow): Promise<void> {
  const differences = await withWorkingCopy(component.repositoryId, fileDifferences);
  expect(differences.filter(({ kind }) => kind !== "mark")).toEqual([]);
  expect(await counterDrift()).toEqual([]);
}

it("are not shown and not counted, until they say something", async () => {
  const { component, upstream } = await begin({ a: "Apple", later: "" }, { a: "Jablko", later: "Hrách" });
  expect(await strings(component)).toEqual([
    { language: "cs", context: "a", state: 20 },
    expect.objectContaining({ language: "en", context: "a" }),
  ]);
  await agree(component);
  upstream.commit({ "l/en.json": json({ a: "Apple", later: "Pea" }) });
  await operate(component, "pull");
  expect(await findUnit(admin, await unitId(component, "cs", "later"))).toMatchObject({
    targets: ["Hrách"],
    state: 20,
  });
  upstream.commit({ "l/en.json": json({ a: "", later: "Pea" }) });
  await operate(component, "pull");
  expect((await strings(component)).map(({ context }) => context)).toEqual(["later", "later"]);
  expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jablko", later: "Hrách" });
  await agree(component);
});

it("leave without a clash where they were emptied here", async () => {
  const { component, upstream } = await begin({ a: "Apple", b: "Bean" }, { a: "Jablko", b: "Bob" });
  await editUnit(admin, await unitId(component, "en", "b"), { targets: [""], state: 0 });
  await operate(component, "push");
  expect(JSON.parse(upstream.read("l/en.json"))).toEqual({ a: "Apple", b: "" });
  expect((await strings(component)).map(({ context }) => context)).toEqual(["a", "a"]);
  expect(await textRows(db, sql`select id from clashes where component_id = ${component.id}`)).toEqual([]);
  await agree(component);
});

it("leave with the next pull where they were strings before", async () => {
  const { component, upstream } = await begin({ a: "Apple", b: "Bean" }, { a: "Jablko", b: "Bob" });
  // As it was read once: a string whose source says nothing, of a base file that says so.
  const empty = json({ a: "Apple", b: "" });
  await db.run(sql`update source_units set sources = '{""}' where component_id = ${component.id} and context = 'b'`);
  await db.run(sql`
    update file_snapshots set content = ${gzipSync(empty)} from translations t
    where t.id = translation_id and t.is_source and t.component_id = ${component.id}`);
  const name = readdirSync("prisma/migrations").find((folder) => folder.endsWith("_empty_sources"));
  await db.run(rawSql(readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8")));
  const marked = await textRows<{ path: string }>(
    db,
    sql`select f.path from file_snapshots f join translations t on t.id = f.translation_id
      where t.component_id = ${component.id} and f.blob = ''`,
  );
  expect(marked).toEqual([{ path: "l/en.json" }]);
  upstream.commit({ "l/en.json": empty });
  await operate(component, "pull");
  expect((await strings(component)).map(({ context }) => context)).toEqual(["a", "a"]);
  await agree(component);
});
