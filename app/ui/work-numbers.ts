import type { Texts } from "#texts";
import { byState, type StateNumbers } from "@/lib/text/by-state";
import type { DrawnBar } from "./bar";

/** The counters that a progress bar needs. */
export interface WorkNumbers extends StateNumbers {
  failing: number;
  suggestions: number;
}

/** Strings that wait for somebody. */
export function toDo(numbers: Pick<WorkNumbers, "total" | "translated">): number {
  return Math.max(0, numbers.total - numbers.translated);
}

/** The numbers as a sentence, for those who cannot see the bar. */
function describeWork(t: Texts, numbers: WorkNumbers): string {
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

/** The bar of some numbers, with them as a sentence. */
export function drawnBar(t: Texts, numbers: WorkNumbers): DrawnBar {
  const { approved, translated, readonly, needs, empty } = byState(numbers);
  const bar = { said: describeWork(t, numbers), parts: [approved, translated, readonly, needs, empty] };
  if (numbers.failing <= 0) return bar;
  const share = numbers.total > 0 ? Math.max(1.5, (100 * numbers.failing) / numbers.total) : 0;
  return { ...bar, failing: Math.min(100, share).toFixed(1) };
}
