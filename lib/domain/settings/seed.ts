import { inTransaction, sql } from "@/lib/platform/database";
import { seedAccess } from "../access/seed";
import { seedLanguages } from "../languages/seed";

/** Any number; two processes that start at once seed one after the other. */
const LOCK = 7_201_959;

/** Brings built-in roles, teams, the anonymous user and the language catalogue into the database; safe to repeat. */
export async function seed(): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${LOCK})`);
    await seedAccess(tx);
    await seedLanguages(tx);
  });
}
