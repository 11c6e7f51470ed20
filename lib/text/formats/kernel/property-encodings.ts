import { decodeCharset, decodeUtf8, decodeUtf16, encodeCharset, encodeUtf8, encodeUtf16 } from "./encoding";
import type { FileFormat } from "./format";

const ISO = "iso-8859-1";
const hasMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** UTF-16 or UTF-8 where the file shows it, else ISO 8859-1, as Java reads properties. */
export const javaCoding: Pick<FileFormat, "decode" | "encode"> = {
  decode: (bytes) => decodeUtf16(bytes) ?? (isUtf8(bytes) ? decodeUtf8(bytes) : decodeCharset(bytes, ISO)),
  encode: (text, before) => {
    const wide = encodeUtf16(text, before);
    if (wide) return wide;
    // What one byte cannot hold is only in texts of files that were not ISO 8859-1.
    if (/[\u0100-\uffff]/.test(text) || (before && isUtf8(before))) return encodeUtf8(text);
    return encodeCharset(text, ISO);
  },
};

/** Whether bytes are UTF-8 beyond ASCII. */
function isUtf8(bytes: Uint8Array): boolean {
  if (hasMark(bytes)) return true;
  if (!bytes.some((byte) => byte >= 0x80)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** ISO 8859-1 whatever the bytes look like, unless a mark says otherwise. */
export const isoCoding: Pick<FileFormat, "decode" | "encode"> = {
  decode: (bytes) => decodeUtf16(bytes) ?? (hasMark(bytes) ? decodeUtf8(bytes) : decodeCharset(bytes, ISO)),
  encode: (text, before) =>
    encodeUtf16(text, before) ?? (text.startsWith("\ufeff") ? encodeUtf8(text) : encodeCharset(text, ISO)),
};

/** UTF-16 by its mark, else UTF-8. */
export const utf8Coding: Pick<FileFormat, "decode" | "encode"> = {
  decode: (bytes) => decodeUtf16(bytes) ?? decodeUtf8(bytes),
  encode: (text, before) => encodeUtf16(text, before) ?? encodeUtf8(text),
};
