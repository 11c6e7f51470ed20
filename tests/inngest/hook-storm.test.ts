import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorker } from "@/lib/cli/worker";
import type { Actor } from "@/lib/domain/access/actor";
import { requestUpdates } from "@/lib/domain/integrate/due-commits";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";

/** Notifications of a code host that come faster than pulls. */

let admin: Actor;
let worker: Awaited<ReturnType<typeof startWorker>>;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  worker = await startWorker();
});
afterAll(() => worker.stop());

it("makes one pull at once and one after the distance", async () => {
  const files = { "l/en.json": '{"a": "Apple"}\n', "l/cs.json": "{}\n" };
  const { component } = await connect(admin, files, {
    filemask: "l/*.json",
    template: "l/en.json",
    fileFormat: "json",
  });
  const repository = component.repositoryId;
  const tasks = () =>
    textRows<{ state: string }>(
      db,
      sql`select state from tasks where kind = 'update-repository' and (payload ->> 'repository')::int = ${repository} order by created_at`,
    );
  const notify = () => inTransaction((tx) => requestUpdates(tx, [{ id: repository }]));
  await expect
    .poll(
      async () => {
        for (let i = 0; i < 20; i++) await notify();
        return (await tasks()).map(({ state }) => state);
      },
      { timeout: 40_000, interval: 20 },
    )
    .toEqual(["done", "running"]);
  for (let i = 0; i < 100; i++) await notify();
  expect(await tasks()).toHaveLength(2);
  // The second one sleeps for what is left of a minute.
  await expect
    .poll(
      async () => {
        const jobs = await textRows<{ seconds: number }>(
          db,
          sql`select extract(epoch from j.run_at - r.fetched_at)::float8 as seconds from engine_jobs j, repositories r where j.kind = 'sleep' and r.id = ${repository}`,
        );
        return jobs.map(({ seconds }) => seconds >= 59);
      },
      { timeout: 20_000 },
    )
    .toEqual([true]);
});
