import { readFileSync, writeFileSync } from "node:fs";
import { withBlock } from "../support/marked-block";
import { settingsTable } from "./settings-table";

/** `npm run settings-table`: writes the table of settings into `lib/cli/README.md`. */

const README = "lib/cli/README.md";
writeFileSync(README, withBlock(readFileSync(README, "utf8"), "settings", settingsTable()));
console.log(`The settings in ${README} are up to date.`);
