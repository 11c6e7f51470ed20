import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { currentKeys, findKey, SecretKeyError, secretKeyFile } from "./keys";

/**
 * Secrets as the database holds them: `sealed:v1:<id of the key>:<nonce, tag and text>`, AES-256-GCM. What was sealed for
 * one place opens in that place only.
 */

const PREFIX = "sealed:v1:";
const FORM = /^sealed:v1:([0-9a-f]{16}):([A-Za-z0-9_-]+)$/;
const NONCE = 12;
const TAG = 16;

/** True for what `seal` made. */
export function isSealed(text: string): boolean {
  return FORM.test(text);
}

/** Id of the key that something was sealed with; undefined for plain text. */
export function keyIdOf(text: string): string | undefined {
  return FORM.exec(text)?.[1];
}

/**
 * Seals a secret with the current key. No secret stays no secret.
 * @param place table and column that it is for
 */
export function seal(secret: string, place: string): string {
  if (secret === "") return "";
  const { current } = currentKeys();
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", current.bytes, nonce).setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return `${PREFIX}${current.id}:${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url")}`;
}

/**
 * Opens what was sealed for a place. Plain text of a former version is given back as it is.
 * @throws SecretKeyError when the key is not known, or something else than the sealed text is there
 */
export function open(text: string, place: string): string {
  const [, id, body] = FORM.exec(text) ?? [];
  if (id === undefined || body === undefined) return text;
  const key = findKey(id);
  if (!key) throw unknownKey(id);
  const bytes = Buffer.from(body, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
  } catch {
    throw new SecretKeyError(`A secret in ${place} is damaged and cannot be decrypted. Enter it again.`);
  }
}

/** What is said when secrets were sealed with a key that is not here. */
export function unknownKey(id: string): SecretKeyError {
  return new SecretKeyError(
    `Secrets in the database are encrypted with the key ${id}, which is missing here. Set LOQUAT_SECRET_KEY (or LOQUAT_SECRET_KEY_OLD) to that key, or restore its file ${secretKeyFile()}.`,
  );
}
