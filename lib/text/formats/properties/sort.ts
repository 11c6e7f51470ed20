import { lineEnding } from "../kernel/splice";
import { readEscapes } from "./text";

/** Sorting files of Java properties. */

interface Line {
  key: string;
  /** As it is written, continued lines included. */
  written: string;
}

/** Whether what follows belongs to the line: it ends with an odd number of backslashes. */
const goesOn = (line: string): boolean => (/\\+$/.exec(line)?.[0].length ?? 0) % 2 === 1;

const KEY = /^(?:\\[\s\S]|[^\\=:\s])*/;

/**
 * The lines of a file by key, each as it is written; comments, blank lines and all but the first of several lines with one
 * key are left out.
 */
export function sortProperties(text: string, caseSensitive: boolean): string {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const physical = text.slice(mark.length).split(/\r\n|[\r\n]/);
  const eol = lineEnding(text);
  const lines: Line[] = [];
  const known = new Set<string>();
  for (let at = 0; at < physical.length; at++) {
    let written = (physical[at] ?? "").replace(/^[ \t\f]+/, "");
    if (written === "" || /^[#!]/.test(written)) continue;
    for (let last = written; goesOn(last) && at + 1 < physical.length; ) {
      last = physical[++at] ?? "";
      written += eol + last;
    }
    const key = readEscapes(KEY.exec(written)?.[0] ?? "");
    if (known.has(key)) continue;
    known.add(key);
    lines.push({ key, written });
  }
  const order = (key: string) => (caseSensitive ? key : key.toLowerCase());
  lines.sort((a, b) => compare(order(a.key), order(b.key)) || compare(a.key, b.key));
  return mark + lines.map(({ written }) => written + eol).join("");
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
