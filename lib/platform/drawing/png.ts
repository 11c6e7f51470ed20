import { setImmediate as others } from "node:timers/promises";
import { renderAsync } from "@resvg/resvg-js";

/**
 * SVG of ours as PNG. It is drawn on a thread of the pool, few at a time; what was drawn is kept for the next who asks, as
 * a picture is fetched again and again by those who show it.
 */

const AT_ONCE = 2;
/** Pictures that may wait for their turn. */
const MOST_WAITING = 50;
/** Bytes of pictures that are kept. */
const MOST_KEPT = 16_000_000;

/** Too many pictures wait to be drawn. */
export class DrawingLimitReached extends Error {
  override readonly name = "DrawingLimitReached";
}

/** What is drawn, and what was. */
class Drawings {
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private readonly kept = new Map<string, Buffer>();
  private keptBytes = 0;
  private readonly begun = new Map<string, Promise<Buffer>>();

  of(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.kept.get(name);
    if (known) {
      this.kept.delete(name);
      this.kept.set(name, known);
      return Promise.resolve(known);
    }
    const begun = this.begun.get(name);
    if (begun) return begun;
    const work = this.inTurn(async () => {
      const png = await make();
      this.keep(name, png);
      return png;
    }).finally(() => this.begun.delete(name));
    this.begun.set(name, work);
    return work;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= MOST_WAITING) throw new DrawingLimitReached("Too many pictures wait to be drawn.");
      await new Promise<void>((enter) => this.waiting.push(enter));
    } else this.running++;
    try {
      return await work();
    } finally {
      // A place is handed on to who waits longest.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  private keep(name: string, png: Buffer): void {
    this.kept.set(name, png);
    this.keptBytes += png.length;
    for (const [oldest, { length }] of this.kept) {
      if (this.keptBytes <= MOST_KEPT) break;
      this.kept.delete(oldest);
      this.keptBytes -= length;
    }
  }
}

const slot = Symbol.for("loquat.drawings");
const shared = globalThis as { [slot]?: Drawings };
/** One for all copies of this module: routes are bundled apart. */
shared[slot] ??= new Drawings();
const drawings = shared[slot];

/**
 * A picture as PNG.
 * @param name stands for what it shows: of one name there is one picture
 * @param draw makes its SVG, which holds outlines and no text
 * @throws DrawingLimitReached
 */
export function drawnPng(name: string, draw: () => Promise<string>): Promise<Buffer> {
  return drawings.of(name, async () => {
    const svg = await draw();
    // What is done on this thread takes some milliseconds a time; requests that wait come between.
    await others();
    const image = await renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: "off" });
    await others();
    return image.asPng();
  });
}
