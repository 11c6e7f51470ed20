import type { Entry } from "@/lib/text/formats/kernel/format";
import type { AskedFile } from "./edited-files";
import type { ToolkitAnswer, ToolkitUnit } from "./toolkit";

/** How two readers of one file are compared: by rows, with named cases where the other is known to differ. */

/** One string, as both readers can tell of it. */
export interface Row {
  key: string;
  /** Forms; `[""]` where none has a text. */
  texts: string[];
  fuzzy?: boolean;
}

/** A case where the other reader is known to read something else, and why ours stands. */
export interface Limit {
  /** What it does, and what our rule is. */
  says: string;
  /** Whether only real files have it, and not the fixtures. */
  real?: boolean;
  /** Our rows that it does not have, or has in another way. */
  ours?: (row: Row, file: AskedFile) => boolean;
  /** Rows that only it has. */
  theirs?: (row: Row, file: AskedFile) => boolean;
  /** Files that it does not read, or not to their end. */
  file?: (file: AskedFile, error: string | undefined) => boolean;
}

/** How the strings of a format stand in a store of the other reader. */
export interface Naming {
  store: string;
  /** What the class of the store is made with. */
  arguments?: readonly unknown[];
  /** Whether the store is told the encoding, which it would guess else. */
  encoded?: boolean;
  /** What is changed in a file before the store gets it, as it could not read it else. */
  help?: { says: string; given: (bytes: Uint8Array) => Uint8Array };
  ours: (entry: Entry) => Row;
  /** Undefined for what is no string to us by the kind of it, such as a header. */
  theirs: (unit: ToolkitUnit) => Row | undefined;
  limits: readonly Limit[];
}

/** The forms that have a text: readers show in their own ways that one is missing. */
export function formsOf(texts: string | readonly string[] | null): string[] {
  const list = (typeof texts === "string" ? [texts] : (texts ?? [])).filter((text) => text !== "");
  return list.length > 0 ? list : [""];
}

/** What is left on both sides when equal rows are taken away. */
function leftOver(ours: readonly Row[], theirs: readonly Row[]): { ours: Row[]; theirs: Row[] } {
  const spell = ({ key, texts, fuzzy }: Row): string => JSON.stringify([key, texts, fuzzy]);
  const counts = new Map<string, number>();
  for (const row of theirs) counts.set(spell(row), (counts.get(spell(row)) ?? 0) + 1);
  const take = (row: Row): boolean => {
    const count = counts.get(spell(row)) ?? 0;
    counts.set(spell(row), count - 1);
    return count > 0;
  };
  const left = ours.filter((row) => !take(row));
  return { ours: left, theirs: theirs.filter((row) => (counts.get(spell(row)) ?? 0) > 0) };
}

/** What the readers do not agree about, each as a sentence; `used` learns which of the named cases were seen. */
export function disagreements(naming: Naming, file: AskedFile, answer: ToolkitAnswer, used: Set<Limit>): string[] {
  const known = naming.limits.find((limit) => limit.file?.(file, answer.error));
  const found: string[] = [];
  if (answer.error !== undefined) found.push(`${file.name}: it cannot be read: ${answer.error}`);
  else {
    const theirRows = answer.units.flatMap((unit) => naming.theirs(unit) ?? []);
    const left = leftOver(file.entries.map(naming.ours), theirRows);
    const excused = new Set<string>();
    for (const row of left.ours) {
      const limit = naming.limits.find((each) => each.ours?.(row, file));
      if (limit) {
        used.add(limit);
        excused.add(row.key);
        continue;
      }
      const other = left.theirs.find(({ key }) => key === row.key);
      found.push(`${file.name}: we read ${JSON.stringify(row)}, it reads ${JSON.stringify(other)}`);
      if (other) excused.add(row.key);
    }
    for (const row of left.theirs) {
      if (excused.has(row.key)) continue;
      const limit = naming.limits.find((each) => each.theirs?.(row, file));
      if (limit) used.add(limit);
      else found.push(`${file.name}: it alone reads ${JSON.stringify(row)}`);
    }
  }
  if (!known || found.length === 0) return found;
  used.add(known);
  return [];
}
