import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FileFormat,
  type FormatOptions,
  type ParsedFile,
} from "@/lib/text/formats/kernel/format";

/** A change that the file cannot hold; in Loquat a clash with this reason. */
export interface Unwritable {
  edit: EntryEdit;
  reason: string;
}

/**
 * Writes edits into a text as commits do: those that the format refuses are tried once more behind the others, then with
 * the items that lists lack before them, and left out.
 */
export function written(
  format: FileFormat,
  theirs: { text: string; file: ParsedFile },
  edits: readonly EntryEdit[],
  options: FormatOptions,
): { text: string; unwritable: Unwritable[] } {
  let { text } = theirs;
  let file: ParsedFile | undefined = theirs.file;
  const refused: Unwritable[] = [];
  let fillGaps = false;
  const write = (some: readonly EntryEdit[]): void => {
    if (some.length === 0) return;
    let reason: string;
    try {
      file ??= format.parse(text, options);
      const next = applyPatches(text, format.edit(text, file, [...some], { ...options, fillGaps }));
      if (next !== text) [text, file] = [next, undefined];
      return;
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
      ({ reason } = error);
      file = undefined;
    }
    const half = some.length >> 1;
    if (half === 0) {
      refused.push(...some.map((edit) => ({ edit, reason })));
      return;
    }
    write(some.slice(0, half));
    write(some.slice(half));
  };
  write(edits);
  for (let tried = edits.length; refused.length > 0 && refused.length < tried; ) {
    tried = refused.length;
    write(refused.splice(0).map(({ edit }) => edit));
  }
  fillGaps = true;
  write(refused.splice(0).map(({ edit }) => edit));
  return { text, unwritable: refused };
}
