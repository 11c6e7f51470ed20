/** One at a time: whoever asks with the same key waits for the one before. */

/** Somebody has to come back later. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

interface Line {
  tail: Promise<unknown>;
  waiting: number;
}

const slot = Symbol.for("loquat.turns");
const shared = globalThis as { [slot]?: Map<string, Line> };
shared[slot] ??= new Map();
const lines = shared[slot];

/**
 * Runs `work` when all that came before with this key has ended.
 * @throws QueueFull at once when `most` are waiting already
 */
export async function runInTurn<T>(key: string, most: number, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { tail: Promise.resolve(), waiting: 0 };
  if (line.waiting > most) throw new QueueFull();
  lines.set(key, line);
  line.waiting++;
  const run = line.tail.then(work);
  line.tail = run.catch(() => {});
  try {
    return await run;
  } finally {
    if (--line.waiting === 0) lines.delete(key);
  }
}
