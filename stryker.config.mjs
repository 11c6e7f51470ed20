/** What `npm run mutants` changes; tests/mutants.md says how to run a part of it and what came of it. */

const pure = [
  "lib/domain/access/{built-in,permissions}.ts",
  "lib/domain/units/may-edit.ts",
  "lib/domain/discussion/may-suggest.ts",
  "lib/text/merge/merge.ts",
  "lib/domain/sync/internal/merge-strings.ts",
  "lib/domain/hooks/notification.ts",
  "lib/domain/hooks/internal/{azure,bitbucket,gitea,gitee,github,gitlab,pagure,proof}.ts",
  "lib/api/paging.ts",
];

/** Decisions that PostgreSQL takes, or that stand between its answers. */
const database = [
  "lib/domain/access/{actor,demand,permission-conditions,remembered-tokens,seed}.ts",
  "lib/domain/teams/{roles,team-assignments,teams}.ts",
  "lib/domain/memory/scope.ts",
  "lib/domain/hooks/hooks.ts",
  "lib/domain/hooks/internal/matching.ts",
  "lib/domain/users/tokens.ts",
  "lib/domain/integrate/due-commits.ts",
  "lib/domain/discussion/suggestions.ts",
  "lib/domain/sync/internal/merge-pending.ts",
];

const real = process.env.LOQUAT_MUTANTS === "database";

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "tests/vitest.mutants.ts", related: false },
  tsconfigFile: "none.json",
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: real ? 60_000 : 5_000,
  mutate: real ? database : pure,
  ignorePatterns: [".next", ".data", ".loquat", "public", "app", "tests/web", "tests/bench", "tests/fixtures"],
  reporters: ["progress-append-only", "clear-text", "json"],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: ".stryker/mutants.json" },
  tempDirName: ".stryker/sandbox",
  cleanTempDir: "always",
};
