/** Kind and size of a picture, read from its first bytes, and whether it has an end; nothing is decoded. */

export interface ImageHeader {
  mimeType: "image/png" | "image/apng" | "image/jpeg" | "image/gif" | "image/webp";
  extension: "png" | "jpg" | "gif" | "webp";
  /** Pixels. */
  width: number;
  height: number;
}

const ascii = (bytes: DataView, at: number, length: number): string =>
  at + length > bytes.byteLength
    ? ""
    : String.fromCharCode(...Array.from({ length }, (_, index) => bytes.getUint8(at + index)));

/** C4, C8 and CC lie among the frame markers and are none. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** What a file begins as; undefined when it is none of PNG, APNG, JPEG, GIF and WebP, or is cut off. */
export function readImageHeader(content: Uint8Array): ImageHeader | undefined {
  const bytes = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const found = readPng(bytes) ?? readJpeg(bytes) ?? readGif(bytes) ?? readWebp(bytes);
  return found && found.width > 0 && found.height > 0 ? found : undefined;
}

/**
 * Whether a picture goes on to its end, as a file does not that was cut off on its way. What its parts say is not looked at, nor what
 * stands behind its end.
 */
export function reachesItsEnd(content: Uint8Array, { mimeType }: Pick<ImageHeader, "mimeType">): boolean {
  const bytes = new DataView(content.buffer, content.byteOffset, content.byteLength);
  switch (mimeType) {
    case "image/png":
    case "image/apng":
      return pngEnds(bytes);
    case "image/jpeg":
      return jpegEnds(content, bytes);
    case "image/gif":
      return gifEnds(bytes);
    case "image/webp":
      return 8 + bytes.getUint32(4, true) <= bytes.byteLength;
  }
}

/** Chunks say how long they are; the last one is called IEND. */
function pngEnds(bytes: DataView): boolean {
  let at = 8;
  while (at + 12 <= bytes.byteLength) {
    if (ascii(bytes, at + 4, 4) === "IEND") return true;
    at += 12 + bytes.getUint32(at);
  }
  return false;
}

/** Segments say how long they are, what is scanned is not: it ends where a marker is. Thumbnails within segments have ends of their own. */
function jpegEnds(content: Uint8Array, bytes: DataView): boolean {
  let at = 2;
  while (at + 2 <= content.length) {
    const marker = content[at] === 0xff ? content[at + 1]! : 0;
    if (marker === 0xd9) return true;
    const isBare = marker === 0 || marker === 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (isBare) at = content.indexOf(0xff, at + (marker === 0xff ? 1 : 2));
    else if (at + 4 <= content.length) at = content.indexOf(0xff, at + 2 + Math.max(2, bytes.getUint16(at + 2)));
    else return false;
    if (at < 0) return false;
  }
  return false;
}

/** Blocks are made of parts with their lengths; a semicolon ends the file. */
function gifEnds(bytes: DataView): boolean {
  const byte = (at: number): number => (at < bytes.byteLength ? bytes.getUint8(at) : -1);
  const colours = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let at = 13 + colours(byte(10));
  while (at < bytes.byteLength) {
    const kind = byte(at);
    if (kind === 0x3b) return true;
    if (kind === 0x2c) at += 11 + colours(byte(at + 9));
    else if (kind === 0x21) at += 2;
    else return false;
    while (byte(at) > 0) at += 1 + byte(at);
    at++;
  }
  return false;
}

function readPng(bytes: DataView): ImageHeader | undefined {
  if (bytes.byteLength < 33 || bytes.getUint32(0) !== 0x89504e47 || bytes.getUint32(4) !== 0x0d0a1a0a) return undefined;
  if (bytes.getUint32(8) !== 13 || ascii(bytes, 12, 4) !== "IHDR") return undefined;
  const animated = hasAnimation(bytes);
  return {
    mimeType: animated ? "image/apng" : "image/png",
    extension: "png",
    width: bytes.getUint32(16),
    height: bytes.getUint32(20),
  };
}

/** An animated PNG says so in a chunk before its picture. */
function hasAnimation(bytes: DataView): boolean {
  let at = 33;
  for (let chunk = 0; chunk < 100 && at + 8 <= bytes.byteLength; chunk++) {
    const name = ascii(bytes, at + 4, 4);
    if (name === "acTL") return true;
    if (name === "IDAT") return false;
    at += 12 + bytes.getUint32(at);
  }
  return false;
}

/** Segments are walked one by one; each moves on by two bytes at least. */
function readJpeg(bytes: DataView): ImageHeader | undefined {
  if (bytes.byteLength < 4 || bytes.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.byteLength) {
    if (bytes.getUint8(at) !== 0xff) return undefined;
    const marker = bytes.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (isFrame(marker))
      return {
        mimeType: "image/jpeg",
        extension: "jpg",
        height: bytes.getUint16(at + 5),
        width: bytes.getUint16(at + 7),
      };
    if (marker === 0xd9 || marker === 0xda) return undefined;
    const bare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    at += bare ? 2 : 2 + Math.max(2, bytes.getUint16(at + 2));
  }
  return undefined;
}

function readGif(bytes: DataView): ImageHeader | undefined {
  if (bytes.byteLength < 13 || !["GIF87a", "GIF89a"].includes(ascii(bytes, 0, 6))) return undefined;
  return {
    mimeType: "image/gif",
    extension: "gif",
    width: bytes.getUint16(6, true),
    height: bytes.getUint16(8, true),
  };
}

function readWebp(bytes: DataView): ImageHeader | undefined {
  if (bytes.byteLength < 30 || ascii(bytes, 0, 4) !== "RIFF" || ascii(bytes, 8, 4) !== "WEBP") return undefined;
  const size = webpSize(bytes);
  return size && { mimeType: "image/webp", extension: "webp", ...size };
}

/** There are three layouts: lossy, lossless, and one with a canvas. */
function webpSize(bytes: DataView): { width: number; height: number } | undefined {
  switch (ascii(bytes, 12, 4)) {
    case "VP8 ":
      if (bytes.getUint8(23) !== 0x9d || bytes.getUint8(24) !== 0x01 || bytes.getUint8(25) !== 0x2a) return undefined;
      return { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff };
    case "VP8L": {
      if (bytes.getUint8(20) !== 0x2f) return undefined;
      const bits = bytes.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X": {
      const low = (at: number) => bytes.getUint16(at, true) + (bytes.getUint8(at + 2) << 16) + 1;
      return { width: low(24), height: low(27) };
    }
    default:
      return undefined;
  }
}
