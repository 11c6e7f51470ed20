import type { TextKey, Texts } from "#texts";
import { checkTexts, type NamedCheck } from "./check-texts";

/** What was done to a string, by the name that the domain has for it; undefined for what is done to other things. @param check what it is about */
export function didWords(t: Texts, key: string, check: NamedCheck | null): string | undefined {
  if (check !== null && (key === "checkDismissed" || key === "checkCounted"))
    return t(`did.${key}`, { check: checkTexts(t, check).name });
  const did = `did.${key}` as TextKey;
  return key !== "" && t.has(did) ? t(did) : undefined;
}
