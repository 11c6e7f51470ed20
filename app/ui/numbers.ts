const plain = new Intl.NumberFormat("en", { useGrouping: true });

/** A count for people: thousands apart. */
export function count(value: number): string {
  return plain.format(value);
}

/** Percent for people, floored so that 100 means all of it. */
export function percentText(part: number, total: number): string {
  if (total === 0) return "–";
  if (part >= total) return "100 %";
  return `${Math.min(99, Math.floor((100 * part) / total))} %`;
}
