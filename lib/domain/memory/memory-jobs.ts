import type { JobResult } from "@/lib/platform/readers/reader-job";
import { readMemoryJson } from "@/lib/text/memory-files/json";
import { decodeMemoryFile, MemoryFileError, type MemoryPair } from "@/lib/text/memory-files/memory-file";
import { readTmx } from "@/lib/text/memory-files/tmx";

/** What readers do with files of translation memories. */

export interface PairsRequest {
  bytes: Uint8Array;
  /** Pairs the file may have. */
  most: number;
}

/** Without a refusal the items are `MemoryPair`s. */
export interface PairsRead {
  refusal?: string;
}

/** The pairs of a TMX or JSON file; all are read before the first is given, so that a broken file changes nothing. */
function pairs({ bytes, most }: PairsRequest): JobResult {
  try {
    const text = decodeMemoryFile(bytes);
    const found: MemoryPair[] = [];
    for (const pair of /^\ufeff?\s*</.test(text) ? readTmx(text) : readMemoryJson(text))
      if (found.push(pair) > most)
        throw new MemoryFileError(
          `The file has more than ${most.toLocaleString("en")} entries. Split it into smaller files.`,
        );
    return { value: {} satisfies PairsRead, items: found };
  } catch (error) {
    if (!(error instanceof MemoryFileError)) throw error;
    return { value: { refusal: error.message } satisfies PairsRead };
  }
}

export const MEMORY_JOBS = { pairs };
