import { defineConfig } from "@playwright/test";
import { ownTemporaryFolder } from "./tests/support/temporary-folder.mjs";
import { BROWSER_ARGUMENTS, findBrowser } from "./tests/web/support/browser";

ownTemporaryFolder();

/** The browser's tests: one real server with a data folder of its own, begun before the first test. */
export default defineConfig({
  testDir: "tests/web",
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  // Files share one installation and nothing else: each test makes the projects and people that it needs.
  workers: 2,
  fullyParallel: false,
  // Two browsers on a busy machine: a test that passes the second time is named at the end of `npm test`, and not refused.
  retries: 1,
  // Only what hangs is to fail: a loaded machine takes ten times as long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [["line"], ["./tests/web/support/counts.ts"]],
  globalSetup: "./tests/web/support/start.ts",
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: { executablePath: await findBrowser(), args: BROWSER_ARGUMENTS },
    // The snapshots of a trace show each page. A film beside them costs an eighth of all work, and is thrown away nearly always.
    trace: { mode: "on-first-retry", screenshots: false },
  },
});
