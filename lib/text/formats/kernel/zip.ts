/**
 * ZIP containers (APPNOTE 6.3.10): reading with bounds, replacing single members so that all others keep their very
 * bytes, and writing new ones, whole or as a stream. For the server only: `node:zlib` has no side effect but does not
 * exist in browsers.
 */

import { promisify } from "node:util";
import { crc32, createDeflateRaw, deflateRaw, deflateRawSync, inflateRawSync } from "node:zlib";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { FormatError } from "./format";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const DESCRIPTOR = 0x08074b50;
const MAX16 = 0xffff;
const MAX32 = 0xffffffff;
const UTF8 = 0x0800;
const DESCRIBED = 0x0008;
const DEFLATED = 8;
/** 1980-01-01, the earliest date the format knows: equal contents give equal bytes. */
const DATE = 0x0021;
const MOST_MEMBERS = 10_000;
/** Largest member that is unpacked, in bytes. */
const LARGEST = 100_000_000;

/** One member as the directory at the end lists it. */
export interface ZipMember {
  name: string;
  method: number;
  flags: number;
  crc: number;
  compressed: number;
  size: number;
  /** Place of the local header. */
  offset: number;
  /** Place and end of its record in the directory. */
  record: number;
  recordEnd: number;
}

/** A container that was opened; its bytes are not copied. */
export interface Zip {
  bytes: Buffer;
  members: Map<string, ZipMember>;
  /** Place of the directory, and of the record behind it. */
  directory: number;
  end: number;
}

const broken = (why: Refusal): FormatError => new FormatError(refusal("readZip", { why }), 1, 1);

/**
 * Opens a container by its directory.
 * @throws FormatError when it is damaged, encrypted, split or larger than the bounds
 */
export function openZip(given: Uint8Array): Zip {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  let end = -1;
  for (let at = bytes.length - 22; at >= 0 && at >= bytes.length - 22 - 0xffff; at--) {
    if (bytes.readUInt32LE(at) !== END) continue;
    end = at;
    break;
  }
  if (end < 0) throw broken(refusal("readZipNoDirectory"));
  const count = bytes.readUInt16LE(end + 10);
  const directory = bytes.readUInt32LE(end + 16);
  if (count > MOST_MEMBERS || directory > end) throw broken(refusal("readZipOther"));
  const members = new Map<string, ZipMember>();
  let at = directory;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== CENTRAL) throw broken(refusal("readZipDirectory"));
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const recordEnd = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (recordEnd > end) throw broken(refusal("readZipDirectory"));
    const member: ZipMember = {
      name: bytes.toString("utf8", at + 46, nameEnd),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      compressed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
      record: at,
      recordEnd,
    };
    if (member.offset >= directory || members.has(member.name)) throw broken(refusal("readZipDirectory"));
    members.set(member.name, member);
    at = recordEnd;
  }
  return { bytes, members, directory, end };
}

/**
 * Unpacked bytes of a member; undefined when there is none of that name.
 * @throws FormatError when it is damaged, or larger than 100 MB
 */
export function readMember(zip: Zip, name: string): Buffer | undefined {
  const member = zip.members.get(name);
  if (!member) return undefined;
  const { bytes } = zip;
  if (member.flags & 1) throw broken(refusal("readZipEncrypted", { name }));
  if (member.offset + 30 > bytes.length || bytes.readUInt32LE(member.offset) !== LOCAL)
    throw broken(refusal("readZipDamaged", { name }));
  const start = member.offset + 30 + bytes.readUInt16LE(member.offset + 26) + bytes.readUInt16LE(member.offset + 28);
  const packed = bytes.subarray(start, start + member.compressed);
  // The directory tells the size: what unpacks to more is damaged.
  const most = Math.max(1, Math.min(LARGEST, member.size));
  let content: Buffer;
  try {
    if (member.method === DEFLATED) content = inflateRawSync(packed, { maxOutputLength: most });
    else if (member.method === 0) content = packed;
    else throw broken(refusal("readZipMethod", { name }));
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw broken(refusal("readZipLarge", { name, most: LARGEST / 1_000_000 }));
  }
  if (content.length !== member.size || crc32(content) !== member.crc)
    throw broken(refusal("readZipDamaged", { name }));
  return content;
}

