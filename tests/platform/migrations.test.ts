import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { schemaDiff } from "@/lib/cli/schema-diff";
import { db, sql } from "@/lib/platform/database";
import { migrate } from "@/lib/platform/migrations";
import { textRow } from "../support/text-rows";

const fresh = () => new URL(`/m_${Math.random().toString(36).slice(2)}`, inject("databaseServer")).toString();

describe("migrations", () => {
  it("make exactly what the schema says", async () => {
    const url = new URL("/postgres", inject("databaseServer")).toString();
    expect(await schemaDiff(url, "prisma/migrations", "prisma/schema.prisma")).toBe("");
  });

  it("are applied once, by several processes at a time too", async () => {
    const url = fresh();
    const results = await Promise.all([
      migrate(url, "prisma/migrations"),
      migrate(url, "prisma/migrations"),
      migrate(url, "prisma/migrations"),
    ]);
    expect(results.flat()).toEqual(results.flat().filter((name, index, all) => all.indexOf(name) === index));
    expect(await migrate(url, "prisma/migrations")).toEqual([]);
  });

  it("refuse an edited and an unknown one", async () => {
    const url = fresh();
    const folder = mkdtempSync(join(tmpdir(), "loquat-migrations-"));
    cpSync("prisma/migrations", folder, { recursive: true });
    mkdirSync(join(folder, "20991231000000_later"));
    writeFileSync(join(folder, "20991231000000_later/migration.sql"), "create table later (id int);");
    await migrate(url, folder);
    await expect(migrate(url, "prisma/migrations")).rejects.toThrow(/newer Loquat/);
    writeFileSync(join(folder, "20991231000000_later/migration.sql"), "create table later (id bigint);");
    await expect(migrate(url, folder)).rejects.toThrow(/was changed after/);
  });

  it("leave nothing behind when one fails", async () => {
    const url = fresh();
    const folder = mkdtempSync(join(tmpdir(), "loquat-migrations-"));
    mkdirSync(join(folder, "1_bad"));
    writeFileSync(join(folder, "1_bad/migration.sql"), "create table half (id int); select nonsense;");
    await expect(migrate(url, folder)).rejects.toThrow(/1_bad failed/);
    writeFileSync(join(folder, "1_bad/migration.sql"), "create table half (id int);");
    expect(await migrate(url, folder)).toEqual(["1_bad"]);
  });
});

describe("the database", () => {
  it("works in UTC, whatever the clock of the machine", async () => {
    expect(await textRow(db, sql`select current_setting('timezone') as zone`)).toEqual({ zone: "UTC" });
  });

  it("does not let anybody alter the ledger", async () => {
    await db.run(sql`insert into changes (action, cause) values (0, 'service')`);
    await expect(db.run(sql`update changes set target = 'x'`)).rejects.toThrow(/append-only/);
  });
});
