import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const real = process.env.LOQUAT_MUTANTS === "database";
const only = process.env.LOQUAT_MUTANTS_TESTS;

/** The tests that `npm run mutants` runs: without a database, or the narrow ones with one. */
export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    root,
    maxWorkers: 1,
    include: only
      ? [only]
      : real
        ? ["tests/domain/**/*.{policy,scope}.test.ts"]
        : ["tests/{domain,api}/**/*.policy.test.ts", "tests/text/merge/*.test.ts"],
    ...(real ? { globalSetup: ["tests/support/global-setup.ts"], setupFiles: ["tests/support/each-file.ts"] } : {}),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
