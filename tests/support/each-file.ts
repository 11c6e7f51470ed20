import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { closeDatabase } from "@/lib/platform/database";
import { readEnvironment, setEnvironment } from "@/lib/platform/environment";

const name = `t_${randomBytes(6).toString("hex")}`;

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL("/postgres", inject("databaseServer")).toString() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  // Copied as files: by way of the log, as PostgreSQL has it, takes three times as long.
  await onServer(`create database ${name} template loquat_template strategy file_copy`);
  const folder = join(inject("dataFolder"), name);
  mkdirSync(folder, { recursive: true });
  setEnvironment(
    readEnvironment({
      NODE_ENV: "test",
      LOQUAT_DATA: folder,
      // Here the tests make their upstreams; the data folders lie below it as well and stay closed.
      LOQUAT_LOCAL_REPOSITORIES: tmpdir(),
      // Made where a test asks for it; everywhere else there is what the test has made.
      LOQUAT_GLOSSARY: "off",
      LOQUAT_BASE_URL: "http://loquat.test",
      // Every test of repositories can also be run with partial copies.
      LOQUAT_PARTIAL_CLONES: process.env.LOQUAT_PARTIAL_CLONES,
      DATABASE_URL: new URL(`/${name}`, inject("databaseServer")).toString(),
      NEXTAUTH_SECRET: "test secret",
    }),
  );
  // Work that the former file left under way may have opened its database again.
  await closeDatabase();
});

afterAll(async () => {
  await closeDatabase();
  await onServer(`drop database if exists ${name} with (force)`);
});
