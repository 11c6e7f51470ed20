import type { Fixup } from "@/lib/text/fixups/fixup";

const LANGUAGES: ReadonlySet<string> = new Set(["hi", "bn", "or"]);

export const devanagariDanda: Fixup = {
  id: "devanagari-danda",
  name: "Danda at the end",
  apply(source, target, { language, languageCode }) {
    if (!LANGUAGES.has(language) || languageCode.includes("Latn") || !source.endsWith(".")) return target;
    return /[^.][.৷|]$/.test(target) ? `${target.slice(0, -1)}।` : target;
  },
};
