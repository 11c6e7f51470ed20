import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import JSZip from "jszip";

/**
 * Archives. Reading is JSZip's. Writing is our own, because JSZip keeps every input until the end: a project's archive may
 * have a gigabyte, and only one member at a time is held here.
 */

export interface ArchiveMember {
  path: string;
  /** Bytes, or pieces of them when nobody should hold the whole. */
  content: Uint8Array | AsyncIterable<Uint8Array>;
}

/** A member that was read whole. */
export interface ReadMember {
  path: string;
  content: Uint8Array;
}

interface Written {
  name: Buffer;
  crc: number;
  compressed: number;
  size: number;
  offset: number;
  /** True when checksum and sizes are known only after the bytes. */
  streamed: boolean;
}

/** What Git takes for its own folder on some system, and so refuses on all; it may end by blanks, dots or a stream. */
const NAMES_GIT = /(?:^|\/)(?:\.git|git~1)[ .]*(?:[:/]|$)/i;
/** Characters that a file system of macOS does not see in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const MAX32 = 0xffffffff;
const UTF8 = 0x0800;
const DEFLATED = 8;
/** 1980-01-01, the earliest date the format knows: equal contents give equal archives. */
const DATE = 0x0021;

/** Streams a ZIP archive (APPNOTE 6.3.10, with ZIP64 where sizes ask for it), one member after another. */
export async function* zipStream(
  members: AsyncIterable<ArchiveMember> | Iterable<ArchiveMember>,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for await (const member of members) {
    const name = Buffer.from(member.path, "utf8");
    if (!(member.content instanceof Uint8Array)) {
      const entry: Written = { name, crc: 0, compressed: 0, size: 0, offset, streamed: true };
      const header = localHeader(entry);
      yield header;
      yield* deflatePieces(member.content, entry);
      if (entry.compressed >= MAX32 || entry.size >= MAX32)
        throw new Error(`${member.path} is too large for an archive.`);
      const descriptor = dataDescriptor(entry);
      yield descriptor;
      written.push(entry);
      offset += header.length + entry.compressed + descriptor.length;
      continue;
    }
    const packed = await deflate(member.content);
    const entry: Written = {
      name,
      crc: crc32(member.content),
      compressed: packed.length,
      size: member.content.length,
      offset,
      streamed: false,
    };
    const header = localHeader(entry);
    written.push(entry);
    offset += header.length + packed.length;
    yield header;
    yield packed;
  }
  let directory = 0;
  for (const entry of written) {
    const record = centralHeader(entry);
    directory += record.length;
    yield record;
  }
  yield endOf(written.length, directory, offset);
}

/** Packs pieces as they come and counts them into the entry. */
async function* deflatePieces(pieces: AsyncIterable<Uint8Array>, entry: Written): AsyncGenerator<Uint8Array> {
  const stream = createDeflateRaw({ level: 6 });
  const counted = async function* () {
    for await (const piece of pieces) {
      entry.crc = crc32(piece, entry.crc);
      entry.size += piece.length;
      yield piece;
    }
  };
  const feeding = pipeline(counted, stream);
  for await (const chunk of stream) {
    entry.compressed += (chunk as Buffer).length;
    yield chunk as Buffer;
  }
  await feeding;
}

/** What follows a member whose sizes its header could not tell. */
function dataDescriptor(entry: Written): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(entry.crc, 4);
  descriptor.writeUInt32LE(entry.compressed, 8);
  descriptor.writeUInt32LE(entry.size, 12);
  return descriptor;
}

/** General purpose flags: names are UTF-8; sizes may come after the bytes. */
function flagsOf(entry: Written): number {
  return entry.streamed ? UTF8 | 0x0008 : UTF8;
}

async function deflate(content: Uint8Array): Promise<Buffer> {
  const stream = createDeflateRaw({ level: 6 });
  const chunks: Buffer[] = [];
  stream.end(content);
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function localHeader(entry: Written): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flagsOf(entry), 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt32LE(entry.crc, 14);
  header.writeUInt32LE(entry.compressed, 18);
  header.writeUInt32LE(entry.size, 22);
  header.writeUInt16LE(entry.name.length, 26);
  return Buffer.concat([header, entry.name]);
}

function centralHeader(entry: Written): Buffer {
  const far = entry.offset >= MAX32;
  const extra = far ? Buffer.alloc(12) : Buffer.alloc(0);
  if (far) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(entry.offset), 4);
  }
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(far ? 45 : 20, 4);
  header.writeUInt16LE(far ? 45 : 20, 6);
  header.writeUInt16LE(flagsOf(entry), 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(entry.crc, 16);
  header.writeUInt32LE(entry.compressed, 20);
  header.writeUInt32LE(entry.size, 24);
  header.writeUInt16LE(entry.name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(far ? MAX32 : entry.offset, 42);
  return Buffer.concat([header, entry.name, extra]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  const large = count >= 0xffff || offset >= MAX32 || size >= MAX32;
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(large ? 0xffff : count, 8);
  end.writeUInt16LE(large ? 0xffff : count, 10);
  end.writeUInt32LE(large ? MAX32 : size, 12);
  end.writeUInt32LE(large ? MAX32 : offset, 16);
  if (!large) return end;
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

/** What an archive may unpack to: entries, bytes of one and of all. */
export interface ArchiveLimits {
  entries: number;
  entryBytes: number;
  bytes: number;
}

/** An archive that cannot or may not be read; the message is for a person. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/**
 * Reads an archive into memory. Folders and links are left out; names that leave the folder are refused.
 * @throws ArchiveError for a broken archive, a bomb, or a bad name
 */
export async function readArchive(bytes: Uint8Array, limits: ArchiveLimits): Promise<ReadMember[]> {
  let zip: JSZip;
  try {
    zip = await JSZip.loadAsync(bytes, { createFolders: false });
  } catch {
    throw new ArchiveError("This is not a ZIP archive, or it is damaged.");
  }
  const files = Object.values(zip.files).filter((file) => !file.dir);
  if (files.length > limits.entries) throw new ArchiveError(`The archive has more than ${limits.entries} files.`);
  const members: ReadMember[] = [];
  let total = 0;
  for (const file of files) {
    const path = (file as { unsafeOriginalName?: string }).unsafeOriginalName ?? file.name;
    if (/^\/|\\|(^|\/)\.\.?(\/|$)|\0/.test(path) || NAMES_GIT.test(path.replace(IGNORED, "")))
      throw new ArchiveError(`The archive contains the file name ${path.slice(0, 100)}, which is not allowed.`);
    const mode = (file.unixPermissions as number | null) ?? 0;
    if ((mode & 0o170000) === 0o120000) continue;
    const content = await bounded(file, Math.min(limits.entryBytes, limits.bytes - total));
    total += content.length;
    members.push({ path, content });
  }
  return members;
}

/** Unpacks one member and stops as soon as it is larger than it may be. */
function bounded(file: JSZip.JSZipObject, most: number): Promise<Uint8Array> {
  return new Promise((done, fail) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const stream = (
      file as unknown as { internalStream(type: "uint8array"): JSZip.JSZipStreamHelper<Uint8Array> }
    ).internalStream("uint8array");
    stream
      .on("data", (chunk) => {
        size += chunk.length;
        if (size > most) {
          stream.pause();
          fail(new ArchiveError("The unpacked archive is larger than this installation allows."));
        } else chunks.push(chunk);
      })
      .on("error", () => fail(new ArchiveError("The archive is damaged.")))
      .on("end", () => done(Buffer.concat(chunks, size)))
      .resume();
  });
}
