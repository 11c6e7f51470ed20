import { type Refusal, sayRefusal } from "@/lib/text/messages/refusal";
import type { TextKey, Texts } from "@/lib/text/messages/translator";
import type { Worded } from "../errors";

/** Why something was done, as details of a line of the ledger: in English, and beside it as pages say it. */

export const because = ({ message, said }: Worded): Record<string, unknown> => ({
  reason: message,
  ...(said && { said }),
});

/** What reasons are called that the API knows by a word or two. */
const REASONS: Readonly<Record<string, TextKey>> = {
  clash: "changes.because.clash",
  "cannot be written": "changes.because.unwritable",
  "taken back upstream": "changes.because.takenBack",
  "changed-upstream": "changes.because.changedUpstream",
  "added-on-both-sides": "changes.because.addedTwice",
  "renamed-upstream": "changes.because.renamed",
  "clash decided": "changes.because.decided",
  "language-removed": "changes.because.languageRemoved",
  "new file": "changes.because.newFile",
  restored: "changes.because.restored",
};

/** What the details give as the reason, in the language of `t` where they hold it; undefined where they give none. */
export function becauseWords(t: Texts, { reason, said }: Record<string, unknown>): string | undefined {
  if (typeof reason !== "string") return undefined;
  if (isRefusal(said)) return sayRefusal(t, said);
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
  return known ? t(known) : reason;
}

/** What the error that details tell of begins with as a message, where they hold it. */
export const errorSaid = ({ error, said }: Record<string, unknown>): Refusal | undefined =>
  typeof error === "string" && isRefusal(said) ? said : undefined;

const isRefusal = (said: unknown): said is Refusal =>
  typeof said === "object" && said !== null && typeof (said as { key?: unknown }).key === "string";

/** Details as programs get them: what pages say in other words is left out, also of the items of lists. */
export const plainDetails = (details: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) => (name === "said" ? [] : [[name, plainItems(value)] as const])),
  );

const plainItems = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((item) =>
        typeof item === "object" && item !== null && !Array.isArray(item) ? plainDetails(item) : item,
      )
    : value;
