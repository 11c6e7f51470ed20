import { crc32, deflateRawSync } from "node:zlib";
import { openZip, replaceMembers, zipOf } from "@/lib/text/formats/kernel/zip";

/** Bytes that are no file of any format, or try to take time or memory when they are unpacked, by name. */

/** Bytes that UTF-8 does not have: none of its own, half of a character, a long way to write a slash, half of a pair. */
const BROKEN: [string, number[]][] = [
  ["a byte that starts nothing", [0xff]],
  ["half of a character", [0xc3, 0x28]],
  ["a long way to write a slash", [0xc0, 0xaf]],
  ["half of a surrogate pair", [0xed, 0xa0, 0x80]],
  ["a character beyond the last", [0xf4, 0x90, 0x80, 0x80]],
];

export const isContainer = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Names of the members that hold texts. */
const PROSE =
  /^(?:content\.xml|styles\.xml|word\/document\.xml|Stories\/.*\.xml|xl\/sharedStrings\.xml|xl\/worksheets\/.*\.xml|[^/]*\.txt)$/;

/** A container whose directory tells another size of a member. */
function lying(bytes: Uint8Array, name: string, size: number): Buffer {
  const zip = openZip(bytes);
  const made = Buffer.from(bytes);
  made.writeUInt32LE(size, zip.members.get(name)!.record + 24);
  return made;
}

function hostileContainers(bytes: Uint8Array): [string, Uint8Array][] {
  const zip = openZip(bytes);
  const name = [...zip.members.keys()].find((member) => PROSE.test(member))!;
  // Blanks are packed a thousandfold.
  const bomb = replaceMembers(zip, new Map([[name, Buffer.alloc(101_000_000, 32)]]));
  const many = new Map(
    Array.from({ length: 3_000 }, (_, at) => [`Stories/Story_${at}.xml`, Buffer.from("<a/>")] as const),
  );
  const junk = deflateRawSync(Buffer.from("x"));
  return [
    ["a member of 101 MB", bomb],
    ["a member of 101 MB that says 10 bytes", lying(bomb, name, 10)],
    ["a member that says 4 GB", lying(bytes, name, 0xffffffff)],
    ["3,000 members", zipOf(many)],
    [
      "a member of 20 MB of blanks",
      replaceMembers(zip, new Map([[name, Buffer.from(`<a>${" ".repeat(20_000_000)}</a>`)]])),
    ],
    ["no directory", bytes.subarray(0, bytes.length - 22)],
    ["half of its bytes", bytes.subarray(0, bytes.length >> 1)],
    ["a directory without members", Buffer.concat([junk, Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(18)])],
    ["a checksum of something else", corrupted(bytes, name)],
  ];
}

/** A container in which a member is not what its checksum says. */
function corrupted(bytes: Uint8Array, name: string): Buffer {
  const made = Buffer.from(bytes);
  const { record, crc } = openZip(bytes).members.get(name)!;
  made.writeUInt32LE((crc32(Buffer.from("x")) ^ crc) >>> 0, record + 16);
  return made;
}

/** Hostile bytes made from a file. */
export function hostileBytes(bytes: Uint8Array): [string, Uint8Array][] {
  if (isContainer(bytes)) return hostileContainers(bytes);
  const middle = bytes.length >> 1;
  const text = Buffer.from(bytes);
  const wide = Buffer.from(`\ufeff${text.toString("utf8")}`, "utf16le");
  return [
    ...BROKEN.map(([name, broken]): [string, Uint8Array] => [
      name,
      Buffer.concat([text.subarray(0, middle), Buffer.from(broken), text.subarray(middle)]),
    ]),
    ["the start of a character at the end", Buffer.concat([text, Buffer.from([0xe2, 0x82])])],
    ["an odd number of bytes in UTF-16", wide.subarray(0, wide.length - 1)],
    ["half of a surrogate pair in UTF-16", Buffer.concat([wide, Buffer.from([0x3d, 0xd8])])],
    ["the mark of UTF-32", Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), text])],
    ["nothing but NUL", Buffer.alloc(1_000_000)],
    ["every byte there is", Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ];
}
