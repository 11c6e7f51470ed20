import type { Texts } from "#texts";

/** The counters that a progress bar needs. */
export interface WorkNumbers {
  total: number;
  /** All that is translated, approved or read-only. */
  translated: number;
  fuzzy: number;
  approved: number;
  readonly: number;
  failing: number;
  suggestions: number;
}

/** Strings that wait for somebody. */
export function toDo(numbers: Pick<WorkNumbers, "total" | "translated">): number {
  return Math.max(0, numbers.total - numbers.translated);
}

/** Each state's own number; together they are the total. */
export function byState(numbers: WorkNumbers) {
  return {
    approved: numbers.approved,
    translated: numbers.translated - numbers.approved - numbers.readonly,
    readonly: numbers.readonly,
    needs: numbers.fuzzy,
    empty: Math.max(0, numbers.total - numbers.translated - numbers.fuzzy),
  };
}

/** The numbers as a sentence, for those who cannot see the bar. */
export function describeWork(t: Texts, numbers: WorkNumbers): string {
  const parts = byState(numbers);
  const said = [
    parts.approved ? t("work.bar.approved", { count: parts.approved }) : "",
    parts.translated ? t("work.bar.translated", { count: parts.translated }) : "",
    parts.readonly ? t("work.bar.readOnly", { count: parts.readonly }) : "",
    parts.needs ? t("work.bar.needsEditing", { count: parts.needs }) : "",
    parts.empty ? t("work.bar.empty", { count: parts.empty }) : "",
    numbers.failing ? t("work.bar.failing", { count: numbers.failing }) : "",
    numbers.suggestions ? t("work.bar.suggestions", { count: numbers.suggestions }) : "",
  ].filter(Boolean);
  return said.length > 0 ? said.join(", ") : t("work.bar.none");
}
