import { type TextKey, useTexts } from "#texts";
import { RISK } from "@/lib/domain/editor/risks";

const RISKS: readonly [number, TextKey][] = [
  [RISK.newAuthor, "editor.review.risk.newAuthor"],
  [RISK.failing, "editor.review.risk.failing"],
  [RISK.placeholders, "editor.review.risk.placeholders"],
  [RISK.largeChange, "editor.review.risk.largeChange"],
];

/** Why a text wants a closer look, in words. */
export function useRisks(risks: number): string[] {
  const t = useTexts();
  return RISKS.filter(([bit]) => (risks & bit) !== 0).map(([, key]) => t(key));
}
