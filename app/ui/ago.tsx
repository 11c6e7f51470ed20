const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "long" });
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Seconds as words: "3 hours ago". */
export function agoText(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  return "just now";
}

/** A moment in relative words, the exact time as its title. */
export function Ago({ at }: { at: Date | string | null | undefined }) {
  if (!at) return <span className="text-ink-3">never</span>;
  const date = typeof at === "string" ? new Date(at) : at;
  return (
    <time
      dateTime={date.toISOString()}
      title={`${exact.format(date)} UTC`}
      className="whitespace-nowrap"
      suppressHydrationWarning
    >
      {agoText(date, new Date())}
    </time>
  );
}
