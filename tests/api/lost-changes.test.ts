import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { createProject } from "@/lib/domain/projects/projects";
import { db, inTransaction, type Sql, sql } from "@/lib/platform/database";
import { textRow } from "../support/text-rows";
import { json, type Person, person } from "./support";

/** Two changes of one row at one moment: neither may bring back what the other has just changed. */

let admin: Person;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
});

/** Begins a change, lets a request read the row and wait for it, then ends the change. */
async function during(change: Sql, request: () => Promise<{ status: number }>): Promise<number> {
  let answer: Promise<{ status: number }> | undefined;
  await inTransaction(async (tx) => {
    await tx.run(change);
    answer = request();
    for (let tries = 0; tries < 400; tries++) {
      const waiting = await textRow(
        db,
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (waiting) return;
      await pause(10);
    }
    throw new Error("The request did not wait for the row.");
  });
  return (await (answer as Promise<{ status: number }>)).status;
}

describe("changes at one moment", () => {
  it("do not bring back an account and rights that were just taken away", async () => {
    const petra = await person("petra", { superuser: true });
    const status = await during(
      sql`update users set is_superuser = false, is_active = false, session_version = session_version + 1 where username = 'petra'`,
      () => json("PATCH", "/api/users/petra/", { key: petra.key, body: { full_name: "Petra the Great" } }),
    );
    expect(status).toBe(200);
    const row = await textRow(db, sql`select full_name, is_superuser, is_active from users where username = 'petra'`);
    expect(row).toEqual({ fullName: "Petra the Great", isSuperuser: false, isActive: false });
    expect((await json("GET", "/api/users/petra/", { key: petra.key })).status).toBe(401);
  });

  it("do not open a project that was just made private", async () => {
    await createProject(admin.actor, { name: "Quiet", slug: "quiet", web: "https://quiet.example/" });
    const status = await during(sql`update projects set access_control = 100, web = '' where slug = 'quiet'`, () =>
      json("PATCH", "/api/projects/quiet/", { key: admin.key, body: { instructions: "Be brief." } }),
    );
    expect(status).toBe(200);
    const row = await textRow(db, sql`select access_control, web, instructions from projects where slug = 'quiet'`);
    expect(row).toEqual({ accessControl: 100, web: "", instructions: "Be brief." });
  });
});
