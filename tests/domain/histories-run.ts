import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt, ensureBundles } from "@/lib/cli/prepare.mjs";

/**
 * `npm run histories -- [COUNT [SEED]]`: random histories against a model; 100 from the seed 1 when nothing is said. Each
 * is told of as it ends. With `--machines 3` built Loquats with a web server and a worker each play them on one database,
 * several acts at once; with `--kills` their processes are killed meanwhile; with `--inngest PROGRAM` an Inngest server,
 * started from its program, runs their tasks.
 */

const { values, positionals } = parseArgs({
  options: { machines: { type: "string" }, kills: { type: "boolean", default: false }, inngest: { type: "string" } },
  allowPositionals: true,
});
const [count = "100", seed = "1"] = positionals;
const { kills, inngest, machines = kills || inngest ? "3" : undefined } = values;
if (![count, seed].every((word) => /^\d{1,9}$/.test(word)) || !/^[1-9]$/.test(machines ?? "1")) {
  console.error("Usage: npm run histories -- [COUNT [SEED]] [--machines 1…9] [--kills] [--inngest PROGRAM]");
  process.exit(2);
}
if (machines !== undefined) {
  await ensureBundles();
  await ensureBuilt();
}
const [project, file, env] =
  machines === undefined
    ? ["real", "tests/domain/histories.test.ts", { LOQUAT_HISTORIES: `${count} ${seed}` }]
    : [
        "processes",
        "tests/cli/machines.test.ts",
        {
          LOQUAT_KILLED_HISTORIES: `${count} ${seed} ${machines} ${kills ? 1 : 0}`,
          ...(inngest && { LOQUAT_INNGEST_PROGRAM: resolve(inngest) }),
        },
      ];
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", `--project=${project}`, "--reporter=verbose", file as string],
  { stdio: "inherit", env: { ...process.env, ...(env as Record<string, string>) } },
);
process.exit(status ?? 1);