interface Sizes {
  crc: number;
  compressed: number;
  size: number;
}

function localHeader(name: Buffer, flags: number, sizes: Sizes): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt32LE(sizes.crc, 14);
  header.writeUInt32LE(sizes.compressed, 18);
  header.writeUInt32LE(sizes.size, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

/** What follows a member whose sizes its header could not tell. */
function descriptorOf(sizes: Sizes): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(DESCRIPTOR, 0);
  descriptor.writeUInt32LE(sizes.crc, 4);
  descriptor.writeUInt32LE(sizes.compressed, 8);
  descriptor.writeUInt32LE(sizes.size, 12);
  return descriptor;
}

/** The record of a member in the directory; one that begins behind 4 GB says where in a field of ZIP64. */
function centralRecord(name: Buffer, flags: number, sizes: Sizes & { offset: number }): Buffer {
  const far = sizes.offset >= MAX32;
  const extra = Buffer.alloc(far ? 12 : 0);
  if (far) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(sizes.offset), 4);
  }
  const record = Buffer.alloc(46);
  record.writeUInt32LE(CENTRAL, 0);
  record.writeUInt16LE(far ? 45 : 20, 4);
  record.writeUInt16LE(far ? 45 : 20, 6);
  record.writeUInt16LE(flags, 8);
  record.writeUInt16LE(DEFLATED, 10);
  record.writeUInt16LE(DATE, 14);
  record.writeUInt32LE(sizes.crc, 16);
  record.writeUInt32LE(sizes.compressed, 20);
  record.writeUInt32LE(sizes.size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(Math.min(sizes.offset, MAX32), 42);
  return Buffer.concat([record, name, extra]);
}

/** The end of a container, with the records of ZIP64 before it where the numbers ask for them. */
function endRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(count, MAX16), 8);
  end.writeUInt16LE(Math.min(count, MAX16), 10);
  end.writeUInt32LE(Math.min(size, MAX32), 12);
  end.writeUInt32LE(Math.min(offset, MAX32), 16);
  if (count < MAX16 && size < MAX32 && offset < MAX32) return end;
  const far = Buffer.alloc(56);
  far.writeUInt32LE(END64, 0);
  far.writeBigUInt64LE(44n, 4);
  far.writeUInt16LE(45, 12);
  far.writeUInt16LE(45, 14);
  far.writeBigUInt64LE(BigInt(count), 24);
  far.writeBigUInt64LE(BigInt(count), 32);
  far.writeBigUInt64LE(BigInt(size), 40);
  far.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(LOCATOR64, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([far, locator, end]);
}

/** The container with the content of some members changed; all others keep their bytes and their place in the order. */
export function replaceMembers(zip: Zip, contents: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const { bytes } = zip;
  const changed = new Map<number, { target: ZipMember; local: Buffer; sizes: Sizes }>();
  for (const [name, content] of contents) {
    const target = zip.members.get(name);
    if (!target) throw new RangeError(`The container has no member ${name}.`);
    const packed = deflateRawSync(content);
    const sizes = sizesOf(content, packed);
    const header = localHeader(Buffer.from(name, "utf8"), target.flags & UTF8, sizes);
    changed.set(target.offset, { target, local: Buffer.concat([header, packed]), sizes });
  }
  const offsets = [...new Set([...zip.members.values()].map((member) => member.offset))].sort((x, y) => x - y);
  const pieces: Uint8Array[] = [bytes.subarray(0, offsets[0] ?? zip.directory)];
  const moved = new Map<number, number>();
  let place = pieces[0]!.length;
  offsets.forEach((offset, index) => {
    const piece = changed.get(offset)?.local ?? bytes.subarray(offset, offsets[index + 1] ?? zip.directory);
    moved.set(offset, place);
    pieces.push(piece);
    place += piece.length;
  });
  const directory = Buffer.from(bytes.subarray(zip.directory, bytes.length));
  for (const member of zip.members.values()) {
    const at = member.record - zip.directory;
    directory.writeUInt32LE(moved.get(member.offset)!, at + 42);
    const { target, sizes } = changed.get(member.offset) ?? {};
    if (!sizes || member !== target) continue;
    directory.writeUInt16LE(target.flags & UTF8, at + 8);
    directory.writeUInt16LE(DEFLATED, at + 10);
    directory.writeUInt32LE(sizes.crc, at + 16);
    directory.writeUInt32LE(sizes.compressed, at + 20);
    directory.writeUInt32LE(sizes.size, at + 24);
  }
  directory.writeUInt32LE(place, zip.end - zip.directory + 16);
  return Buffer.concat([...pieces, directory]);
}

