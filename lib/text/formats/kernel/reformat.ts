import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused, type Entry, type FileFormat, FormatError, type FormatOptions, type ParsedFile } from "./format";
import { holdsLines } from "./params";
import { wantedLineEnd } from "./params-apply";

/** Whole files in the shape that the parameters of their component ask for. */

type Params = FormatOptions["params"];

/** Parameters that take something out of a file, with what their value must be and what entries then lack. */
const DROPS: readonly (readonly [param: string, value: boolean, field: "location" | "previousSource"])[] = [
  ["po_no_location", true, "location"],
  ["po_keep_previous", false, "previousSource"],
];

/** Values with which a parameter leaves a whole file alone. */
const IDLE: Readonly<Record<string, unknown>> = {
  po_keep_previous: true,
  po_remove_obsolete: false,
  po_no_location: false,
  json_sort_keys: false,
  yaml_line_break: "mac",
  yaml_line_wrap: 65535,
};

/** Parameters that would act on whole files of the format, whatever the component has set. */
export function reformatParams(format: FileFormat): string[] {
  const own = format.reformat?.params ?? [];
  const yaml = format.id === "yaml" || format.id === "ruby-yaml";
  return [...own, ...(holdsLines(format.id) ? ["dos_eol", ...(yaml ? ["yaml_line_break"] : [])] : [])];
}

/** Those of them that the component has set to something that acts; without any of them a file stays as it is. */
export function actingParams(format: FileFormat, params: Params): string[] {
  return reformatParams(format).filter((name) => {
    const value = params[name];
    return value !== undefined && value !== null && value !== IDLE[name];
  });
}

/**
 * The text in the shape of the parameters; it says the same as before, but for what a parameter takes out. The same text
 * when there is nothing to do.
 * @throws FormatError where `parse` does; EditRefused when the text would say something else in that shape
 */
export function reformatFile(format: FileFormat, text: string, options: FormatOptions): string {
  const before = format.parse(text, options);
  const shaped = format.reformat?.apply(text, options.params) ?? text;
  const end = wantedLineEnd(format.id, options.params);
  const after = end === undefined ? shaped : shaped.replace(/\r?\n/g, end);
  if (after === text) return text;
  const now = reread(format, after, options);
  if (now === undefined || !saysTheSame(before, now, options.params)) throw new EditRefused(refusal("writeReformat"));
  return after;
}

function reread(format: FileFormat, text: string, options: FormatOptions): ParsedFile | undefined {
  try {
    return format.parse(text, options);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function saysTheSame(before: ParsedFile, after: ParsedFile, params: Params): boolean {
  if (before.entries.length !== after.entries.length || before.language !== after.language) return false;
  if (before.pluralCount !== after.pluralCount || before.pluralFormula !== after.pluralFormula) return false;
  const now = new Map(after.entries.map((entry) => [entry.id, entry]));
  const dropped = DROPS.flatMap(([param, value, field]) => (params[param] === value ? field : []));
  return before.entries.every((entry) => {
    const other = now.get(entry.id);
    return other !== undefined && sayings(entry, dropped) === sayings(other, []);
  });
}

/** All that an entry says, as one text. The order of flags, of the values of one, and the line ends of notes mean nothing. */
function sayings(entry: Entry, dropped: readonly string[]): string {
  const { id, context, sources, targets, plural, state, note, location, flags, previousSource } = entry;
  const left = (field: string, value: string) => (dropped.includes(field) ? "" : value);
  return JSON.stringify([
    ...[
      id,
      context,
      sources,
      targets,
      plural,
      state,
      note.replaceAll("\r\n", "\n"),
      flags
        .split(/[,:]/)
        .map((flag) => flag.trim())
        .sort(),
    ],
    left("location", location),
    left("previousSource", previousSource),
  ]);
}
