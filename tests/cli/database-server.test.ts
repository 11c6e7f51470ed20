import { expect, it, vi } from "vitest";
import { prepareDatabase } from "@/lib/cli/database-server";
import { startWorker } from "@/lib/cli/worker";
import { anonymousActor } from "@/lib/domain/access/actor";
import { listProjects } from "@/lib/domain/projects/projects";
import { prepareSecrets } from "@/lib/domain/settings/stored-secrets";
import { issueSetupCode } from "@/lib/domain/users/setup";
import { Connection, databaseUrl, db, sql } from "@/lib/platform/database";

/** What happens at every start, whether there is anything to do or not. */

it("starts, and shows strangers the projects, without Prisma, whose compiler takes memory for good", async () => {
  const asked = [Connection.prototype, Object.getPrototypeOf(db) as Connection].map((owner) =>
    vi.spyOn(owner, "prisma", "get"),
  );
  await db.run(sql`delete from roles where name = 'Bulk editing'`);
  await prepareDatabase(databaseUrl());
  await prepareSecrets();
  expect(await issueSetupCode()).toBeTypeOf("string");
  const worker = await startWorker();
  await worker.stop();
  const stranger = await anonymousActor("192.0.2.4");
  expect(await listProjects(stranger, { limit: 10, offset: 0 })).toEqual({ rows: [], count: 0 });
  for (const spy of asked) expect(spy).not.toHaveBeenCalled();
});
