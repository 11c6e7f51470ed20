import { spawnSync } from "node:child_process";

/** `npm run histories -- [COUNT [SEED]]`: random histories against a model; 100 from the seed 1 when nothing is said. Each is told of as it ends. */

const [count = "100", seed = "1"] = process.argv.slice(2);
if (![count, seed].every((word) => /^\d{1,9}$/.test(word))) {
  console.error("Usage: npm run histories -- [COUNT [SEED]]");
  process.exit(2);
}
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--project=real", "--reporter=verbose", "tests/domain/histories.test.ts"],
  { stdio: "inherit", env: { ...process.env, LOQUAT_HISTORIES: `${count} ${seed}` } },
);
process.exit(status ?? 1);
