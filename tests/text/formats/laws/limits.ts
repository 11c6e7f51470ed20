import assert from "node:assert/strict";
import type { Entry, FileFormat } from "@/lib/text/formats/kernel/format";
import { optionsFor, ownSamples } from "../samples";
import { hostileBytes, isContainer } from "../traps/bytes";
import { holdsFew } from "../traps/lines";
import { bigFile, hostileFiles } from "../traps/traps";
import { assertPlace, setEdit } from "./subject";

/** The laws about time: hostile files (11) and big ones (12). */

/**
 * Milliseconds that work took. Time of the processor counts when it is less than what the clock says, as it is when
 * other processes have the processor.
 */
function measured(work: () => void): number {
  const busy = process.cpuUsage();
  const start = performance.now();
  work();
  const clock = performance.now() - start;
  const { user, system } = process.cpuUsage(busy);
  return Math.min(clock, (user + system) / 1000);
}

const memory = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Bytes that reading any file may take, as entries are objects, and how many times its own size beside that. */
const FLOOR = 400_000_000;
const TIMES = 20;

/** How often work is tried that takes too long, until other processes leave the machine alone for a moment. */
const TRIES = 3;

/** Fails when work on a text of some characters takes longer than `most` milliseconds, or memory that its size does not explain. */
export function bounded(size: number, what: string, most: number, work: () => void): void {
  const before = memory();
  let took = measured(work);
  const grown = memory() - before;
  for (let tried = 1; took >= most && tried < TRIES; tried++) took = Math.min(took, measured(work));
  assert.ok(took < most, `${what} took ${Math.round(took)} ms for ${size} characters`);
  const mega = Math.round(grown / 1e6);
  assert.ok(grown < FLOOR + TIMES * 2 * size, `${what} took ${mega} MB for ${size} characters`);
}

/**
 * How long reading a hostile file may take. Half a second is usual for the largest; what grows with the square of its size
 * takes minutes, so this tells them apart on slow machines, too.
 */
const HOSTILE_MS = 5_000;

/** Law 11; every file is let go when it has been read: those of one format together would fill the memory. */
export function survivesHostileFiles(format: FileFormat): number {
  const files: ([string, string] | undefined)[] = hostileFiles(format.id);
  const options = optionsFor("cs");
  for (let index = 0; index < files.length; index++) {
    const [name, text] = files[index]!;
    files[index] = undefined;
    bounded(text.length, `${format.id}: ${name}`, HOSTILE_MS, () => {
      try {
        format.parse(text, options);
      } catch (error) {
        assert.doesNotThrow(() => assertPlace(error), `${format.id}, ${name}: ${error}`);
      }
    });
  }
  return files.length;
}

/** What the size of a container says about its memory: it may hold this much and not more. */
const UNPACKED = 10_000_000;

/** Law 11 for bytes: what is no file of the format is refused with a place, or comes back as it was. */
export function survivesHostileBytes(format: FileFormat): number {
  const [sample] = ownSamples(format.id);
  const files = hostileBytes(sample!.bytes);
  for (const [name, bytes] of files) {
    bounded(isContainer(bytes) ? UNPACKED : bytes.length, `${format.id}: ${name}`, HOSTILE_MS, () => {
      try {
        const text = format.decode(bytes);
        assert.ok(Buffer.from(format.encode(text, bytes)).equals(bytes), `${format.id}, ${name}: other bytes`);
        format.parse(text, sample!.options);
      } catch (error) {
        assert.doesNotThrow(() => assertPlace(error), `${format.id}, ${name}: ${error}`);
      }
    });
  }
  return files.length;
}

/** Milliseconds for each of the two: 50 microseconds a string. */
const MOST_MS = 250;

/**
 * Law 12: reading with all entries made, and one edit of a file that was just read, as a commit does it. The limits are
 * what only more than linear work exceeds; how fast it is, `npm run bench` tells. Runs again, for twenty seconds at most,
 * until other processes leave the machine alone for a moment.
 */
export function readsBigFilesFast(format: FileFormat): void {
  const options = optionsFor("cs");
  const count = 5_000;
  const text = bigFile(format.id, count);
  let reading = Number.POSITIVE_INFINITY;
  let editing = Number.POSITIVE_INFINITY;
  const until = performance.now() + 20_000;
  for (let run = 0; run === 0 || (performance.now() < until && (reading >= MOST_MS || editing >= MOST_MS)); run++) {
    let entries: Entry[] = [];
    reading = Math.min(
      reading,
      measured(() => {
        entries = format.parse(text, options).entries;
      }),
    );
    if (!holdsFew(format.id)) assert.equal(entries.length, count);
    const edits = [setEdit(entries[entries.length >> 1]!, "Nový text")];
    const file = format.parse(text, options);
    editing = Math.min(
      editing,
      measured(() => format.edit(text, file, edits, options)),
    );
  }
  assert.ok(reading < MOST_MS, `${format.id} took ${Math.round(reading)} ms to read ${count} strings`);
  assert.ok(editing < MOST_MS, `${format.id} took ${Math.round(editing)} ms to edit one of ${count} strings`);
}
