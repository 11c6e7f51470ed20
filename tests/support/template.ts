import { seed } from "@/lib/domain/settings/seed";
import { closeDatabase } from "@/lib/platform/database";
import { readEnvironment, setEnvironment } from "@/lib/platform/environment";

/** Fills the template database the way a first start does. */
export async function prepareTemplate(url: string): Promise<void> {
  setEnvironment(readEnvironment({ NODE_ENV: "test", DATABASE_URL: url }));
  await seed();
  await closeDatabase();
}
