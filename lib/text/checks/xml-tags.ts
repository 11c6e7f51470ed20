import { type Check, PASSED } from "@/lib/text/checks/check";
import { watchesTags } from "@/lib/text/checks/xml-invalid";
import { scanXml } from "@/lib/text/checks/xml-scan";

/** `list` without one occurrence of each item of `other`. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of other) left.set(item, (left.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

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
    const wanted = scanXml(source)?.elements ?? [];
    const given = scanXml(target)?.elements;
    if (!given) return PASSED;
    const missing = without(wanted, given).map(tagOf);
    const extra = without(given, wanted).map(tagOf);
    if (missing.length === 0 && extra.length === 0) return PASSED;
    if (without(missing, extra).length === 0 && without(extra, missing).length === 0) {
      return [{ message: "The tags of the translation are nested differently.", missing, extra }];
    }
    const parts = [
      missing.length > 0 ? `is missing ${missing.slice(0, 10).join(", ")}` : "",
      extra.length > 0 ? `has extra ${extra.slice(0, 10).join(", ")}` : "",
    ].filter((part) => part !== "");
    return [{ message: `The translation ${parts.join(" and ")}.`, missing, extra }];
  },
};
