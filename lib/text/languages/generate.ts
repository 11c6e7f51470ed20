/**
 * Writes `data.json` and `subtags.json` here and `../plurals/cldr-data.json`:
 * `npx tsx lib/text/languages/generate.ts && npx biome check --write lib/text/languages lib/text/plurals`.
 *
 * Source: the npm package `cldr-core` (plural rules, populations, aliases, likely subtags, scripts) and the name
 * snapshot `names.json`, both Unicode CLDR, licence Unicode-3.0; `selection.ts` and `plurals/traditional.ts` are ours.
 */
import { writeFileSync } from "node:fs";
import names from "@/lib/text/languages/names.json";
import { catalogueRows, cldrRuleRows, subtags } from "@/lib/text/languages/rows";

const onePerLine = (rows: readonly unknown[]): string =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;

const snapshot = new Map(
  Object.entries(names).map(([code, [english = code, own = english]]) => [code, [english, own] as const]),
);
writeFileSync(new URL("../plurals/cldr-data.json", import.meta.url), onePerLine(cldrRuleRows()));
writeFileSync(new URL("./data.json", import.meta.url), onePerLine(catalogueRows(snapshot)));
writeFileSync(new URL("./subtags.json", import.meta.url), `${JSON.stringify(subtags(), undefined, 2)}\n`);
