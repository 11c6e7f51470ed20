import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runChecks } from "@/lib/text/checks/run";
import { type TermRule, termJudge } from "@/lib/text/terms/judge";
import { realStrings } from "./real-files";

/**
 * `npm run findings -- FORMAT FOLDER MASK [TEMPLATE] [CHECK]`: what the checks say of real files, a line each, as check,
 * language, source, translation and the pieces it names, with tabs
 * between. `MASK` has one `*`; a base file makes it a list of keys. `--flags`
 * gives all strings the flags that switch further checks on. `--language` is the language of all files, and the `*` stands for
 * any path then. `--glossary` names a file of English terms and their translations, a line each with a tab between.
 */
const { values, positionals } = parseArgs({
  options: {
    flags: { type: "string", default: "" },
    language: { type: "string" },
    glossary: { type: "string" },
  },
  allowPositionals: true,
});
const [format = "", folder = "", mask = "", template = "", only = ""] = positionals;

function glossaryOf(path: string): TermRule[] {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.includes("\t"));
  return lines.map((line) => {
    const [source = "", target = ""] = line.split("\t");
    return { source, target, forms: [], caseSensitive: false, forbidden: false, untranslatable: false };
  });
}

const judge =
  values.glossary && values.language ? termJudge(glossaryOf(values.glossary), "en", values.language) : undefined;
const counts = new Map<string, number>();
let strings = 0;
const { flags, language } = values;
for (const string of realStrings({ format, folder, mask, template: template || undefined, flags, language })) {
  const { code, sources, targets } = string;
  if (targets.every((text) => text === "")) continue;
  strings++;
  for (const { check, form, findings } of runChecks({ ...string, languageCode: code, judge })) {
    counts.set(check, (counts.get(check) ?? 0) + 1);
    if (only === "" || check !== only) continue;
    const line = [check, code, sources.at(form === 0 ? 0 : -1) ?? "", targets[form] ?? ""];
    line.push(findings.flatMap(({ missing = [], extra = [] }) => [...missing, ...extra]).join(", "));
    console.log(line.map((text) => JSON.stringify(text).slice(1, -1)).join("\t"));
  }
}
console.error(`${strings} strings`);
for (const [check, count] of [...counts].sort((a, b) => b[1] - a[1]))
  console.error(`${String(count).padStart(6)} ${check}`);