const sizesOf = (content: Uint8Array, packed: Buffer): Sizes => ({
  crc: crc32(content),
  compressed: packed.length,
  size: content.length,
});

/** A member to be written. */
export interface NewMember {
  name: string;
  /** Bytes, or pieces of them when nobody should hold the whole. */
  content: Uint8Array | AsyncIterable<Uint8Array>;
}

/** What is packed at once, in bytes; more is left to another thread. */
const SMALL = 65_536;
const deflate = promisify(deflateRaw);

/** Packs a stream and tells its sizes at the end. */
async function* packed(content: AsyncIterable<Uint8Array>, sizes: Sizes): AsyncGenerator<Buffer> {
  const stream = createDeflateRaw({ level: 6 });
  const out: Buffer[] = [];
  let failure: unknown;
  stream.on("data", (piece: Buffer) => out.push(piece));
  stream.on("error", (error) => {
    failure = error;
  });
  const ended = new Promise<void>((resolve) => stream.once("close", resolve));
  const take = (): Buffer => {
    const piece = Buffer.concat(out.splice(0));
    sizes.compressed += piece.length;
    return piece;
  };
  try {
    for await (const piece of content) {
      sizes.crc = crc32(piece, sizes.crc);
      sizes.size += piece.length;
      await new Promise<void>((resolve) => stream.write(piece, () => resolve()));
      if (out.length) yield take();
    }
    stream.end();
    await ended;
    if (failure) throw failure;
    yield take();
  } finally {
    stream.destroy();
  }
}

/**
 * Streams a new container, one member after another, and holds one of them at most.
 * @throws Error for a member that comes in pieces and has 4 GB or more
 */
export async function* writeZip(members: AsyncIterable<NewMember> | Iterable<NewMember>): AsyncGenerator<Uint8Array> {
  const records: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of members) {
    const encoded = Buffer.from(name, "utf8");
    if (content instanceof Uint8Array) {
      const data = content.length < SMALL ? deflateRawSync(content) : await deflate(content);
      const sizes = sizesOf(content, data);
      const header = localHeader(encoded, UTF8, sizes);
      yield header;
      yield data;
      records.push(centralRecord(encoded, UTF8, { ...sizes, offset }));
      offset += header.length + data.length;
      continue;
    }
    const sizes = { crc: 0, compressed: 0, size: 0 };
    const flags = UTF8 | DESCRIBED;
    const header = localHeader(encoded, flags, sizes);
    yield header;
    yield* packed(content, sizes);
    if (sizes.compressed >= MAX32 || sizes.size >= MAX32) throw new Error(`${name} is too large for an archive.`);
    const descriptor = descriptorOf(sizes);
    yield descriptor;
    records.push(centralRecord(encoded, flags, { ...sizes, offset }));
    offset += header.length + sizes.compressed + descriptor.length;
  }
  const directory = Buffer.concat(records);
  yield directory;
  yield endRecord(records.length, directory.length, offset);
}

/** A new small container, whole. */
export function zipOf(members: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const pieces: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of members) {
    const encoded = Buffer.from(name, "utf8");
    const data = deflateRawSync(content);
    const sizes = { crc: crc32(content), compressed: data.length, size: content.length };
    const header = localHeader(encoded, UTF8, sizes);
    pieces.push(header, data);
    records.push(centralRecord(encoded, UTF8, { ...sizes, offset }));
    offset += header.length + data.length;
  }
  const directory = Buffer.concat(records);
  return Buffer.concat([...pieces, directory, endRecord(records.length, directory.length, offset)]);
}
