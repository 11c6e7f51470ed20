import { type Check, PASSED } from "@/lib/text/checks/check";
import { difference, without } from "@/lib/text/checks/difference";
import { phrase } from "@/lib/text/checks/sentences";
import { watchesTags } from "@/lib/text/checks/xml-invalid";
import { scanXml } from "@/lib/text/checks/xml-scan";

const BRANCHING = ["icu-message-format", "mf2-format"];

const tagOf = (path: string): string => {
  const [name = "", attributes = ""] = path.slice(path.lastIndexOf("/") + 1, -1).split("[");
  return attributes === "" ? `<${name}>` : `<${name} ${attributes}>`;
};

export const xmlTags: Check = {
  id: "xml-tags",
  name: "Tags",
  about: "Source and translation have different tags or attributes. Their order does not matter.",
  severity: "error",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    if (!source.includes("<") && !target.includes("<")) return PASSED;
    if (!watchesTags(source, unit)) return PASSED;
    const scanned = scanXml(target)?.elements;
    if (!scanned) return PASSED;
    // Messages with branches have tags once in each, and how many branches there are is up to the language.
    const counted = (list: readonly string[]) =>
      BRANCHING.some((flag) => unit.flags.has(flag)) ? new Set(list) : list;
    const wanted = [...counted(scanXml(source)?.elements ?? [])];
    const given = [...counted(scanned)];
    const missing = without(wanted, given).map(tagOf);
    const extra = without(given, wanted).map(tagOf);
    if (missing.length === 0 && extra.length === 0) return PASSED;
    if (without(missing, extra).length === 0 && without(extra, missing).length === 0) {
      return [{ sentences: [phrase("tagsNested")], missing, extra }];
    }
    return difference(missing, extra);
  },
};
