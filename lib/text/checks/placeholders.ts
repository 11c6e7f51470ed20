import { type Check, type CheckContext, PASSED } from "@/lib/text/checks/check";
import { difference } from "@/lib/text/checks/difference";
import { findPattern, type Pattern } from "@/lib/text/flags/pattern";

/** One pattern for all listed placeholders, longest literal first, so that `%a%` wins over `%`. */
function patternOf({ flags }: CheckContext): Pattern | undefined {
  const values = (flags.get("placeholders") ?? []).filter((value) => value.text !== "");
  if (values.length === 0) return undefined;
  const ordered = [...values].sort((a, b) => Number(a.pattern) - Number(b.pattern) || b.text.length - a.text.length);
  const parts = ordered.map((value) =>
    value.pattern ? `(?:${value.text})` : value.text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
  );
  return findPattern(parts.join("|"), flags.has("case-insensitive"));
}

export const placeholders: Check = {
  id: "placeholders",
  name: "Placeholders",
  about: "A placeholder is missing from the translation, or is not in the source.",
  severity: "error",
  looksAt: "target",
  runs: { flags: ["placeholders"] },
  fails({ source, target, single }, unit) {
    const pattern = patternOf(unit);
    if (!pattern) return PASSED;
    const fold = unit.flags.has("case-insensitive");
    const setOf = (text: string): Map<string, string> =>
      new Map(pattern.all(text).map((match) => [fold ? match.text.toLowerCase() : match.text, match.text]));
    let wanted = setOf(source);
    if (wanted.size === 0 && unit.sources.length > 1) wanted = setOf(unit.sources.at(-1) ?? "");
    const given = setOf(target);
    const absent = [...wanted].filter(([key]) => !given.has(key)).map(([, text]) => text);
    const extra = [...given].filter(([key]) => !wanted.has(key)).map(([, text]) => text);
    const missing = single && unit.targets.length > 1 ? [] : absent;
    return difference(missing, extra);
  },
};
