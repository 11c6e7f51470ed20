/** How a key of secrets is written: 32 bytes in hex or base64. */

/** The bytes of a key; undefined for anything else. */
export function readKeyText(text: string): Buffer | undefined {
  const plain = text.trim();
  if (/^[0-9a-f]{64}$/i.test(plain)) return Buffer.from(plain, "hex");
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(plain)) return undefined;
  const bytes = Buffer.from(plain, "base64");
  return bytes.length === 32 ? bytes : undefined;
}
