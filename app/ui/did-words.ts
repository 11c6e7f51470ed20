import type { TextKey, Texts } from "#texts";

/** What was done to a string, by the name that the domain has for it; undefined for what is done to other things. @param check its name */
export function didWords(t: Texts, key: string, check: string | null): string | undefined {
  if (check !== null && (key === "checkDismissed" || key === "checkCounted")) return t(`did.${key}`, { check });
  const did = `did.${key}` as TextKey;
  return key !== "" && t.has(did) ? t(did) : undefined;
}
