/** The counters that tell how far the work is. */
export interface StateNumbers {
  total: number;
  /** All that is translated, approved or read-only. */
  translated: number;
  fuzzy: number;
  approved: number;
  readonly: number;
}

/** Each state's own number; together they are the total. */
export function byState(numbers: StateNumbers) {
  return {
    approved: numbers.approved,
    translated: numbers.translated - numbers.approved - numbers.readonly,
    readonly: numbers.readonly,
    needs: numbers.fuzzy,
    empty: Math.max(0, numbers.total - numbers.translated - numbers.fuzzy),
  };
}
