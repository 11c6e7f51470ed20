import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { Forbidden, Invalid } from "@/lib/domain/errors";
import { actOnRepositories } from "@/lib/domain/integrate/act-on-repositories";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** One act on the repositories that somebody ticked. */

let admin: Actor;
const made: ComponentRow[] = [];
const PO = 'msgid ""\nmsgstr "Language: cs\\n"\n\nmsgid "Quit"\nmsgstr ""\n';

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  for (let at = 0; at < 2; at++) {
    const { component } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    made.push(component);
  }
});

const tasks = () =>
  textRows<{ operation: string; component: number }>(
    db,
    sql`select payload->>'operation' as operation, component_id as component from tasks
      where kind = 'repository-operation' order by component_id`,
  );

it("starts one task for each repository, and none where somebody may not do it to one of them", async () => {
  const ids = made.map(({ id }) => id);
  const reader = await makePerson("reader");
  await expect(actOnRepositories(reader, ids, "pull")).rejects.toThrow(Forbidden);
  expect(await tasks()).toEqual([]);
  expect(await actOnRepositories(admin, [...ids, 2_000_000], "pull")).toBe(2);
  expect(await tasks()).toEqual(ids.map((component) => ({ operation: "pull", component })));
});

it("locks and unlocks, and asks for a row", async () => {
  const ids = made.map(({ id }) => id);
  expect(await actOnRepositories(admin, ids.slice(0, 1), "lock")).toBe(1);
  const locked = () => textRows(db, sql`select id from components where locked`);
  expect(await locked()).toEqual([{ id: ids[0] }]);
  expect(await actOnRepositories(admin, ids, "unlock")).toBe(1);
  expect(await locked()).toEqual([]);
  for (const none of [[], [2_000_000], new Array(1001).fill(1)])
    await expect(actOnRepositories(admin, none, "lock")).rejects.toThrow(Invalid);
});
