/** What `npm run mutants` changes; tests/mutants.md says how to run a part of it and what came of it. */

const pure = [
  "lib/domain/access/{built-in,permissions}.ts",
  "lib/domain/units/may-edit.ts",
  "lib/domain/discussion/may-suggest.ts",
  "lib/text/merge/merge.ts",
  "lib/domain/sync/merge-strings.ts",
  "lib/domain/hooks/{azure,bitbucket,gitea,gitee,github,gitlab,notification,pagure,proof}.ts",
  "lib/api/paging.ts",
];

/** Decisions that PostgreSQL takes, or that stand between its answers. */
const database = [
  "lib/domain/access/{actor,demand,reach,remembered-tokens,seed}.ts",
  "lib/domain/teams/{roles,team-reach,teams}.ts",
  "lib/domain/memory/scope.ts",
  "lib/domain/hooks/{hooks,matching}.ts",
  "lib/domain/users/tokens.ts",
  "lib/domain/integrate/due-commits.ts",
  "lib/domain/discussion/suggestions.ts",
  "lib/domain/sync/merge-pending.ts",
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
