import { expect, it } from "vitest";
import { isOpenpgpKey, makeOpenpgpKey, signDetached } from "@/lib/platform/vcs/openpgp";
import { checkSignature, packetsOf } from "../../support/openpgp";

/** Keys and signatures by the standard, read by other code than wrote them; GnuPG reads them in `openpgp.outside.test.ts`. */

it("a key is a public key, a user ID and its certification", () => {
  const key = makeOpenpgpKey("Loquat Ž <noreply@loquat>", new Date("2026-11-23T12:00:00Z"));
  const [pub, user, certification, ...more] = packetsOf(key.public);
  expect(more).toEqual([]);
  expect([pub?.type, user?.type, certification?.type]).toEqual([6, 13, 2]);
  expect(user?.body.toString()).toBe("Loquat Ž <noreply@loquat>");
  const time = (Date.parse("2026-11-23T12:00:00Z") / 1000).toString(16);
  expect(pub?.body.subarray(0, 6).toString("hex")).toBe(`04${time}16`);
  const [body, id] = [pub?.body ?? Buffer.alloc(0), user?.body ?? Buffer.alloc(0)];
  const certified = Buffer.concat([
    Buffer.from([0x99, 0, body.length]),
    ...[body, Buffer.from([0xb4, 0, 0, 0, id.length]), id],
  ]);
  const second = `-----BEGIN X-----\n\n${Buffer.concat([Buffer.from([0xc2, certification?.body.length ?? 0]), certification?.body ?? Buffer.alloc(0)]).toString("base64")}\n-----END X-----`;
  expect(checkSignature(key.public, second, certified)).toBe(true);
  expect(key.fingerprint).toMatch(/^[0-9A-F]{40}$/);
  expect(isOpenpgpKey(key.private)).toBe(true);
  expect(isOpenpgpKey("-----BEGIN OPENSSH PRIVATE KEY-----")).toBe(false);
});

it("a signature is of one document, by one key, a hundred times", () => {
  const [key, other] = [makeOpenpgpKey("A <a@x>"), makeOpenpgpKey("B <b@x>")];
  for (let round = 0; round < 100; round++) {
    const document = Buffer.from(`tree ${round}\n\nž\u0000`);
    const signature = signDetached(key.private, document);
    expect(checkSignature(key.public, signature, document)).toBe(true);
    expect(checkSignature(other.public, signature, document)).toBe(false);
    expect(checkSignature(key.public, signature, Buffer.concat([document, Buffer.from(" ")]))).toBe(false);
  }
});
