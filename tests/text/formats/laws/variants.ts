import assert from "node:assert/strict";
import { EditRefused } from "@/lib/text/formats/kernel/format";
import { spread } from "../samples";
import { widens } from "../traps/lines";
import { cannotHold } from "../traps/traps";
import {
  assertOnlyChanged,
  assertPlace,
  back,
  change,
  entriesOf,
  isUtf8,
  type Subject,
  sameList,
  setEdit,
} from "./subject";

/** Law 8: a file in the shapes that other tools and systems give it. */

/** Without and with CRLF, byte order mark and last line end; each text once. */
function variants({ format, sample }: Subject): Set<string> {
  const text = format
    .decode(sample.bytes)
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n");
  const found = new Set<string>();
  for (const ended of [text, text.replace(/\n+$/, "")])
    for (const lines of [ended, ended.replaceAll("\n", "\r\n")]) found.add(lines).add(`\ufeff${lines}`);
  return found;
}

export function readsVariants(subject: Subject): void {
  const { format, sample, text, options } = subject;
  if (!isUtf8(sample)) {
    const wider = `${text}\u0416`;
    if (widens(format.id)) assert.equal(format.decode(format.encode(wider)), wider);
    else assert.throws(() => format.encode(wider), EditRefused);
    return;
  }
  const ids = subject.file.entries.map((entry) => entry.id);
  for (const variant of variants(subject)) {
    const file = format.parse(variant, options);
    assert.equal(format.decode(format.encode(variant)), variant);
    assert.deepEqual(format.edit(variant, file, file.entries.map(back), options), []);
    assert.ok(
      sameList(
        file.entries.map((entry) => entry.id),
        ids,
      ),
      "other ids in a variant",
    );
    for (const entry of spread(file.entries, 3)) {
      const edit = setEdit(entry, cannotHold(format.id, "První\ndruhý") ? "První druhý" : "První\ndruhý");
      const changed = change(subject, variant, [edit], file);
      assertOnlyChanged(file.entries, entriesOf(subject, changed), [edit]);
      if (variant.includes("\r\n")) assert.ok(!/(?<!\r)\n/.test(changed), "a bare line feed among CRLF");
      else assert.equal(changed.includes("\r"), text.includes("\r") && changed.includes("\r"));
    }
  }
}

/** Formats in which blanks at the start of a line, or the ends of lines, belong to the texts. */
const BLANKS_COUNT =
  /^(?:html|markdown|mdx|asciidoc|txt|dokuwiki|mediawiki|odf|idml|docx|xwiki-fullpage|yaml|ruby-yaml)$/;

/** Spaces at the start of lines as tabs, or tabs as spaces. */
const tabbed = (text: string): string =>
  text.replace(/^(?: +|\t+)/gm, (blanks) =>
    blanks[0] === " " ? "\t".repeat(Math.ceil(blanks.length / 2)) : "  ".repeat(blanks.length),
  );

/** A file in another shape is refused with a place, or keeps the laws as any other. */
export function inOtherShapes(subject: Subject): void {
  const { format, sample, text } = subject;
  if (!isUtf8(sample)) return;
  const told = ({ id }: { id: string }): string => id.replace(/(?:\\[nrt]|\s)+/g, " ");
  const ids = subject.file.entries.map(told);
  for (const shape of [tabbed(text), text.replace(/\r?\n/g, "\r")]) {
    if (shape === text) continue;
    // A translated document has the shape of its base.
    const options = { ...subject.options, ...(subject.options.base !== undefined && { base: shape }) };
    const shaped = { ...subject, options };
    let file: Subject["file"];
    try {
      file = format.parse(shape, options);
    } catch (error) {
      assertPlace(error);
      continue;
    }
    if (!BLANKS_COUNT.test(format.id)) assert.deepEqual(file.entries.map(told), ids);
    assert.deepEqual(format.edit(shape, file, file.entries.map(back), options), []);
    for (const entry of spread(file.entries, 3)) {
      const edit = setEdit(entry, "Jiný text");
      try {
        const changed = change(shaped, shape, [edit], file);
        assertOnlyChanged(file.entries, entriesOf(shaped, changed), [edit]);
      } catch (error) {
        if (!(error instanceof EditRefused)) throw error;
        assert.match(error.reason, /\.$/);
      }
    }
  }
}

/** Formats whose files are UTF-16 where they have its mark, and those that are ISO 8859-1 where they are no UTF-8. */
const WIDE = /^(?:strings|properties|properties-utf16|rc)$/;
const NARROW = /^(?:properties|gwt-iso|xwiki-java-properties)$/;

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

/** Bytes of a text in the encodings that a format may have beside UTF-8. */
function encoded(format: string, text: string): [Buffer, string][] {
  const found: [Buffer, string][] = [];
  if (WIDE.test(format)) {
    const wide = Buffer.from(`\ufeff${text}`, "utf16le");
    found.push([wide, "Žluť 👩‍👩‍👧"], [swapped(wide), "Žluť 👩‍👩‍👧"]);
  }
  if (NARROW.test(format)) found.push([Buffer.from(text.replace(/[^\x00-\xff]/g, "é"), "latin1"), "Größe"]);
  return found;
}

/** Another encoding is read, and what is written is in the same; a text that it lacks makes it a wider one. */
export function inOtherEncodings(subject: Subject): void {
  const { format, sample, options } = subject;
  if (!isUtf8(sample)) return;
  const text = subject.text.replace(/^\ufeff/, "");
  for (const [bytes, given] of encoded(format.id, text)) {
    const read = format.decode(bytes);
    assert.ok(Buffer.from(format.encode(read, bytes)).equals(bytes), "other bytes");
    const file = format.parse(read, options);
    assert.equal(file.entries.length, subject.file.entries.length);
    for (const entry of spread(file.entries, 3)) {
      const edit = setEdit(entry, given);
      const changed = change(subject, read, [edit], file);
      const now = Buffer.from(format.encode(changed, bytes));
      // The same encoding: its mark, or a byte that is no UTF-8.
      if (bytes[0]! >= 0xfe) assert.equal(now.readUInt16BE(0), bytes.readUInt16BE(0));
      else if (/[\x80-\xff]/.test(read)) assert.ok(now.toString("utf8").includes("\ufffd"), "became UTF-8");
      assertOnlyChanged(file.entries, entriesOf(subject, format.decode(now)), [edit]);
    }
  }
}
