import { refusal } from "@/lib/text/messages/refusal";
import { FormatError, positionAt } from "../kernel/format";
import { readFlags } from "./fields";
import { headerField } from "./header";
import { isHeader, messageId } from "./identity";
import { type PoMessage, scanMessages } from "./tokens";

/** Compiled catalogues, as programs read them: GNU's MO format, revision 0, without a hash table (readers search). */

const MAGIC = 0x950412de;
const HEADER_BYTES = 28;

/**
 * The compiled catalogue of a PO file, in UTF-8. Strings without a text are left out, and those marked for a look unless
 * they are wanted.
 * @throws FormatError for a file that cannot be read, or that names a string twice
 */
export function compileMo(text: string, { fuzzy }: { fuzzy: boolean }): Uint8Array {
  const encoder = new TextEncoder();
  const seen = new Set<string>();
  const pairs = scanMessages(text).flatMap((message) => {
    if (message.obsolete || !isWanted(text, message, fuzzy)) return [];
    const id = messageId(message.context?.value, message.id.value);
    if (seen.has(id)) {
      const { line, column } = positionAt(text, message.id.start);
      throw new FormatError(refusal("readPoTwice"), line, column);
    }
    seen.add(id);
    const strings = message.strings.map(({ value }) => value);
    const said = isHeader(message) ? compiledHeader(strings[0] ?? "") : strings.join("\0");
    return [
      {
        id: encoder.encode(id),
        key: encoder.encode(message.plural ? `${id}\0${message.plural.value}` : id),
        said: encoder.encode(said),
      },
    ];
  });
  pairs.sort((a, b) => byBytes(a.id, b.id));
  return laidOut(pairs);
}

function byBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return (a[at] as number) - (b[at] as number);
  return a.length - b.length;
}

function isWanted(text: string, message: PoMessage, fuzzy: boolean): boolean {
  if (isHeader(message)) return true;
  return (message.strings[0]?.value ?? "") !== "" && (fuzzy || !readFlags(text, message).fuzzy);
}

/** The header with the charset that the catalogue is in; when its template was made changes nothing in it. */
function compiledHeader(header: string): string {
  const type = headerField(header, "Content-Type");
  return header
    .split("\n")
    .filter((line) => !/^POT-Creation-Date:/i.test(line))
    .map((line) =>
      type !== undefined && /^Content-Type:/i.test(line)
        ? line.replace(/charset=[^\s;]*/i, (found) => (/^charset=utf-?8$/i.test(found) ? found : "charset=UTF-8"))
        : line,
    )
    .join("\n");
}

function laidOut(pairs: readonly { key: Uint8Array; said: Uint8Array }[]): Uint8Array {
  const tables = HEADER_BYTES + 16 * pairs.length;
  const length = pairs.reduce((sum, { key, said }) => sum + key.length + said.length + 2, tables);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  const translations = HEADER_BYTES + 8 * pairs.length;
  [MAGIC, 0, pairs.length, HEADER_BYTES, translations, 0, tables].forEach((number, at) => {
    view.setUint32(4 * at, number, true);
  });
  let end = tables;
  const put = (table: number, texts: readonly Uint8Array[]) => {
    texts.forEach((text, at) => {
      view.setUint32(table + 8 * at, text.length, true);
      view.setUint32(table + 8 * at + 4, end, true);
      bytes.set(text, end);
      end += text.length + 1;
    });
  };
  put(
    HEADER_BYTES,
    pairs.map(({ key }) => key),
  );
  put(
    translations,
    pairs.map(({ said }) => said),
  );
  return bytes;
}
