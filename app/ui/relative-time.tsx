import { type Texts, useLanguage, useTexts } from "#texts";
import { type DrawnTime, Time } from "./time";

const MINUTE = 60;

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", MINUTE],
];

/** What writes moments in a language; made once. */
const writers = new Map<string, { relative: Intl.RelativeTimeFormat; exact: Intl.DateTimeFormat }>();

function writerOf(language: string) {
  const known = writers.get(language);
  if (known) return known;
  const made = {
    relative: new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "long" }),
    exact: new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "UTC",
    }),
  };
  writers.set(language, made);
  return made;
}

/**
 * Seconds as words: "3 hours ago". What is to come is rounded: a period of seven days ends in seven days at first, one of an
 * hour in one hour.
 */
function agoText(t: Texts, relative: Intl.RelativeTimeFormat, at: Date, now: Date): string {
  const passed = (at.getTime() - now.getTime()) / 1000;
  const seconds = passed > MINUTE ? Math.round(passed / MINUTE) * MINUTE : passed;
  // "Next week" may be tomorrow: what is less than two weeks ahead is told in days.
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= (unit === "week" && seconds > 0 ? 2 * length : length))
      return relative.format(seconds > 0 ? Math.round(seconds / length) : Math.trunc(seconds / length), unit);
  return t("time.justNow");
}

/** A moment in the words of a language; never for none. */
export function drawnTime(t: Texts, language: string, at: Date | string | null | undefined): DrawnTime {
  if (!at) return t("time.never");
  const { relative, exact } = writerOf(language);
  const date = typeof at === "string" ? new Date(at) : at;
  return {
    at: date.toISOString(),
    exact: t("time.utc", { time: exact.format(date) }),
    ago: agoText(t, relative, date, new Date()),
  };
}

/** A moment in relative words, the exact time as its title. */
export function RelativeTime({ at }: { at: Date | string | null | undefined }) {
  return <Time time={drawnTime(useTexts(), useLanguage(), at)} />;
}

const DAY_MS = 86_400_000;

/** A day in relative words, as "yesterday"; days are those of UTC. @param day as 2026-11-25 */
export function RelativeDay({ day }: { day: string }) {
  const language = useLanguage();
  const today = Math.floor(Date.now() / DAY_MS);
  const days = Math.round(Date.parse(day) / DAY_MS) - today;
  const { relative } = writerOf(language);
  return (
    <time dateTime={day} title={day} suppressHydrationWarning>
      {days <= -14 ? relative.format(Math.trunc(days / 7), "week") : relative.format(days, "day")}
    </time>
  );
}
