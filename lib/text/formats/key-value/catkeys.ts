import { refusal } from "@/lib/text/messages/refusal";
import { applyPatches, EditRefused, type FileFormat, FormatError, positionAt } from "../kernel/format";
import type { KeyedDialect, KeyedFile, KeyedText, KeyedTexts } from "../kernel/keyed-entries";
import { keyedFormat } from "../kernel/keyed-format";
import { lineEnd, nextLine } from "../kernel/line-scan";
import { PatchList } from "../kernel/splice";

/**
 * Catalogs of Haiku: a line that names the language, then lines of source, context, comment and translation, parted
 * by tabs. The fingerprint of the first line covers no translations, so it stays.
 */

const READ: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", '"': '"', "\\": "\\" };
const WRITTEN: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\" };

const readColumn = (raw: string): string =>
  raw.includes("\\") ? raw.replace(/\\([ntr"\\])/g, (_, char) => READ[char]!) : raw;
const writeColumn = (text: string): string => text.replace(/[\n\t\r\\]/g, (char) => WRITTEN[char]!);

const identity = (context: string, source: string, comment = ""): string => JSON.stringify([context, source, comment]);

const dialect: KeyedDialect = {
  read: readCatkeys,
  firstCounts: true,
  keyOf: (context, source) => identity(context, source),
  write: writeColumn,
  compose: ({ text, plural, note, source, context }) => {
    if (plural) throw new EditRefused(refusal("writePlural", { name: source }));
    if (source === "") throw new EditRefused(refusal("writeSource"));
    if (note !== "") throw new EditRefused(refusal("writeComment"));
    return [source, context, "", text].map(writeColumn).join("\t");
  },
};

/** Haiku catalogs. */
export const catkeys: FileFormat<KeyedFile<KeyedText>> = {
  id: "catkeys",
  name: "Haiku catkeys file",
  masks: ["*.catkeys"],
  extension: "catkeys",
  kind: "bilingual",
  codeStyle: "posix",
  mimeType: "text/plain",
  ...keyedFormat(dialect),
  create: (base, options) => {
    if (base === undefined) return undefined;
    const patches = new PatchList(base);
    const head = /^\ufeff?[^\t\r\n]*\t([^\t\r\n]*)/.exec(base);
    if (head) patches.replace(head[0].length - head[1]!.length, head[0].length, options.languageCode);
    for (const { from, to } of readCatkeys(base).items) patches.replace(from, to, "");
    return applyPatches(base, patches.finish());
  },
};

function readCatkeys(text: string): KeyedTexts {
  const items: KeyedText[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  let first = true;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const start = at;
    at = nextLine(text, end);
    if (start === end) continue;
    const tabs: number[] = [];
    for (
      let tab = text.indexOf("\t", start);
      tab >= 0 && tab < end && tabs.length < 4;
      tab = text.indexOf("\t", tab + 1)
    )
      tabs.push(tab);
    if (tabs.length < 3) {
      const { line, column } = positionAt(text, start);
      throw new FormatError(refusal("readFourColumns"), line, column);
    }
    if (first) {
      first = false;
      continue;
    }
    const [a, b, c] = tabs as [number, number, number];
    const source = readColumn(text.slice(start, a));
    const context = readColumn(text.slice(a + 1, b));
    const note = readColumn(text.slice(b + 1, c));
    const to = tabs[3] ?? end;
    const raw = text.slice(c + 1, to);
    items.push({
      key: identity(context, source, note),
      start,
      end,
      from: c + 1,
      to,
      text: readColumn(raw),
      note,
      source,
      context,
    });
  }
  return { items };
}
