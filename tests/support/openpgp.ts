import { createHash, createPublicKey, verify } from "node:crypto";

/** Reads OpenPGP packets and checks signatures by RFC 9580 alone, without the code that writes them. */

/** Packets of an armoured text, by type. */
export function packetsOf(armoured: string): { type: number; body: Buffer }[] {
  const lines = armoured.trim().split("\n");
  const text = lines.slice(lines.indexOf("") + 1, -1).filter((line) => !line.startsWith("="));
  const bytes = Buffer.from(text.join(""), "base64");
  const packets: { type: number; body: Buffer }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const type = (bytes[at] ?? 0) & 0x3f;
    const first = bytes[at + 1] ?? 0;
    const [size, head] = first < 192 ? [first, 2] : [((first - 192) << 8) + (bytes[at + 2] ?? 0) + 192, 3];
    packets.push({ type, body: bytes.subarray(at + head, at + head + size) });
    at += head + size;
  }
  return packets;
}

const whole = (mpi: Buffer): Buffer => Buffer.concat([Buffer.alloc(32 - mpi.length), mpi]);

/** Whether the first signature of an armoured text is one of these bytes by the key; says who it names as well. */
export function checkSignature(publicKey: string, armoured: string, document: Buffer): boolean {
  const key = packetsOf(publicKey).find(({ type }) => type === 6)?.body ?? Buffer.alloc(0);
  const point = key.subarray(-32);
  const body = packetsOf(armoured).find(({ type }) => type === 2)?.body ?? Buffer.alloc(0);
  const hashed = body.readUInt16BE(4);
  const head = body.subarray(0, 6 + hashed);
  const rest = body.subarray(6 + hashed + 2 + body.readUInt16BE(6 + hashed));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(head.length);
  const trailer = Buffer.concat([Buffer.from([4, 0xff]), size]);
  const digest = createHash("sha256")
    .update(Buffer.concat([document, head, trailer]))
    .digest();
  const bytes = (bits: number) => Math.ceil(bits / 8);
  const r = rest.subarray(4, 4 + bytes(rest.readUInt16BE(2)));
  const s = rest.subarray(4 + r.length + 2, 4 + r.length + 2 + bytes(rest.readUInt16BE(4 + r.length)));
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), point]);
  const fingerprint = createHash("sha1")
    .update(Buffer.concat([Buffer.from([0x99, key.length >> 8, key.length & 0xff]), key]))
    .digest();
  return (
    head.includes(fingerprint) &&
    digest.subarray(0, 2).equals(rest.subarray(0, 2)) &&
    verify(
      null,
      digest,
      createPublicKey({ key: spki, format: "der", type: "spki" }),
      Buffer.concat([whole(r), whole(s)]),
    )
  );
}

/** The signature of a commit as git stores it, and the bytes that it is of. */
export function signatureOf(commit: string): { signature: string; payload: Buffer } {
  const [, signature = ""] = /^gpgsig ((?:.*\n)(?: .*\n)*)/m.exec(commit) ?? [];
  return {
    signature: signature.replace(/\n /g, "\n"),
    payload: Buffer.from(commit.replace(/^gpgsig (?:.*\n)(?: .*\n)*/m, "")),
  };
}
