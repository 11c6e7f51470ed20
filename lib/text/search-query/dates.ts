import type { DateValue } from "@/lib/text/search-query/query";

type Unit = Extract<DateValue, { kind: "relative" }>["unit"];

const ABSOLUTE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

const RELATIVE = /^(a|an|last|\d{1,4})\s(minute|hour|day|week|month|year)s?(\sago)?$/;

const MILLISECONDS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

interface Bounds {
  /** First moment that belongs to it. */
  start: Date;
  /** First moment after it. */
  end: Date;
}

const between = (start: number, end: number): Bounds => ({ start: new Date(start), end: new Date(end) });

/** Reads a date of a search: ISO date or date-time, year, year and month, or an English phrase; undefined for others. */
export function parseDate(text: string): DateValue | undefined {
  const plain = text.trim().replaceAll("_", " ").replace(/\s+/g, " ").toLowerCase();
  if (plain === "today" || plain === "now") return { kind: "relative", amount: 0, unit: "day" };
  if (plain === "yesterday") return { kind: "relative", amount: 1, unit: "day" };
  const match = RELATIVE.exec(plain);
  // A bare "2 weeks" says nothing about before or after; "last week" does.
  if (match && (match[3] !== undefined) !== (match[1] === "last")) {
    const amount = /^\d/.test(match[1] ?? "") ? Number(match[1]) : 1;
    return { kind: "relative", amount, unit: match[2] as Unit };
  }
  const absolute = text.trim().replace(/\s+/g, " ");
  return absoluteBounds(absolute) ? { kind: "absolute", text: absolute } : undefined;
}

function absoluteBounds(text: string): Bounds | undefined {
  const match = ABSOLUTE.exec(text);
  if (!match) return undefined;
  const [, year = "", month, day, hour, minute = "", second, zone = "Z"] = match;
  if (year === "0000") return undefined;
  if (month === undefined) return between(Date.UTC(Number(year), 0), Date.UTC(Number(year) + 1, 0));
  const [y, m, d] = [Number(year), Number(month) - 1, Number(day ?? "1")];
  const start = new Date(Date.UTC(y, m, d));
  if (start.getUTCMonth() !== m || start.getUTCDate() !== d) return undefined;
  if (day === undefined) return between(start.getTime(), Date.UTC(y, m + 1));
  if (hour === undefined) return between(start.getTime(), start.getTime() + MILLISECONDS.day);
  const offset = zone === "Z" ? "Z" : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const moment = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second ?? "00"}${offset}`);
  return Number.isNaN(moment) ? undefined : between(moment, moment + (second === undefined ? 60_000 : 1000));
}

/** The text of a date as `parseDate` reads it back. */
export function dateText(date: DateValue): string {
  if (date.kind === "absolute") return date.text;
  return date.amount === 0 && date.unit === "day"
    ? "today"
    : `${date.amount} ${date.unit}${date.amount === 1 ? "" : "s"} ago`;
}

/**
 * The stretch of time a date stands for, in UTC, end excluded: a bare date is its whole day, a year the whole year.
 * A phrase counts back from `now`: in minutes and hours to that very minute, otherwise to the whole day.
 */
export function dateBounds(date: DateValue, now: Date): Bounds {
  if (date.kind === "absolute") return absoluteBounds(date.text) ?? between(0, 0);
  const { amount, unit } = date;
  if (unit === "minute" || unit === "hour") {
    const moment = now.getTime() - amount * MILLISECONDS[unit];
    return between(moment, moment + MILLISECONDS.minute);
  }
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  if (unit === "day" || unit === "week") day.setTime(day.getTime() - amount * MILLISECONDS[unit]);
  else {
    const months = unit === "year" ? amount * 12 : amount;
    const wanted = day.getUTCDate();
    day.setUTCMonth(day.getUTCMonth() - months, 1);
    const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
    day.setUTCDate(Math.min(wanted, last));
  }
  return between(day.getTime(), day.getTime() + MILLISECONDS.day);
}
