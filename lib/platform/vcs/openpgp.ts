import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/**
 * OpenPGP as far as commits are signed with it: version 4 keys of Ed25519 with one user ID, and detached signatures. The
 * packets are those of RFC 9580 (before: RFC 4880), whose sections are named.
 */

/** A key. */
export interface OpenpgpKey {
  /** Armoured, for those who verify. */
  public: string;
  /** What `signDetached` takes. */
  private: string;
  /** In hexadecimal, in upper case. */
  fingerprint: string;
}

/** EdDSALegacy and SHA-256 (9.1, 9.5). */
const [EDDSA, SHA256] = [22, 8];
/** Types of packets (5). */
const [SIGNATURE, PUBLIC_KEY, USER_ID] = [2, 6, 13];
/** A certification of a key, and a signature of a document (5.2.1). */
const [CERTIFICATION, DOCUMENT] = [0x13, 0x00];
/** Ed25519Legacy (9.2). */
const CURVE = Buffer.from("2b06010401da470f01", "hex");

const MARK = "openpgp";

/** Whether a private key is one of these, not one for SSH. */
export const isOpenpgpKey = (key: string): boolean => key.startsWith(`${MARK}:`);

/** Makes a key for somebody (`Name <address>`). */
export function makeOpenpgpKey(userId: string, now = new Date()): OpenpgpKey {
  const created = Math.floor(now.getTime() / 1000);
  const { privateKey } = generateKeyPairSync("ed25519");
  const seed = String(privateKey.export({ format: "jwk" }).d);
  const key = readKey(`${MARK}:${created}:${seed}`);
  const user = Buffer.from(userId, "utf8");
  // 5.2.4: what is signed are the key and the user ID, each with its length.
  const signed = Buffer.concat([framedKey(key.body), Buffer.from([0xb4]), uint32(user.length), user]);
  const hashed = [
    ...[subpacket(2, uint32(created)), subpacket(33, Buffer.concat([Buffer.from([4]), key.fingerprint]))],
    // It may certify and sign; SHA-256 is preferred (5.2.3).
    ...[subpacket(27, Buffer.from([0x03])), subpacket(21, Buffer.from([SHA256]))],
  ];
  const certification = signaturePacket(key, CERTIFICATION, signed, hashed);
  const packets = Buffer.concat([packet(PUBLIC_KEY, key.body), packet(USER_ID, user), certification]);
  return {
    public: armour("PUBLIC KEY BLOCK", packets),
    private: `${MARK}:${created}:${seed}`,
    fingerprint: key.fingerprint.toString("hex").toUpperCase(),
  };
}

/** An armoured signature of a document. */
export function signDetached(privateKey: string, document: Uint8Array, now = new Date()): string {
  const key = readKey(privateKey);
  const created = Math.max(key.created, Math.floor(now.getTime() / 1000));
  const issuer = subpacket(33, Buffer.concat([Buffer.from([4]), key.fingerprint]));
  const hashed = [subpacket(2, uint32(created)), issuer];
  return armour("SIGNATURE", signaturePacket(key, DOCUMENT, document, hashed));
}

interface Key {
  created: number;
  secret: KeyObject;
  /** Of the public key's packet (5.5.2). */
  body: Buffer;
  fingerprint: Buffer;
}

function readKey(text: string): Key {
  const [mark, time = "", seed = ""] = text.split(":");
  if (mark !== MARK) throw new Error("This is not an OpenPGP key of ours.");
  // PKCS #8 of an Ed25519 key (RFC 8410, 7).
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.from(seed, "base64url")]);
  const secret = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const point = Buffer.from(String(secret.export({ format: "jwk" }).x), "base64url");
  const created = Number(time);
  const body = Buffer.concat([
    Buffer.from([4]),
    uint32(created),
    Buffer.from([EDDSA, CURVE.length]),
    CURVE,
    // A point in its native form has 0x40 before it (11.2).
    mpi(Buffer.concat([Buffer.from([0x40]), point])),
  ]);
  // 5.5.4.2
  const fingerprint = createHash("sha1").update(framedKey(body)).digest();
  return { created, secret, body, fingerprint };
}

const framedKey = (body: Buffer): Buffer => Buffer.concat([Buffer.from([0x99]), uint16(body.length), body]);

/** 5.2.3: a version 4 signature of what is given, with the hashed part behind it. */
function signaturePacket(key: Key, type: number, signed: Uint8Array, hashed: readonly Buffer[]): Buffer {
  const area = Buffer.concat(hashed);
  const head = Buffer.concat([Buffer.from([4, type, EDDSA, SHA256]), uint16(area.length), area]);
  const trailer = Buffer.concat([Buffer.from([4, 0xff]), uint32(head.length)]);
  const digest = createHash("sha256").update(signed).update(head).update(trailer).digest();
  const made = sign(null, digest, key.secret);
  const issuer = subpacket(16, key.fingerprint.subarray(12));
  const body = [
    head,
    uint16(issuer.length),
    issuer,
    digest.subarray(0, 2),
    mpi(made.subarray(0, 32)),
    mpi(made.subarray(32)),
  ];
  return packet(SIGNATURE, Buffer.concat(body));
}

/** 4.2.1: a packet with its type and length. */
function packet(type: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xc0 | type]), length(body.length), body]);
}

/** 5.2.3.7 */
const subpacket = (type: number, body: Buffer): Buffer =>
  Buffer.concat([length(body.length + 1), Buffer.from([type]), body]);

function length(count: number): Buffer {
  if (count < 192) return Buffer.from([count]);
  if (count < 8384) return Buffer.from([192 + ((count - 192) >> 8), (count - 192) & 0xff]);
  return Buffer.concat([Buffer.from([255]), uint32(count)]);
}

/** 3.2: a number by its bits, without zeros in front. */
function mpi(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const plain = start < 0 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(start));
  const bits = plain.length === 0 ? 0 : plain.length * 8 - Math.clz32(plain[0] ?? 0) + 24;
  return Buffer.concat([uint16(bits), plain]);
}

function uint16(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(number);
  return bytes;
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** 6: text around bytes, with their checksum. */
function armour(what: string, bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN PGP ${what}-----`, "", ...lines, `=${crc24(bytes)}`, `-----END PGP ${what}-----`, ""].join("\n");
}

/** 6.1.1 */
function crc24(bytes: Buffer): string {
  let crc = 0xb704ce;
  for (const byte of bytes) {
    crc ^= byte << 16;
    for (let bit = 0; bit < 8; bit++) {
      crc <<= 1;
      if (crc & 0x1000000) crc ^= 0x1864cfb;
    }
  }
  return Buffer.from([(crc >> 16) & 0xff, (crc >> 8) & 0xff, crc & 0xff]).toString("base64");
}
