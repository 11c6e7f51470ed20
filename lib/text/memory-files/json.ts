import { z } from "zod";
import { MemoryFileError, type MemoryPair } from "./memory-file";

/** A memory as JSON: a list of objects with source, target, their languages and an origin. */

const Entry = z.object({
  source: z.string(),
  target: z.string(),
  source_language: z.string().max(100),
  target_language: z.string().max(100),
  origin: z.string().default(""),
});

/** The pairs of a JSON memory. @throws MemoryFileError naming the first entry that cannot be read */
export function* readMemoryJson(text: string): Generator<MemoryPair> {
  let list: unknown;
  try {
    list = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new MemoryFileError(`The file is not valid JSON: ${(error as Error).message.slice(0, 200)}.`);
  }
  if (!Array.isArray(list)) throw new MemoryFileError("The file must contain a list of entries.");
  for (const [index, item] of list.entries()) {
    const read = Entry.safeParse(item);
    if (!read.success)
      throw new MemoryFileError(
        `Entry ${index + 1} cannot be read: it needs source, target, source_language and target_language as strings.`,
      );
    const { source, target, origin } = read.data;
    yield {
      source,
      target,
      origin,
      sourceLanguage: read.data.source_language,
      targetLanguage: read.data.target_language,
    };
  }
}

/** A JSON memory in pieces, one for each batch of pairs. */
export async function* writeMemoryJson(batches: AsyncIterable<readonly MemoryPair[]>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((pair) => `  ${JSON.stringify(entryOf(pair))}`).join(",\n");
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

const entryOf = (pair: MemoryPair) => ({
  source: pair.source,
  target: pair.target,
  source_language: pair.sourceLanguage,
  target_language: pair.targetLanguage,
  origin: pair.origin,
});
