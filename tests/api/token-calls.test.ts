import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { forgetTokens } from "@/lib/domain/access/remembered-tokens";
import { listProjectTokens, revokeProjectToken } from "@/lib/domain/projects/members";
import { findProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { forgetOldCalls, settleCalls } from "@/lib/domain/users/count-calls";
import { listAllTokens } from "@/lib/domain/users/list-tokens";
import { issueProjectToken } from "@/lib/domain/users/project-tokens";
import {
  authenticateKey,
  issueToken,
  listTokens,
  revokeToken,
  revokeTokens,
  rotateToken,
} from "@/lib/domain/users/tokens";
import { countStatements, db, inTransaction, sql } from "@/lib/platform/database";
import { makePerson } from "../support/people";
import { bareProject } from "../support/places";
import { textRow, textRows } from "../support/text-rows";
import { json, send } from "./support";

/** How often tokens are used, as requests are sent. */

let admin: Actor;
let petra: Actor;
let project: ProjectRow;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  const id = await bareProject();
  const found = await textRow<{ slug: string }>(db, sql`select slug from projects where id = ${id}`);
  project = await findProject(admin, found?.slug ?? "");
});
beforeEach(async () => {
  await settleCalls();
  forgetTokens();
});

const call = async (key: string, times: number) => {
  for (let time = 0; time < times; time++) expect((await send("GET", "/api/projects/", { key })).status).toBe(200);
};
const stored = async (id: number) =>
  (await textRow<{ calls: number }>(db, sql`select sum(calls)::int calls from token_calls where token_id = ${id}`))
    ?.calls;
const ago = (id: number, hours: number, calls: number) =>
  db.run(sql`
    insert into token_calls (token_id, hour, calls)
    values (${id}, date_trunc('hour', now(), 'UTC') - make_interval(hours => ${hours}::int), ${calls})`);
const shown = async (id: number) => {
  const { callsPerHour, callsPerWeek } = (await listTokens(admin, petra.userId)).find((row) => row.id === id) ?? {};
  return [callsPerHour, callsPerWeek];
};

describe("calls of a token", () => {
  it("are counted by the hour, those of one's own tokens and of a project's, each for itself", async () => {
    const [used, other] = [await issueToken(petra.userId), await issueToken(petra.userId)];
    const key = await issueProjectToken(project.slug, "CI");
    await call(used.key, 3);
    await call(key, 2);
    // The first ones are written; what is counted later is added to them.
    await settleCalls();
    await call(used.key, 2);
    await settleCalls();
    expect([await shown(used.id), await shown(other.id)]).toEqual([
      [5, 5],
      [0, 0],
    ]);
    expect(await listProjectTokens(admin, project)).toMatchObject([{ name: "CI", callsPerHour: 2, callsPerWeek: 2 }]);
    const all = await listAllTokens(admin, { words: "", limit: 10 });
    expect(all.rows.map(({ callsPerHour, callsPerWeek }) => [callsPerHour, callsPerWeek])).toEqual([
      [2, 2],
      [0, 0],
      [5, 5],
    ]);
    const hours = await textRows<{ whole: boolean }>(
      db,
      sql`select hour = date_trunc('hour', hour) whole from token_calls`,
    );
    expect(hours.every(({ whole }) => whole)).toBe(true);
  });

  it("are not written before some have been gathered, and then without being asked for", async () => {
    const { key, id } = await issueToken(petra.userId);
    await call(key, 2);
    expect(await stored(id)).toBeNull();
    await expect.poll(() => stored(id), { timeout: 10_000 }).toBe(2);
  });

  it("cost a request no statement", async () => {
    const { key, id } = await issueToken(petra.userId);
    await call(key, 1);
    expect((await countStatements(() => authenticateKey(key, "client"))).count).toBe(0);
    await settleCalls();
    expect(await stored(id)).toBe(2);
  });

  it("count for the key before a rotation as for the new one, and not for a wrong key", async () => {
    const { key, id } = await issueToken(petra.userId);
    const next = await rotateToken(petra, id, 24);
    for (const each of [key, next]) await call(each, 1);
    expect((await json("GET", "/api/projects/", { key: `${key}x` })).status).toBe(401);
    await settleCalls();
    expect(await shown(id)).toEqual([2, 2]);
  });

  it("of the last hour are those of the present one and a share of the one before; older ones make up the week", async () => {
    const { id } = await issueToken(petra.userId);
    await ago(id, 1, 3600);
    const left = await textRow<{ seconds: number }>(
      db,
      sql`select 3600 - extract(epoch from now() - date_trunc('hour', now(), 'UTC'))::float seconds`,
    );
    const [hour = 0, week] = await shown(id);
    expect(Math.abs(hour - (left?.seconds ?? 0))).toBeLessThan(5);
    expect(week).toBe(3600);
    await ago(id, 2, 40);
    await ago(id, 167, 2);
    await ago(id, 169, 1000);
    expect((await shown(id))[1]).toBe(3642);
    expect(Math.abs(((await shown(id))[0] ?? 0) - (left?.seconds ?? 0))).toBeLessThan(5);
  });

  it("that are older than seven days are removed", async () => {
    const { id } = await issueToken(petra.userId);
    await forgetOldCalls();
    for (const hours of [0, 167, 169, 400]) await ago(id, hours, 1);
    expect(await forgetOldCalls()).toBe(2);
    expect([await stored(id), await forgetOldCalls()]).toEqual([2, 0]);
  });
});

