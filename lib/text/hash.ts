/**
 * Identities of strings as signed 64-bit numbers. The one module of lib/text that is for the server only: it takes
 * SHA-256 from `node:crypto`, which has no side effect but does not exist in browsers.
 *
 * The encoding below is stored in every database: changing it changes every address of every string.
 */
import { hash } from "node:crypto";

/** Each part is preceded by its length in bytes, so that no two lists of parts read the same. */
function digits64(parts: readonly string[]): string {
  let whole = "";
  for (const part of parts) whole += `${Buffer.byteLength(part)}:${part}`;
  return hash("sha256", whole, "hex").slice(0, 16);
}

const hash64 = (parts: readonly string[]): bigint => BigInt.asIntN(64, BigInt(`0x${digits64(parts)}`));

const asList = (source: string | readonly string[]): readonly string[] =>
  typeof source === "string" ? [source] : source;

/**
 * Number of a string within its component, equal in all languages: of the context alone for monolingual files
 * (leave `source` out), of source and context otherwise. Plural sources are given as a list.
 */
export function idHash(context: string, source?: string | readonly string[]): bigint {
  return source === undefined ? hash64(["id", context]) : hash64(["id", context, ...asList(source)]);
}

/** Number of what a translator is asked to translate: source and context, whatever identifies the string. */
export function contentHash(source: string | readonly string[], context: string): bigint {
  return hash64(["content", context, ...asList(source)]);
}

/** Signed 64-bit number of any texts, for keys of our own (memory, caches). `kind` keeps different uses apart. */
export function textHash(kind: string, ...parts: string[]): bigint {
  return hash64([kind, ...parts]);
}

/** The same number without a sign, as 16 hexadecimal digits: these are quicker to make and to compare. */
export function textDigits(kind: string, ...parts: string[]): string {
  return digits64([kind, ...parts]);
}

const HALF = 1n << 63n;

/** The checksum that addresses a string: `idHash + 2^63` as 16 lower-case hexadecimal digits. */
export function checksumOf(idHash: bigint): string {
  return BigInt.asUintN(64, idHash + HALF)
    .toString(16)
    .padStart(16, "0");
}

/** The id hash a checksum stands for; undefined when it is not 16 hexadecimal digits. */
export function idHashOf(checksum: string): bigint | undefined {
  return /^[0-9a-fA-F]{16}$/.test(checksum) ? BigInt(`0x${checksum}`) - HALF : undefined;
}
