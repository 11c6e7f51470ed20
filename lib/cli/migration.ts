import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@/lib/platform/embedded-postgres";
import { schemaDiff } from "./schema-diff";

/** `npx tsx lib/cli/migration.ts <name>`: writes the SQL that brings the migrations up to the schema. */
async function main(): Promise<void> {
  const name = process.argv[2];
  if (!name || !/^[a-z0-9_]+$/.test(name))
    throw new Error("Enter a name of lower-case letters, digits and underscores.");
  const folder = mkdtempSync(join(tmpdir(), "loquat-migration-"));
  const server = await startEmbedded({ folder, fast: true });
  try {
    // The new server has no database of ours yet.
    const url = new URL(server.url);
    url.pathname = "/postgres";
    const script = await schemaDiff(url.toString(), "prisma/migrations", "prisma/schema.prisma");
    if (!script) {
      console.log("The migrations match the schema.");
      return;
    }
    const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
    const target = join("prisma/migrations", `${stamp}_${name}`);
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, "migration.sql"), `${script}\n`);
    console.log(`Wrote ${target}/migration.sql: read it, and add by hand what the schema cannot say.`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
