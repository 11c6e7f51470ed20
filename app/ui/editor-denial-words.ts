import type { Texts } from "#texts";
import { denialWords } from "@/lib/domain/access/denial-words";
import type { Denial } from "@/lib/domain/errors";

/** Why a text cannot be saved, as the editor says it: where the component is locked, the editor keeps the text. */
export function editorDenialWords(t: Texts, denial: Pick<Denial, "said" | "text"> & Partial<Denial>): string {
  const why = denialWords(t, denial);
  return denial.reason === "locked" ? t("editor.lockedDraft", { why }) : why;
}
