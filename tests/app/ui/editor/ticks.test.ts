import { expect, it } from "vitest";
import { Ticks } from "@/app/ui/editor/ticks";

/** Strings of the list that are ticked. */

const ORDER = [5, 3, 9, 7, 1];
const ticked = (ticks: Ticks) => [...ticks.read()].sort((a, b) => a - b);

it("a tick comes and goes, and whoever listens is told", () => {
  const ticks = new Ticks();
  let told = 0;
  const stop = ticks.subscribe(() => told++);
  ticks.toggle(3);
  ticks.toggle(7);
  ticks.toggle(3);
  expect(ticked(ticks)).toEqual([7]);
  expect(told).toBe(3);
  stop();
  ticks.clear();
  expect(ticked(ticks)).toEqual([]);
  expect(told).toBe(3);
});

it("a range goes from the last tick to this string, in the order of the list and in both directions", () => {
  const ticks = new Ticks();
  ticks.toggle(9);
  ticks.range(ORDER, 1);
  expect(ticked(ticks)).toEqual([1, 7, 9]);
  ticks.range(ORDER, 5);
  expect(ticked(ticks)).toEqual([1, 3, 5, 7, 9]);
});

it("a range without a beginning in the list is one string, and one without an end is none", () => {
  const ticks = new Ticks();
  ticks.range(ORDER, 9);
  expect(ticked(ticks)).toEqual([9]);
  ticks.clear();
  ticks.toggle(42);
  ticks.range(ORDER, 3);
  ticks.range(ORDER, 4711);
  expect(ticked(ticks)).toEqual([3, 42]);
});

it("the set stays the same as long as nothing changes", () => {
  const ticks = new Ticks();
  const before = ticks.read();
  expect(ticks.read()).toBe(before);
  ticks.toggle(1);
  expect(ticks.read()).not.toBe(before);
});
