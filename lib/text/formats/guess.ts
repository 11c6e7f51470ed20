import type { FileFormat } from "./kernel/format";
import { findFormat, offeredFormats } from "./registry";

/** Which formats a file from outside may have: a client may send it under any name, or under none that says something. */

/** Endings that mean the same, beside those that formats name as theirs. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  xliff: ["xlf"],
  xlf: ["xliff"],
  yaml: ["yml"],
  pot: ["po"],
  htm: ["html"],
};

/** How much of a file is looked at. */
const HEAD = 8192;

/** What the beginning of a file says, and the formats that begin so, the likeliest first. */
const BEGINNINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^PK\x03\x04/, ["xlsx"]],
  [/<xliff\b[^>]{0,2000}\bversion=["']2/, ["xliff2"]],
  [/<xliff\b/, ["plainxliff", "poxliff"]],
  [/<(?:martif|tbx)\b/, ["tbx"]],
  [/<resources\b/, ["aresource"]],
  [/<TS\b/, ["ts"]],
  [/<resheader\b/, ["resx"]],
  [/^[{[]/, ["json", "json-nested"]],
  [/^msg(?:id|ctxt)[ \t]+"/m, ["po"]],
  [/^[^\n]*\b(?:source|target|context)\b[^\n]*\n/i, ["csv"]],
];

/**
 * The formats a file may be read as, likeliest first: those that it begins like, then those that are named so.
 * @param filename its name, of which the ending counts
 */
export function guessFormats(filename: string, bytes: Uint8Array): FileFormat[] {
  const ending = /\.([A-Za-z0-9]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  const endings = [ending, ...(Object.hasOwn(ALIKE, ending) ? (ALIKE[ending] as readonly string[]) : [])];
  const named = offeredFormats().filter((format) => endings.includes(format.extension));
  const begun = beginningsOf(bytes).flatMap((id) => findFormat(id) ?? []);
  return [...new Set([...begun, ...named])];
}

function beginningsOf(bytes: Uint8Array): readonly string[] {
  // Gettext's groups may stand far below the head of an XLIFF file; the other signs stand in it.
  const head = Buffer.from(bytes.subarray(0, HEAD))
    .toString("latin1")
    .replace(/^(?:\xef\xbb\xbf)?\s*/, "");
  const grouped = /<xliff\b/.test(head) && Buffer.from(bytes).includes('restype="x-gettext');
  if (grouped) return ["poxliff"];
  return BEGINNINGS.find(([sign]) => sign.test(head))?.[1] ?? [];
}
