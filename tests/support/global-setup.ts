import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { bundleHelpers } from "@/lib/cli/prepare.mjs";
import { type EmbeddedServer, startEmbedded } from "@/lib/platform/embedded-postgres";
import { migrate } from "@/lib/platform/migrations";
import { clusterPlace, removeCluster } from "./cluster";
import { prepareTemplate } from "./template";

declare module "vitest" {
  interface ProvidedContext {
    databaseServer: string;
    dataFolder: string;
  }
}

/** One fast PostgreSQL for all test files; each file clones the migrated and seeded template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await bundleHelpers();
  const folder = mkdtempSync(join(tmpdir(), "loquat-tests-"));
  const cluster = mkdtempSync(join(clusterPlace(), "loquat-cluster-"));
  const external = process.env.LOQUAT_TEST_DATABASE_URL;
  const server: EmbeddedServer | undefined = external
    ? undefined
    : await startEmbedded({ folder: cluster, fast: true });
  const address = new URL(external ?? (server as EmbeddedServer).url);
  address.pathname = "/loquat_template";
  await migrate(address.toString(), "prisma/migrations");
  await prepareTemplate(address.toString());
  address.pathname = "/";
  project.provide("databaseServer", address.toString());
  project.provide("dataFolder", folder);
  return async () => {
    await server?.stop();
    removeCluster(cluster);
    rmSync(folder, { recursive: true, force: true });
  };
}
