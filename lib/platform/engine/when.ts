/** A moment in the protocol: so many milliseconds from now, or an instant. */
export type When = { ms: number } | { at: Date };

const UNITS: Record<string, number> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };
const LONGEST = 366 * 86_400_000;

/**
 * Reads a duration such as "1d2h30s", or an ISO date.
 * @throws Error when it is neither, or further away than a year
 */
export function parseWhen(text: string): When {
  if (text.length <= 60 && /^(?:\d{1,9}[wdhms])+$/.test(text)) {
    let ms = 0;
    for (const [, count, unit] of text.matchAll(/(\d+)([wdhms])/g)) ms += Number(count) * (UNITS[unit ?? ""] ?? 0);
    if (ms <= LONGEST) return { ms };
  }
  const at = new Date(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(at.getTime())) return { at };
  throw new Error(`"${text.slice(0, 40)}" is not a duration of at most a year such as "1h30m", nor a date.`);
}

/** Reads a `retry-after` header, seconds or a date, as milliseconds from now between one second and a day. */
export function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : new Date(header).getTime() - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 1000), 86_400_000);
}
