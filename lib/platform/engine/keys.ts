import { randomBytes } from "node:crypto";
import { db, sql } from "@/lib/platform/database";

const NAME = "engine.signing-key";

/** The key that proves a call to `/api/inngest` comes from our engine; made at first use and kept in the database. */
export async function engineSigningKey(): Promise<string> {
  const fresh = JSON.stringify(`signkey-prod-${randomBytes(32).toString("hex")}`);
  await db.run(sql`insert into settings (name, value) values (${NAME}, ${fresh}::jsonb) on conflict (name) do nothing`);
  const row = await db.one<{ value: string }>(sql`select value from settings where name = ${NAME}`);
  if (!row) throw new Error("The signing key of the task engine could not be kept.");
  return row.value;
}
