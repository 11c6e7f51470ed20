import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { ensureGenerated } from "./lib/cli/prepare.mjs";
import { ownTemporaryFolder } from "./tests/support/temporary-folder.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));

// After a change of the schema a single test file would otherwise meet the tables of the former one.
await ensureGenerated();

ownTemporaryFolder();

/** Only what hangs is to fail: a loaded machine takes ten times as long. */
const TIMEOUT_MS = 240_000;

const WITH_DATABASE = {
  globalSetup: ["tests/support/global-setup.ts"],
  setupFiles: ["tests/support/seed.ts", "tests/support/each-file.ts"],
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
};

/** Pure modules and policies need nothing; the rest meets a real PostgreSQL cloned from a template. */
export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    experimental: { fsModuleCache: true },
    // Most of a test's time is PostgreSQL and git at work in other processes.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: ["tests/{text,app}/**/*.test.ts", "tests/*.test.ts"],
          exclude: ["**/*.outside.test.ts"],
          // Pure modules keep nothing but caches: each worker loads them once.
          isolate: false,
          setupFiles: ["tests/support/seed.ts"],
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        // Decisions of the domain, tabulated; without a database, so that mutants of them die fast.
        extends: true,
        test: {
          name: "policy",
          include: ["tests/{domain,api}/**/*.policy.test.ts"],
          isolate: false,
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        // Asks other people's programs; only `npm run formats` runs it.
        extends: true,
        test: { ...WITH_DATABASE, name: "outside", include: ["tests/**/*.outside.test.ts"] },
      },
      {
        extends: true,
        test: {
          ...WITH_DATABASE,
          name: "real",
          include: ["tests/{domain,api,inngest}/**/*.test.ts"],
          exclude: ["**/*.{outside,policy}.test.ts"],
          // Loading the domain takes longer than many a file of tests: each worker does it once, and forgets with the
          // former file's database what it remembers of it.
          isolate: false,
        },
      },
      {
        // What has a process of its own to itself in the product, too: engines, readers, programs.
        extends: true,
        test: {
          ...WITH_DATABASE,
          name: "processes",
          include: ["tests/{platform,cli}/**/*.test.ts"],
          exclude: ["**/*.{outside,policy}.test.ts"],
        },
      },
    ],
  },
});
