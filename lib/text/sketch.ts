/**
 * Sketches of texts, by which similar ones are found with an index of numbers: MinHash over groups of three letters, two
 * minima to a number (A. Broder, "On the resemblance and containment of documents", 1997; P. Indyk, R. Motwani,
 * "Approximate nearest neighbors", 1998). Two texts that share the part j of their groups have a number in common with the
 * probability 1 - (1 - j²)^16: 99 % at a half, 99.99 % at two thirds. What an equal number finds is compared afterwards.
 *
 * Sketches are stored, so none of these constants may change without new ones for all texts.
 */

const NUMBERS = 16;
/** With a million texts some sixteen share a number by chance; more bits would make the index larger. */
const BITS = 20;
/** Letters that are looked at. */
const LETTERS = 500;

const SEEDS = seeds(NUMBERS * 2);

/** The numbers of a text, each below 2^20; without order, at most 16, and never none. */
export function sketchOf(text: string): number[] {
  const padded = `  ${text.slice(0, LETTERS).toLowerCase()} `;
  const least = new Uint32Array(SEEDS.length).fill(0xffffffff);
  for (let at = 0; at + 3 <= padded.length; at++) {
    const group = scatter(
      Math.imul(padded.charCodeAt(at), 0x01000193) ^
        Math.imul(padded.charCodeAt(at + 1), 0x9e3779b1) ^
        Math.imul(padded.charCodeAt(at + 2), 0x85ebca77),
    );
    for (let place = 0; place < SEEDS.length; place++) {
      const value = seeded(group, SEEDS[place] as number);
      if (value < (least[place] as number)) least[place] = value;
    }
  }
  const numbers = new Set<number>();
  for (let place = 0; place < NUMBERS; place++) {
    const pair = (least[2 * place] as number) ^ Math.imul(least[2 * place + 1] as number, 0x27d4eb2f);
    numbers.add(scatter(pair ^ place) >>> (32 - BITS));
  }
  return [...numbers];
}

function seeds(count: number): Uint32Array {
  const made = new Uint32Array(count);
  let state = 0x9e3779b9;
  for (let at = 0; at < count; at++) {
    state = (Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x9e3779b9) >>> 0;
    made[at] = state | 1;
  }
  return made;
}

/** Spreads a number over 32 bits. */
function scatter(value: number): number {
  let spread = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  spread = Math.imul(spread ^ (spread >>> 15), 0x846ca68b);
  return (spread ^ (spread >>> 16)) >>> 0;
}

function seeded(group: number, seed: number): number {
  const mixed = Math.imul(group ^ seed, 0x2c1b3c6d);
  return (Math.imul(mixed ^ (mixed >>> 15), 0x297a2d39) ^ (mixed >>> 14)) >>> 0;
}
