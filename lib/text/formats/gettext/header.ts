import type { FormatOptions, FormatPlural, HeaderEdit } from "../kernel/format";
import type { PatchList } from "../kernel/splice";
import { unescapeLiteral } from "./escape";
import type { PoMessage } from "./tokens";
import { type WrapStyle, wrapParts } from "./wrap";

/** Places of the well-known fields among each other; other fields stay where they are, `X-` ones come last. */
const ORDER = [
  "Project-Id-Version",
  "Report-Msgid-Bugs-To",
  "POT-Creation-Date",
  "PO-Revision-Date",
  "Last-Translator",
  "Language-Team",
  "Language",
  "MIME-Version",
  "Content-Type",
  "Content-Transfer-Encoding",
  "Plural-Forms",
];

/** Value of a header field, or undefined; names are compared without case. */
export function headerField(header: string, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const line of header.split("\n")) {
    const colon = line.indexOf(":");
    if (colon > 0 && line.slice(0, colon).trim().toLowerCase() === wanted) return line.slice(colon + 1).trim();
  }
  return undefined;
}

/** `nplurals` of a `Plural-Forms` value, when it is a usable number (1 to 20) with a formula beside it. */
export function pluralCount(value: string | undefined): number | undefined {
  const match = /nplurals\s*=\s*(\d{1,3})\s*;\s*plural\s*=\s*\S/.exec(value ?? "");
  if (!match || /plural\s*=\s*EXPRESSION/.test(value ?? "")) return undefined;
  const count = Number(match[1]);
  return count >= 1 && count <= 20 ? count : undefined;
}

/** Value of `Plural-Forms` for a language. */
export function pluralForms(plural: FormatPlural): string {
  return `nplurals=${plural.number}; plural=${plural.formula.replace(/;\s*$/, "")};`;
}

