import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { isDatabaseAway } from "@/lib/platform/database";
import { databaseIsAway } from "@/lib/platform/database-presence";
import { type EmbeddedServer, startEmbedded } from "@/lib/platform/embedded-postgres";
import { openPool } from "@/lib/platform/routed-pool";

/** The embedded server, killed. */

const folder = mkdtempSync(join(tmpdir(), "loquat-killed-"));
let server: EmbeddedServer | undefined;
afterAll(() => server?.stop());

it("comes back at its address, with what was committed, and callers learn that it was away", async () => {
  const lost: Error[] = [];
  server = await startEmbedded({ folder, onLost: (error) => lost.push(error) });
  const url = server.url.replace(/\/loquat(?=\?|$)/, "/postgres");
  const pool = openPool({ connectionString: url, max: 2 });
  await pool.query("create table kept (n int)");
  await pool.query("insert into kept values (1)");
  expect(databaseIsAway()).toBe(false);
  const pid = Number.parseInt(readFileSync(join(folder, "cluster", "postmaster.pid"), "utf8"), 10);
  const broken = pool.query("select pg_sleep(60)").catch((error: unknown) => error);
  await expect
    .poll(async () => (await pool.query("select 1 from pg_stat_activity where query like 'select pg_sleep%'")).rowCount)
    .toBe(1);
  process.kill(pid, "SIGKILL");
  expect(isDatabaseAway(await broken)).toBe(true);
  expect(databaseIsAway()).toBe(true);
  // A process that the killed server has left behind may answer once more: only a new connection tells of the return.
  await expect
    .poll(
      () =>
        pool.query("select n from kept").then(
          ({ rows }) => [rows as unknown, databaseIsAway()],
          () => [],
        ),
      { timeout: 30_000 },
    )
    .toEqual([[{ n: 1 }], false]);
  expect(lost).toEqual([]);
  await pool.end();
  await server.stop();
  await expect(new pg.Client({ connectionString: url }).connect()).rejects.toSatisfy(isDatabaseAway);
});