describe("a token that ends", () => {
  it("takes its counts along, whoever ends it, and leaves those of others", async () => {
    const made = await Promise.all([1, 2, 3].map(() => issueToken(petra.userId)));
    const [own, many, other] = made;
    if (!own || !many || !other) throw new Error("No token was made.");
    const key = await issueProjectToken(project.slug, "gone");
    for (const each of [own.key, many.key, other.key, key]) await call(each, 1);
    await settleCalls();
    await revokeToken(petra, own.id);
    await revokeTokens(admin, [many.id]);
    const [token] = await listProjectTokens(admin, project);
    expect(token).toMatchObject({ name: "gone", callsPerWeek: 1 });
    await revokeProjectToken(admin, project, token?.id ?? 0);
    expect(await Promise.all([own.id, many.id, token?.id ?? 0, other.id].map(stored))).toEqual([null, null, null, 1]);
  });

  it("between a call and its count does no harm to the counts of others", async () => {
    const [gone, ended, other] = [
      await issueToken(petra.userId),
      await issueToken(petra.userId),
      await issueToken(petra.userId),
    ];
    for (const { key } of [gone, ended, other]) await call(key, 1);
    await db.run(sql`delete from api_tokens where id = ${gone.id}`);
    await revokeToken(petra, ended.id);
    await settleCalls();
    expect(await Promise.all([gone.id, ended.id, other.id].map(stored))).toEqual([null, null, 1]);
  });

  it("while its count is being written does none either", async () => {
    const [gone, other] = [await issueToken(petra.userId), await issueToken(petra.userId)];
    for (const { key } of [gone, other]) await call(key, 1);
    let writing: Promise<void> | undefined;
    await inTransaction(async (tx) => {
      await tx.run(sql`delete from api_tokens where id = ${gone.id}`);
      writing = settleCalls();
      await expect
        .poll(async () =>
          Number(
            (
              await textRow<{ count: string }>(
                db,
                sql`select count(*) count from pg_stat_activity where wait_event_type = 'Lock' and query like '%token_calls%' and pid <> pg_backend_pid()`,
              )
            )?.count,
          ),
        )
        .toBe(1);
    });
    await writing;
    expect([await stored(gone.id), await stored(other.id)]).toEqual([null, 1]);
  });
});
