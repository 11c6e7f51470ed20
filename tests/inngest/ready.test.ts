import { afterAll, describe, expect, it, vi } from "vitest";
import { GET as projects } from "@/app/api/projects/route";
import { GET as health } from "@/app/health/route";
import { GET as ready } from "@/app/ready/route";
import { functions } from "@/inngest/index";
import { closeDatabase, databaseUrl, db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { startEngine, stopEngine } from "@/lib/platform/queue";

/** What those are told who watch over an installation. */

afterAll(() => stopEngine());

/** An answer that is not the former one: answers are kept for a second. */
async function ask(): Promise<Response> {
  vi.setSystemTime(Date.now() + 2_000);
  return ready();
}

describe("GET /ready", () => {
  it("misses a worker, and tells how long tasks wait for it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      await stopEngine();
      await db.run(sql`
        insert into engine_jobs (dedupe, kind, run_at) values ('waits', 'event', now() - interval '90 seconds'), ('comes', 'event', now() + interval '1 hour')`);
      const away = await ask();
      expect(away.status).toBe(503);
      expect(away.headers.get("retry-after")).toBe("5");
      const { queue, ...rest } = (await away.json()) as { queue: { waiting: number; oldest_seconds: number } };
      expect(rest).toEqual({ ready: false, database: "ok", worker: "away" });
      expect(queue.waiting).toBe(1);
      expect(queue.oldest_seconds).toBeGreaterThanOrEqual(90);
      await db.run(sql`delete from engine_jobs`);
      await startEngine(functions);
      await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200);
      expect(await (await ready()).json()).toMatchObject({ ready: true, database: "ok", worker: "ok" });
    } finally {
      vi.useRealTimers();
    }
  });

  it("misses a database, while the process itself is well", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const url = databaseUrl();
    try {
      await stopEngine();
      await closeDatabase();
      setEnvironment({ ...environment(), databaseUrl: "postgresql://nobody:x@127.0.0.1:9/none" });
      const away = await ask();
      expect(away.status).toBe(503);
      expect(await away.json()).toEqual({
        ready: false,
        database: "away",
        worker: "away",
        queue: { waiting: 0, oldest_seconds: 0 },
      });
      expect(health().status).toBe(200);
      const request = new Request("http://loquat.test/api/projects/");
      const refused = await projects(request, { params: Promise.resolve({}) });
      expect(refused.status).toBe(503);
      expect(refused.headers.get("retry-after")).toBe("5");
      expect(await refused.json()).toMatchObject({ errors: [{ code: "unavailable" }] });
    } finally {
      await closeDatabase();
      setEnvironment({ ...environment(), databaseUrl: url });
      vi.useRealTimers();
    }
  });
});
