import { parseArgs } from "node:util";
import { runChecks } from "@/lib/text/checks/run";
import { realStrings } from "./real-files";

/**
 * `npm run findings -- FORMAT FOLDER MASK [TEMPLATE] [CHECK]`: what the checks say of real files, a line each, as check,
 * language, source and translation with tabs between. `MASK` has one `*`; a base file makes it a list of keys. `--flags`
 * gives all strings the flags that switch further checks on.
 */
const { values, positionals } = parseArgs({
  options: { flags: { type: "string", default: "" } },
  allowPositionals: true,
});
const [format = "", folder = "", mask = "", template = "", only = ""] = positionals;
const counts = new Map<string, number>();
let strings = 0;
for (const string of realStrings({ format, folder, mask, template: template || undefined, flags: values.flags })) {
  const { code, sources, targets } = string;
  if (targets.every((text) => text === "")) continue;
  strings++;
  for (const { check, form } of runChecks({ ...string, languageCode: code })) {
    counts.set(check, (counts.get(check) ?? 0) + 1);
    if (only === "" || check !== only) continue;
    const line = [check, code, sources.at(form === 0 ? 0 : -1) ?? "", targets[form] ?? ""];
    console.log(line.map((text) => JSON.stringify(text).slice(1, -1)).join("\t"));
  }
}
console.error(`${strings} strings`);
for (const [check, count] of [...counts].sort((a, b) => b[1] - a[1]))
  console.error(`${String(count).padStart(6)} ${check}`);
