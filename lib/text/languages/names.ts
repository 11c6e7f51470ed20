/**
 * Takes the snapshot `names.json` from the ICU data of the running Node: `npx tsx lib/text/languages/names.ts`.
 * Apart from the generator, because names change with ICU and the rest of the catalogue must not change with Node.
 * Source of the names: Unicode CLDR, licence Unicode-3.0.
 */
import { writeFileSync } from "node:fs";
import { catalogueCodes } from "@/lib/text/languages/rows";
import { MORE_NAMES } from "@/lib/text/languages/selection";

const tagOf = (code: string): string => code.replace(/[_@]/g, "-");

function nameIn(locale: string, tag: string): string | undefined {
  try {
    if (Intl.DisplayNames.supportedLocalesOf(locale).length === 0) return undefined;
    const names = new Intl.DisplayNames([locale], { type: "language", languageDisplay: "standard", fallback: "none" });
    // ICU answers in the default language when it has no names of its own for the locale.
    const answered = names.resolvedOptions().locale.split("-")[0];
    return answered === locale.split("-")[0] ? names.of(tag) : undefined;
  } catch {
    return undefined;
  }
}

const tidy = (name: string): string => name.replace(" SAR China", "").replaceAll("（", " (").replaceAll("）", ")");

function namesOf(code: string): [string, string] {
  const own = MORE_NAMES[code];
  if (own) return [own[0], own[1]];
  // Norwegian Bokmål has one country only in the catalogue, so its name needs none.
  const tag = code === "nb_NO" ? "nb" : tagOf(code);
  const english = nameIn("en", tag) ?? code;
  return [tidy(english), tidy(nameIn(tag, tag) ?? english)];
}

const quoted = (names: [string, string]): string => names.map((name) => JSON.stringify(name)).join(", ");
const lines = catalogueCodes().map((code) => `  ${JSON.stringify(code)}: [${quoted(namesOf(code))}]`);
writeFileSync(new URL("./names.json", import.meta.url), `{\n${lines.join(",\n")}\n}\n`);
