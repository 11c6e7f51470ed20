import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `npm run formats -- [FOLDER]`: the tests of the formats on a folder of real files (`<format>/<project>/<path>`, by
 * default the one beside the checkout), and what other people's tools read from our files.
 */

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = resolve(process.argv[2] ?? `${root}/../shared/data/formats`);
if (!existsSync(folder)) {
  console.error(`There is no folder ${folder}. Name the folder of real files: npm run formats -- FOLDER`);
  process.exit(1);
}
const run = (...parameters: string[]): number =>
  spawnSync(process.execPath, [`${root}/node_modules/vitest/vitest.mjs`, "run", ...parameters], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, LOQUAT_REAL_FILES: folder },
  }).status ?? 1;
const codes = [run("--project", "pure", "tests/text/formats"), run("--project", "outside")];
process.exit(codes.every((code) => code === 0) ? 0 : 1);
