import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";

/** Cost of one guess; N = 2^15 takes about 60 ms and 32 MB. */
const N = 32768;
const R = 8;
const P = 1;
const LENGTH = 32;

function derive(password: string, salt: Buffer, n: number, r: number, p: number): Promise<Buffer> {
  return new Promise((done, fail) =>
    scrypt(password.normalize("NFKC"), salt, LENGTH, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? fail(error) : done(key),
    ),
  );
}

/** Hash of a password in the form `scrypt$N$r$p$salt$key` (RFC 7914 parameters). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, N, R, P);
  return ["scrypt", N, R, P, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether the password fits the hash; false for a null or foreign hash, after the same time. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [kind, n, r, p, salt, key] = (hash ?? "").split("$");
  if (kind !== "scrypt" || !salt || !key) {
    await derive(password, Buffer.alloc(16), N, R, P);
    return false;
  }
  const made = await derive(password, Buffer.from(salt, "base64url"), Number(n), Number(r), Number(p));
  const stored = Buffer.from(key, "base64url");
  return made.length === stored.length && timingSafeEqual(made, stored);
}

/** A sentence why the password is refused, or undefined. */
export function passwordProblem(password: string, username: string): Refusal | undefined {
  if (password.length < 10) return refusal("passwordShort");
  if (password.length > 1000) return refusal("passwordLong");
  if (/^\d+$/.test(password)) return refusal("passwordDigits");
  if (username && password.toLowerCase() === username.toLowerCase()) return refusal("passwordUsername");
  return undefined;
}
