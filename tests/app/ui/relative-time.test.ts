import { expect, it } from "vitest";
import { drawnTime } from "@/app/ui/relative-time";
import { textsOf } from "@/lib/text/messages/catalogue";

/** Moments in relative words. */

const t = textsOf("en");
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** What is said of a moment so many seconds from now. */
function said(seconds: number): string {
  const drawn = drawnTime(t, "en", new Date(Date.now() + seconds * 1000));
  return typeof drawn === "string" ? drawn : drawn.ago;
}

it.each([
  [-5, "just now"],
  [-100, "1 minute ago"],
  [-2 * HOUR + 5, "1 hour ago"],
  [-2 * HOUR - 5, "2 hours ago"],
  [-DAY - 5, "yesterday"],
  [-8 * DAY, "last week"],
])("what was %i seconds ago is counted in what has passed wholly", (seconds, words) => {
  expect(said(seconds)).toBe(words);
});

it.each([
  [5, "just now"],
  [30 * MINUTE, "in 30 minutes"],
  [55 * MINUTE + 10, "in 55 minutes"],
  [HOUR, "in 1 hour"],
  [23 * HOUR, "in 23 hours"],
  [DAY, "tomorrow"],
  [7 * DAY, "in 7 days"],
  [13 * DAY, "in 13 days"],
  [14 * DAY, "in 2 weeks"],
])("what ends in %i seconds is rounded, also after the seconds that a page takes", (seconds, words) => {
  expect(said(seconds - 1)).toBe(words);
});

it("no moment is never", () => {
  expect(drawnTime(t, "en", null)).toBe("never");
});
