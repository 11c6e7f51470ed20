/** Translation memories as files: what is common to all formats. */

/** One pair of texts; plural forms are joined by the separator of changes. Languages are codes as the file says them. */
export interface MemoryPair {
  sourceLanguage: string;
  targetLanguage: string;
  source: string;
  target: string;
  /** Where it came from; "" when the file does not say. */
  origin: string;
}

/** A file that cannot be read, with a sentence for a person. */
export class MemoryFileError extends Error {
  override readonly name = "MemoryFileError";
}

/** The text of a file: UTF-8, or UTF-16 where a byte order mark says so. @throws MemoryFileError */
export function decodeMemoryFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new MemoryFileError("The file is not valid UTF-8 (or UTF-16 with a byte order mark).");
  }
}

/** Whether a pair can be stored at all. */
export function isUsable(pair: MemoryPair): boolean {
  const texts = [pair.source, pair.target];
  return texts.every(
    (text) => text.trim() !== "" && text.length <= 10_000 && !text.includes("\0") && text.isWellFormed(),
  );
}
