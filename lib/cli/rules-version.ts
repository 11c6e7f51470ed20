import { readFileSync, writeFileSync } from "node:fs";
import { RULES_VERSION } from "@/lib/text/checks/rules-version";
import { rulesFingerprint } from "./rules-fingerprint";

/**
 * `npm run rules-version`: raises the version of the rules, so that stored findings are made again. With `-- same` it stays,
 * for changes after which every check finds what it found before.
 */
const FILE = "lib/text/checks/rules-version.ts";
const FINGERPRINT = "tests/text/checks/rules-fingerprint.txt";

const stays = process.argv[2] === "same";
const version = stays ? RULES_VERSION : RULES_VERSION + 1;
const text = readFileSync(FILE, "utf8");
writeFileSync(FILE, text.replace(/RULES_VERSION = \d+/, `RULES_VERSION = ${version}`));
writeFileSync(FINGERPRINT, `${rulesFingerprint(process.cwd())}\n`);
console.log(`The rules have version ${version}.`);
