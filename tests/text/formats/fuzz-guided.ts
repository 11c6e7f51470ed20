import { Session } from "node:inspector/promises";
import type { FileFormat } from "@/lib/text/formats/kernel/format";
import { type Finding, holdText } from "./fuzz";
import { grammarOf } from "./grammars";
import { Dice, mutate } from "./mutations";
import { ownSamples, seeded } from "./samples";

/**
 * Random files that are led by what they reach: a file that runs a part of the code that none before has run is kept,
 * and further ones are made from it. Slower for each file, but it goes where chance alone hardly comes.
 */

/** Longest file that is kept. */
const LONGEST = 20_000;
/** Files between two looks at what was run. */
const STEP = 8;

/** Ranges of code below lib/text that have run since the last look, by the engine itself. */
async function newlyRun(session: Session, seen: Set<string>): Promise<number> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  let count = 0;
  for (const script of result) {
    if (!script.url.includes("/lib/text/")) continue;
    for (const { ranges } of script.functions)
      for (const range of ranges) {
        // How often, in powers of two: a loop that runs longer than ever is news as well.
        const name = `${script.scriptId}:${range.startOffset}:${range.endOffset}:${Math.ceil(Math.log2(range.count + 1))}`;
        if (range.count === 0 || seen.has(name)) continue;
        seen.add(name);
        count++;
      }
  }
  return count;
}

/** Looks for findings until the time is over; each different one is told once. */
export async function fuzzGuided(
  format: FileFormat,
  milliseconds: number,
  seed: number,
  tell: (finding: Finding) => void,
): Promise<{ files: number; kept: number; reached: number }> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const samples = ownSamples(format.id);
  const corpus = samples.map((sample) => format.decode(sample.bytes)).filter((text) => text.length <= LONGEST);
  const grammar = grammarOf(format.id);
  const seen = new Set<string>();
  const told = new Set<string>();
  const dice = new Dice(seeded(seed));
  const end = performance.now() + milliseconds;
  const start = corpus.length;
  let files = 0;
  while (performance.now() < end && corpus.length > 0) {
    const made: string[] = [];
    for (let step = 0; step < STEP; step++) {
      // The newest are the furthest.
      const parent = dice.below(2)
        ? dice.one(corpus)
        : corpus[corpus.length - 1 - dice.below(Math.min(20, corpus.length))]!;
      const text =
        grammar && dice.below(5) === 0 ? grammar(dice, corpus.slice(0, start)) : mutate(parent, dice, corpus);
      if (text.length > LONGEST) continue;
      files++;
      made.push(text);
      const sample = dice.one(samples);
      try {
        holdText(format, sample, text, dice);
      } catch (error) {
        const what = (error as Error).message.split("\n", 1)[0]!.replace(/\d+/g, "n");
        if (!told.has(what)) tell({ format: format.id, seed, path: sample.path, error: error as Error, text });
        told.add(what);
      }
    }
    if ((await newlyRun(session, seen)) > 0) corpus.push(...made);
  }
  await session.post("Profiler.stopPreciseCoverage");
  session.disconnect();
  return { files, kept: corpus.length - start, reached: seen.size };
}
