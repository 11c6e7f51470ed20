import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type Act, type HistoryQuery, readHistory } from "@/lib/domain/changes/history";
import { asOperation } from "@/lib/domain/changes/operations";
import { record } from "@/lib/domain/changes/record";
import type { ComponentRow } from "@/lib/domain/components/components";
import { changes, components } from "@/lib/generated/tables";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Lines of a kind that folds or does not, put into the ledger at a minute of one day. */

let admin: Actor;
let jana: Actor;
let component: ComponentRow;
let translation: number;

const FILE = `${JSON.stringify({ hello: "Hello" })}\n`;
const at = (minute: number) => new Date(Date.UTC(2031, 4, 6, 8, minute));

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  jana = await makePerson("jana");
  ({ component } = await connect(
    admin,
    { "l/en.json": FILE, "l/cs.json": "{}\n" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
  translation = 424_242;
  // Lines are put at moments of their own.
  await db.run(sql`alter table changes disable trigger user`);
});

interface Line {
  minute: number;
  actor?: Actor;
  action?: number;
  unit?: number;
  cause?: "person" | "upload" | "repository";
  operation?: string;
  at?: Date;
}

async function put(lines: readonly Line[]): Promise<void> {
  for (const { minute, actor = jana, action = 5, unit = null, cause = "person", operation = null, ...line } of lines)
    await inTransaction(async (tx) => {
      await record(tx, actor, [
        {
          action,
          cause,
          operationId: operation,
          projectId: component.projectId,
          componentId: component.id,
          translationId: unit === null ? null : translation,
          unitId: unit,
          target: `text ${minute}`,
        },
      ]);
      await tx.run(sql`
        update ${changes} set at = ${line.at ?? at(minute)} where ${changes.id} = (select max(id) from changes)`);
    });
}

const since = { componentId: 0, after: new Date(Date.UTC(2031, 0, 1)) };

/** Everything, page by page. */
async function walk(actor: Actor, query: Partial<HistoryQuery> = {}): Promise<{ acts: Act[]; pages: number }> {
  const acts: Act[] = [];
  let after: string | undefined;
  for (let pages = 1; ; pages++) {
    const page = await readHistory(actor, {
      ...query,
      filter: { ...since, componentId: component.id, ...query.filter },
      after,
    });
    acts.push(...page.acts);
    if (!page.next) return { acts, pages };
    after = page.next;
  }
}

const shape = (acts: readonly Act[]) => acts.map(({ count, rows }) => [count, rows[0]?.target]);

describe("the history", () => {
  it("folds what belongs together and nothing else", async () => {
    const { result: operation } = await asOperation(
      admin,
      { kind: "upload", details: { name: "translate", needs: [], components: [component.id] } },
      async (id) => id,
    );
    await put([
      { minute: 0, unit: 1 },
      { minute: 1, unit: 2, cause: "upload", operation },
      { minute: 2, unit: 2 },
      // Somebody else saves in between.
      { minute: 3, unit: 2, actor: admin },
      { minute: 4, unit: 3, cause: "upload", operation },
      { minute: 5, action: 17, cause: "repository" },
      { minute: 6, action: 17, cause: "repository" },
      { minute: 7, action: 18, cause: "repository" },
      { minute: 8, action: 95 },
      { minute: 9, action: 95 },
      // An hour later is another sitting.
      { minute: 90, unit: 4 },
    ]);
    const { acts } = await walk(admin);
    expect(shape(acts)).toEqual([
      [1, "text 90"],
      [1, "text 9"],
      [1, "text 8"],
      [1, "text 7"],
      [2, "text 6"],
      [2, "text 4"],
      [1, "text 3"],
      [2, "text 2"],
    ]);
    expect(acts.find((act) => act.operation === operation)?.rows).toHaveLength(2);
    expect((await walk(admin, { each: true })).acts).toHaveLength(11);
  });

  it("shows an act that is longer than a page once, with its count, and everything beside it", async () => {
    const operation = "7d0a3c1e-0000-4000-8000-00000000000a";
    const day = new Date(Date.UTC(2032, 0, 2));
    await inTransaction(async (tx) => {
      await record(
        tx,
        jana,
        Array.from({ length: 1500 }, (_, index) => ({
          action: 9,
          cause: "upload" as const,
          operationId: operation,
          projectId: component.projectId,
          componentId: component.id,
          translationId: translation,
          unitId: 1000 + index,
          target: `uploaded ${index}`,
        })),
      );
      // Eighty other changes, spread over the same hours and later ones.
      await record(
        tx,
        admin,
        Array.from({ length: 80 }, (_, index) => ({
          action: 95,
          projectId: component.projectId,
          componentId: component.id,
          target: `setting ${index}`,
        })),
      );
      await tx.run(sql`
        update ${changes} set at = ${day}::timestamptz + (select make_interval(secs => ${changes.unitId} * 10))
        where ${changes.operationId} = ${operation}::uuid`);
      await tx.run(sql`
        update ${changes} set at = ${day}::timestamptz + make_interval(mins => substr(${changes.target}, 9)::int * 20)
        where ${changes.target} like 'setting %'`);
    });
    const { acts, pages } = await walk(admin, { filter: { after: day } });
    expect(pages).toBeGreaterThan(1);
    expect(acts.filter((act) => act.operation === operation)).toMatchObject([{ count: 1001 }]);
    const settings = acts.filter((act) => act.operation === null).flatMap((act) => act.rows.map((row) => row.target));
    expect(settings).toEqual(Array.from({ length: 80 }, (_, index) => `setting ${79 - index}`));
    // What a filter leaves of an operation stands where its newest line that matches does.
    const some = await walk(admin, { filter: { after: day, unitId: 1007 } });
    expect(shape(some.acts)).toEqual([[1, "uploaded 7"]]);
    expect((await walk(admin, { filter: { operationId: operation }, each: true })).acts).toHaveLength(1500);
  });

  it("tells nobody of what they may not see", async () => {
    expect((await walk(jana)).acts.length).toBeGreaterThan(0);
    await db.run(sql`update ${components} set restricted = true where ${components.id} = ${component.id}`);
    expect(await walk(jana)).toEqual({ acts: [], pages: expect.any(Number) });
    expect((await walk(admin)).acts.length).toBeGreaterThan(0);
  });
});
