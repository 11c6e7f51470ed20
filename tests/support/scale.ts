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

/** Four times as much may take this many times as long: linear work takes about four, quadratic work sixteen. */
const MOST = 8;

/**
 * Fails when work grows faster than its size. The best of six runs counts, as other processes have the machine too. One
 * step that is too high proves nothing: what leaves a cache of the processor, or meets the garbage collector for the
 * first time, takes a step of its own. So it is asked again with four times the size, where work that is linear goes on
 * as it should and quadratic work takes sixteen times as long once more.
 * @param work gives the work of a size; making its input does not count
 */
export async function growsLinearly(
  what: string,
  size: number,
  work: (size: number) => (() => unknown) | Promise<() => unknown>,
  measure = cost,
): Promise<void> {
  const steps: string[] = [];
  for (const from of [size, size * 4]) {
    let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const [one, four] = [await work(from), await work(from * 4)];
    for (let run = 0; run < 6; run++) {
      small = Math.min(small, await measure(one));
      large = Math.min(large, await measure(four));
      if (large < NOTHING_MS || large < MOST * small) return;
    }
    steps.push(`${Math.round(small)} ms, and ${Math.round(large)} ms for four times as much`);
  }
  assert.fail(`${what}: ${steps.join("; with four times the size ")}`);
}
