import { type Finding, PASSED } from "@/lib/text/checks/check";

const MOST_NAMED = 10;

/** `list` without one occurrence of each item of `other`. */
export function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of other) left.set(item, (left.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

/** What a translation lacks and what it has too much, in one sentence. */
export function difference(missing: readonly string[], extra: readonly string[]): readonly Finding[] {
  if (missing.length === 0 && extra.length === 0) return PASSED;
  const parts = [
    missing.length > 0 ? `is missing ${missing.slice(0, MOST_NAMED).join(", ")}` : "",
    extra.length > 0 ? `has extra ${extra.slice(0, MOST_NAMED).join(", ")}` : "",
  ].filter((part) => part !== "");
  return [{ message: `The translation ${parts.join(" and ")}.`, missing: [...missing], extra: [...extra] }];
}
