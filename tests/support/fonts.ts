/** Small TrueType fonts for tests: tables without outlines, as measuring asks for none. */

export interface TestFont {
  family?: string;
  style?: string;
  weight?: number;
  unitsPerEm?: number;
  /** Widths of characters. */
  widths: Readonly<Record<string, number>>;
  /** Tables to be put in the place of others, or left out. */
  tables?: Readonly<Record<string, Buffer | undefined>>;
}

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xff_ff, at * 2);
  return bytes;
};
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
};
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

/** A `cmap` of groups of code points, each with its first glyph. */
export function cmapOf(groups: readonly (readonly [first: number, last: number, glyph: number])[]): Buffer {
  const body = Buffer.concat(groups.map((group) => u32(...group)));
  const table = Buffer.concat([u16(12, 0), u32(16 + body.length, 0, groups.length), body]);
  return Buffer.concat([u16(0, 1, 3, 10), u32(12), table]);
}

function nameTable(names: readonly (readonly [id: number, text: string])[]): Buffer {
  const texts = names.map(([, text]) => Buffer.from(text, "utf16le").swap16());
  let at = 0;
  const records = names.map(([id], index) => {
    const length = texts[index]?.length ?? 0;
    const record = u16(3, 1, 0x04_09, id, length, at);
    at += length;
    return record;
  });
  return Buffer.concat([u16(0, names.length, 6 + names.length * 12), ...records, ...texts]);
}

/** The bytes of a font. */
export function makeFont({
  family = "Test Sans",
  style = "Regular",
  weight = 400,
  unitsPerEm = 1000,
  widths,
  tables = {},
}: TestFont): Buffer {
  const codes = Object.keys(widths).sort((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0));
  const glyphs = codes.length + 1;
  const os2 = Buffer.alloc(78);
  os2.writeUInt16BE(weight, 4);
  const made: Record<string, Buffer | undefined> = {
    "OS/2": os2,
    cmap: cmapOf(codes.map((code, at) => [code.codePointAt(0) ?? 0, code.codePointAt(0) ?? 0, at + 1])),
    head: Buffer.concat([
      u32(0x00_01_00_00, 0x00_01_00_00, 0, 0x5f_0f_3c_f5),
      u16(0, unitsPerEm),
      Buffer.alloc(16),
      u16(0, 0, unitsPerEm, unitsPerEm, 0, 8, 2, 0, 0),
    ]),
    hhea: Buffer.concat([u32(0x00_01_00_00), u16(800, -200, 0, unitsPerEm), Buffer.alloc(22), u16(glyphs)]),
    hmtx: Buffer.concat([u16(500, 0), ...codes.map((code) => u16(widths[code] ?? 0, 0))]),
    maxp: Buffer.concat([u32(0x00_00_50_00), u16(glyphs)]),
    name: nameTable([
      [1, family],
      [2, style],
    ]),
    post: Buffer.concat([u32(0x00_03_00_00), Buffer.alloc(28)]),
    ...tables,
  };
  const there = Object.entries(made).flatMap(([tag, bytes]) => (bytes ? [{ tag, bytes }] : []));
  let at = 12 + there.length * 16;
  const entries = there.map(({ tag, bytes }) => {
    const entry = Buffer.concat([Buffer.from(tag, "latin1"), u32(0, at, bytes.length)]);
    at += padded(bytes).length;
    return entry;
  });
  return Buffer.concat([
    u32(0x00_01_00_00),
    u16(there.length, 0, 0, 0),
    ...entries,
    ...there.map(({ bytes }) => padded(bytes)),
  ]);
}

/** Letters, digits and blanks of one width. */
export const evenWidths = (width: number): Record<string, number> =>
  Object.fromEntries([...` abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789`].map((one) => [one, width]));
