import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A passkey in software, as WebAuthn describes one: keys of P-256, and attestation "none". */
export class Authenticator {
  readonly id = randomBytes(16).toString("base64url");
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  count = 0;

  constructor(
    readonly origin: string,
    /** Whether it checks its owner by PIN or finger. */
    readonly verifies = true,
  ) {}

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #head(attested: boolean): Buffer {
    const flags = 0x01 | (this.verifies ? 0x04 : 0) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++this.count);
    const site = createHash("sha256").update(new URL(this.origin).hostname).digest();
    return Buffer.concat([site, Buffer.from([flags]), count]);
  }

  /** What a browser answers that has made a passkey. */
  made(challenge: string): unknown {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const id = Buffer.from(this.id, "base64url");
    // A COSE key in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    const key = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const data = Buffer.concat([this.#head(true), Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR.
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
      Buffer.from([data.length]),
      data,
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#client("webauthn.create", challenge).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** What a browser answers that has signed. */
  signed(challenge: string): unknown {
    const client = this.#client("webauthn.get", challenge);
    const data = this.#head(false);
    const text = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", text, this.#keys.privateKey).toString("base64url"),
      },
    };
  }
}
