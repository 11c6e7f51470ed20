import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runChecks } from "@/lib/text/checks/run";
import { mergeFlags, parseFlags } from "@/lib/text/flags/flags";
import { type Entry, formatOptions } from "@/lib/text/formats/kernel/format";
import { formatFlags } from "@/lib/text/formats/kernel/format-flags";
import { findFormat } from "@/lib/text/formats/registry";
import { allLanguages, findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { resolveLanguageCode } from "@/lib/text/languages/resolve";
import { pluralCategories } from "@/lib/text/plurals/categories";

/**
 * `npm run findings -- FORMAT FOLDER MASK [TEMPLATE] [CHECK]`: what the checks say of real files, a line each, as check,
 * language, source and translation with tabs between. `MASK` has one `*`; a base file makes it a list of keys.
 */
const [formatId = "", folder = "", mask = "", template = "", only = ""] = process.argv.slice(2);
const format = findFormat(formatId);
if (!format) throw new Error(`There is no format ${formatId}.`);

const known = new Set(allLanguages().map(({ code }) => code));
const pluralOf = (code: string) =>
  (findCatalogueLanguage(code) ?? findCatalogueLanguage(code.split("_")[0] ?? ""))?.plural;

const read = (path: string, code: string, isTemplate = false): readonly Entry[] => {
  const plural = pluralOf(code);
  const options = formatOptions({ languageCode: code, isTemplate, monolingual: template !== "" });
  if (plural) options.plural = { ...plural, categories: pluralCategories(plural.formula, plural.number, code) };
  return format.parse(format.decode(readFileSync(join(folder, path))), options).entries;
};

const [before = "", after = ""] = mask.split("*");
const slash = before.lastIndexOf("/") + 1;
const deep = after.includes("/");
const base = new Map(template === "" ? [] : read(template, "en", true).map((entry) => [entry.context, entry]));
const counts = new Map<string, number>();
let strings = 0;
for (const name of readdirSync(join(folder, before.slice(0, slash))).sort()) {
  const head = before.slice(slash);
  const middle = deep ? name.slice(head.length) : name.slice(head.length, name.length - after.length);
  if (!name.startsWith(head) || (!deep && !name.endsWith(after)) || middle === "") continue;
  const path = before + middle + after;
  if (path === template) continue;
  const { code } = resolveLanguageCode(middle, known);
  let entries: readonly Entry[];
  try {
    entries = read(path, code);
  } catch {
    continue;
  }
  const plural = pluralOf(code);
  for (const entry of entries) {
    const source = template === "" ? entry : base.get(entry.context);
    if (!source || entry.targets.every((text) => text === "")) continue;
    strings++;
    const flags = mergeFlags(
      parseFlags(formatFlags(formatId)),
      parseFlags(template === "" ? entry.flags : source.flags),
    );
    const sources = template === "" ? source.sources : source.targets;
    for (const { check, form } of runChecks({ sources, targets: entry.targets, flags, languageCode: code, plural })) {
      counts.set(check, (counts.get(check) ?? 0) + 1);
      if (only !== "" && check !== only) continue;
      const line = [check, code, sources.at(form === 0 ? 0 : -1) ?? "", entry.targets[form] ?? ""];
      if (only !== "") console.log(line.map((text) => JSON.stringify(text).slice(1, -1)).join("\t"));
    }
  }
}
console.error(`${strings} strings`);
for (const [check, count] of [...counts].sort((a, b) => b[1] - a[1]))
  console.error(`${String(count).padStart(6)} ${check}`);
