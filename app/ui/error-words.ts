import type { Texts } from "#texts";
import { denialWords } from "@/lib/domain/access/denial-words";
import { isSharedSetting } from "@/lib/domain/components/shared-settings";
import { type DomainError, Forbidden, Invalid, Stale, type Worded, worded } from "@/lib/domain/errors";
import { type Refusal, refusal, sayRefusal } from "@/lib/text/messages/refusal";
import { settingLabel } from "./shared-settings/setting-texts";

/** What the domain refuses, in the language of the page; in English where it comes from outside, such as from a remote. */

/** One sentence of an error, such as that of a field; a setting that it names goes by its label. */
export function sentenceWords(t: Texts, { message, said }: Worded): string {
  const setting = said?.values?.namedSetting;
  if (!said || typeof setting !== "string" || !isSharedSetting(setting)) return denialWords(t, { text: message, said });
  const label = t(settingLabel(setting));
  return denialWords(t, { text: message, said: { ...said, values: { ...said.values, namedSetting: label } } });
}

/** A whole error in one text. */
export function errorWords(t: Texts, error: DomainError): string {
  if (error instanceof Forbidden) return denialWords(t, error.denial);
  if (error instanceof Invalid) return error.fields.map((field) => sentenceWords(t, field)).join(" ");
  if (error instanceof Stale) {
    const changed = error.reasons.map((reason) => sentenceWords(t, worded(reason))).join(" ");
    return sayRefusal(t, refusal("planOutdated", { changed }));
  }
  return sentenceWords(t, error);
}

/** Why a component is locked. */
export const lockWords = (
  t: Texts,
  { lockReason, lockReasonSaid }: { lockReason: string; lockReasonSaid: Refusal | null },
): string => beginningWords(t, lockReason, lockReasonSaid) || t("common.noReason");

/** What something failed at, in the language of the page, and what a program printed below it, as it is. */
export function failureWords(
  t: Texts,
  text: string,
  said: Refusal | null | undefined,
): { words: string; output: string } {
  const own = said ? worded(said).message : "";
  const end = own !== "" && text.startsWith(own) ? own.length : text.indexOf("\n");
  const [words, output] = end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end)];
  return { words: said ? sayRefusal(t, said) : words, output: output.trim() };
}

/** A text that begins with what is said, with that in the language of the page; the rest is what somebody else's program printed. */
export function beginningWords(t: Texts, text: string, said: Refusal | null | undefined): string {
  if (!said) return text;
  const { message } = worded(said);
  return sayRefusal(t, said) + (text.startsWith(message) ? text.slice(message.length) : "");
}
