import { count } from "./numbers";

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
export function describeWork(numbers: WorkNumbers): string {
  const parts = byState(numbers);
  const said = [
    parts.approved ? `${count(parts.approved)} approved` : "",
    parts.translated ? `${count(parts.translated)} translated` : "",
    parts.readonly ? `${count(parts.readonly)} read-only` : "",
    parts.needs ? `${count(parts.needs)} need editing` : "",
    parts.empty ? `${count(parts.empty)} empty` : "",
    numbers.failing ? `${count(numbers.failing)} with failing checks` : "",
    numbers.suggestions ? `${count(numbers.suggestions)} with suggestions` : "",
  ].filter(Boolean);
  return said.length > 0 ? said.join(", ") : "No strings";
}
