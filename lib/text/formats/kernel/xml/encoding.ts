import { decodeCharset, decodeUtf16, encodeCharset, encodeUtf16 } from "../encoding";

/** Encoding that an XML declaration names; "" (UTF-8) when there is none or a byte order mark decides. */
function declaredEncoding(head: string): string {
  if (head.charCodeAt(0) === 0xfeff) return "";
  return (
    /^<\?xml[ \t\r\n][^?<>]{0,200}encoding[ \t]{0,9}=[ \t]{0,9}["']([A-Za-z0-9._:-]{1,40})["']/.exec(head)?.[1] ?? ""
  );
}

/** Text of an XML file, in the encoding it declares. Throws FormatError when it could not be written back. */
export function decodeXml(bytes: Uint8Array): string {
  const wide = decodeUtf16(bytes);
  if (wide !== undefined) return wide;
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return decodeCharset(bytes, mark ? "" : declaredEncoding(new TextDecoder("latin1").decode(bytes.subarray(0, 400))));
}

/** Bytes of an XML file, in the encoding it declares. Throws EditRefused for a character it lacks. */
export function encodeXml(text: string, before?: Uint8Array): Uint8Array {
  return encodeUtf16(text, before) ?? encodeCharset(text, declaredEncoding(text.slice(0, 400)));
}

/** Charset that texts of this file must fit into. */
export function xmlCharset(text: string): string {
  return declaredEncoding(text.slice(0, 400));
}
