import { expect, test } from "vitest";
import { parseSchedule } from "@/lib/platform/engine/cron";
import { evaluate, parseExpression } from "@/lib/platform/engine/expr";
import { parseRetryAfter, parseWhen } from "@/lib/platform/engine/when";

const scope = {
  event: { name: "a", data: { id: 7, text: "x", flag: true, nothing: null, inner: { deep: "y" } } },
  async: { data: { id: 7 } },
};

test.each([
  ["event.data.id == async.data.id", true],
  ['event.data.text == "x" && event.data.flag', true],
  ["event.data.text == 'x' && !event.data.flag", false],
  ["event.data.missing == null || false", true],
  ["event.data.missing.further != null", false],
  ['"repo-" + string(event.data.id)', "repo-7"],
  ["event.data.id + 1", 8],
  ["(event.data.id == 8 || event.data.inner.deep == 'y') && !!true", true],
  ["event.data.flag == true && event.data.id != 7 || 1 == 1", true],
  ["event.data.__proto__", null],
  ["event.data.toString", null],
  ["'it\\'s'", "it's"],
  ["event.data.text == event.data.id", false],
])("%s is %j", (source, value) => {
  expect(evaluate(source, scope)).toEqual(value);
});

test.each([
  "event.data.list.size() > 1",
  "request.ip",
  "event.data.id ==",
  "(event.data.id",
  "event.data['id']",
  "1 ? 2 : 3",
  "a b",
  "'open",
  "",
  `${"(".repeat(60)}1${")".repeat(60)}`,
  "1+".repeat(600),
])("%s is refused", (source) => {
  expect(() => parseExpression(source)).toThrow(/expression/);
});

test("durations and dates of the protocol", () => {
  expect(parseWhen("1d2h30m10s")).toEqual({ ms: 95_410_000 });
  expect(parseWhen("2026-01-02T03:04:05.000Z")).toEqual({ at: new Date("2026-01-02T03:04:05.000Z") });
  for (const bad of ["", "10", "s", "1y", "tomorrow", "900000000w", "2026-99-99T00:00:00Z", "1s".repeat(1000)])
    expect(() => parseWhen(bad)).toThrow(/not a duration/);
  expect(parseRetryAfter("0")).toBe(1000);
  expect(parseRetryAfter("90")).toBe(90_000);
  expect(parseRetryAfter("999999999")).toBe(86_400_000);
  expect(parseRetryAfter("soon")).toBeUndefined();
  expect(parseRetryAfter(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(55_000);
});

test("schedules have five fields and may have a zone", () => {
  const noon = new Date("2026-07-01T12:00:00Z");
  expect(parseSchedule("30 4 * * *").next(noon)).toEqual(new Date("2026-07-02T04:30:00Z"));
  expect(parseSchedule("TZ=Asia/Tokyo 30 4 * * *").next(noon)).toEqual(new Date("2026-07-01T19:30:00Z"));
  expect(parseSchedule("*/5 * * * *").next(noon)).toEqual(new Date("2026-07-01T12:05:00Z"));
  for (const bad of ["* * * *", "0 * * * * *", "61 * * * *", "TZ=Nowhere/Land * * * * *", ""])
    expect(() => parseSchedule(bad)).toThrow(/schedule/);
});
