import assert from "node:assert/strict";

/** Milliseconds of work, of the clock or of the processor, whichever says less. */
async function cost(work: () => unknown): Promise<number> {
  const busy = process.cpuUsage();
  const start = performance.now();
  await work();
  const clock = performance.now() - start;
  const { user, system } = process.cpuUsage(busy);
  return Math.min(clock, (user + system) / 1000);
}

/** Less than this says nothing of how it grows. */
const NOTHING_MS = 60;

/**
 * Fails when four times as much takes more than eight times as long: linear work takes about four times, quadratic
 * work sixteen. Measured up to six times, as other processes have the machine too; the best of each counts.
 * @param work gives the work of a size; making its input does not count
 */
export async function growsLinearly(
  what: string,
  size: number,
  work: (size: number) => () => unknown,
  measure = cost,
): Promise<void> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const [one, four] = [work(size), work(size * 4)];
  for (let run = 0; run < 6; run++) {
    small = Math.min(small, await measure(one));
    large = Math.min(large, await measure(four));
    if (large < NOTHING_MS || large < 8 * small) return;
  }
  assert.fail(`${what}: ${Math.round(small)} ms, and ${Math.round(large)} ms for four times as much`);
}
