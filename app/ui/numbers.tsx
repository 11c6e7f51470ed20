import { useLanguage } from "#texts";

const writers = new Map<string, Intl.NumberFormat>();

/** A count for people: thousands apart, as a language does it. */
export function countText(language: string, value: number): string {
  const writer = writers.get(language) ?? new Intl.NumberFormat(language, { useGrouping: true });
  writers.set(language, writer);
  return writer.format(value);
}

/** The same in the language of the page. */
export function Count({ value }: { value: number }) {
  return countText(useLanguage(), value);
}

/** Percent for people, floored so that 100 means all of it. */
export function percentText(part: number, total: number): string {
  if (total === 0) return "–";
  if (part >= total) return "100 %";
  return `${Math.min(99, Math.floor((100 * part) / total))} %`;
}