/** UTC moment as PO headers write it: `2026-11-20 14:05+0000`. */
function headerDate(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace("T", " ")}+0000`;
}

/** Field values without line feeds: they would start another field. */
const oneLine = (value: string): string => value.replace(/[\r\n]+/g, " ").trim();

/** Fields that a commit wants, by name; `current` is the header as it stands. */
export function wantedFields(edit: HeaderEdit, current: string, options: FormatOptions): Map<string, string> {
  const wanted = new Map<string, string>();
  const on = (param: string): boolean => options.params[param] !== false;
  if (edit.reportBugsTo !== undefined && on("po_report_msgid_bugs_to")) {
    wanted.set("Report-Msgid-Bugs-To", edit.reportBugsTo);
  }
  if (edit.revisionDate) wanted.set("PO-Revision-Date", headerDate(edit.revisionDate));
  if (edit.lastTranslator !== undefined && on("po_set_last_translator")) {
    wanted.set("Last-Translator", edit.lastTranslator);
  }
  if (edit.languageTeam !== undefined && on("po_set_language_team")) wanted.set("Language-Team", edit.languageTeam);
  if (edit.generator !== undefined && on("po_set_x_generator")) wanted.set("X-Generator", edit.generator);
  wanted.set("Language", options.languageCode);
  if (headerField(current, "MIME-Version") === undefined) wanted.set("MIME-Version", "1.0");
  const type = headerField(current, "Content-Type");
  if (type === undefined || /charset=\s*(?:CHARSET|ASCII|US-ASCII|ANSI_X3\.4-1968)?\s*$/i.test(type)) {
    wanted.set("Content-Type", "text/plain; charset=UTF-8");
  }
  const encoding = headerField(current, "Content-Transfer-Encoding");
  if (encoding === undefined || encoding === "ENCODING") wanted.set("Content-Transfer-Encoding", "8bit");
  if (pluralCount(headerField(current, "Plural-Forms")) === undefined) {
    wanted.set("Plural-Forms", pluralForms(options.plural));
  }
  for (const [name, value] of wanted) {
    const clean = oneLine(value);
    if (headerField(current, name) === clean) wanted.delete(name);
    else wanted.set(name, clean);
  }
  return wanted;
}

function rank(name: string): number {
  const place = ORDER.findIndex((known) => known.toLowerCase() === name.toLowerCase());
  return place < 0 ? ORDER.length : place;
}

/** A run of literals whose text ends with a line feed: nearly always one field. */
interface Group {
  start: number;
  end: number;
  text: string;
}

function groupsOf(text: string, header: PoMessage): Group[] {
  const field = header.strings[0]!;
  const groups: Group[] = [];
  let open: Group | undefined;
  for (const match of text.slice(field.start, field.end).matchAll(/"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/g)) {
    const start = field.start + match.index;
    const value = unescapeLiteral(match[1]!);
    if (value === "" && !open) continue;
    open ??= { start, end: start, text: "" };
    open.end = start + match[0].length;
    open.text += value;
    if (open.text.endsWith("\n")) {
      groups.push(open);
      open = undefined;
    }
  }
  if (open) groups.push(open);
  return groups;
}

const nameOf = (line: string): string => line.slice(0, Math.max(0, line.indexOf(":"))).trim();

/** Puts a field's line into the lines of a header at its place. */
function placeLine(lines: string[], name: string, line: string): void {
  const own = rank(name);
  let after = -1;
  lines.forEach((existing, index) => {
    const other = rank(nameOf(existing));
    if (nameOf(existing) !== "" && (other < own || own === ORDER.length)) after = index;
  });
  lines.splice(after + 1, 0, line);
}

/** Text of a header made from nothing. */
export function composeHeader(fields: ReadonlyMap<string, string>): string {
  const lines: string[] = [];
  for (const [name, value] of fields) placeLine(lines, name, `${name}: ${value}`);
  return lines.map((line) => `${line}\n`).join("");
}

/** Changes only the literals of the fields that are wanted; new fields go to their place in the usual order. */
export function patchHeader(
  patches: PatchList,
  text: string,
  header: PoMessage,
  wanted: ReadonlyMap<string, string>,
  layout: { style: WrapStyle; eol: string },
): void {
  if (wanted.size === 0) return;
  const groups = groupsOf(text, header);
  const inserted: string[][] = groups.map(() => []);
  const first: string[] = [];
  const changed = new Map<number, string>();
  const now = (index: number): string => changed.get(index) ?? groups[index]!.text;
  for (const [name, value] of wanted) {
    const line = `${name}: ${value}`;
    const at = groups.findIndex((_, i) =>
      now(i)
        .split("\n")
        .some((old) => nameOf(old).toLowerCase() === name.toLowerCase()),
    );
    if (at >= 0) {
      const lines = now(at)
        .split("\n")
        .map((old) => (nameOf(old).toLowerCase() === name.toLowerCase() ? line : old));
      changed.set(at, lines.join("\n"));
      continue;
    }
    const own = rank(name);
    const after = groups.findLastIndex((_, i) =>
      now(i)
        .split("\n")
        .some((old) => nameOf(old) !== "" && (own === ORDER.length || rank(nameOf(old)) < own)),
    );
    const list = after < 0 ? first : inserted[after]!;
    placeLine(list, name, line);
  }
  const literals = (value: string): string[] => wrapParts(value, layout.style).map((part) => `"${part}"`);
  groups.forEach((group, index) => {
    const extra = inserted[index]!.flatMap((line) => literals(`${line}\n`));
    let value = now(index);
    if (extra.length && !value.endsWith("\n")) value += "\n";
    if (value !== group.text) patches.replace(group.start, group.end, literals(value).join(layout.eol));
    patches.insert(group.end, extra.map((literal) => layout.eol + literal).join(""));
  });
  if (first.length) {
    const lines = first.flatMap((line) => literals(`${line}\n`));
    const open = text.indexOf('"', header.strings[0]!.start);
    const emptyFirst = text.startsWith('""', open);
    const at = emptyFirst ? open + 2 : (groups[0]?.start ?? open);
    patches.insert(at, lines.map((line) => (emptyFirst ? layout.eol + line : line + layout.eol)).join(""));
  }
}
