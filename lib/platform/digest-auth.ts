import { createHash, randomBytes } from "node:crypto";

/** HTTP Digest Access Authentication of a client: RFC 7616, with MD5 of RFC 2617 for servers that know nothing else. */

const HASHES = { md5: "md5", "sha-256": "sha256" } as const;

export interface DigestRequest {
  method: string;
  /** Path and query, as they are sent. */
  uri: string;
  username: string;
  password: string;
}

/**
 * The `Authorization` that answers a challenge.
 * @param challenge value of `WWW-Authenticate`; where several are offered, the first one with a known algorithm counts
 * @returns undefined where none of them is Digest with an algorithm and a quality that are known here
 */
export function digestAuthorization(challenge: string, request: DigestRequest): string | undefined {
  const offered = challenge.split(/(?:^|,)\s*(?=digest\s)/i).filter((part) => /^digest\s/i.test(part));
  for (const one of offered) {
    const answer = answerOf(parametersOf(one.slice("digest".length)), request);
    if (answer) return answer;
  }
  return undefined;
}

function answerOf(offer: ReadonlyMap<string, string>, { method, uri, username, password }: DigestRequest) {
  const [, base = "", session] = /^(md5|sha-256)(-sess)?$/i.exec(offer.get("algorithm") ?? "MD5") ?? [];
  const algorithm = HASHES[base.toLowerCase() as keyof typeof HASHES];
  const [realm, nonce, qop] = [offer.get("realm"), offer.get("nonce"), offer.get("qop")];
  if (!algorithm || realm === undefined || nonce === undefined) return undefined;
  if (qop !== undefined && !qop.split(",").some((quality) => quality.trim().toLowerCase() === "auth")) return undefined;
  const hash = (...parts: string[]) => createHash(algorithm).update(parts.join(":")).digest("hex");
  // Each request has a nonce of its own, so that it is always the first one.
  const [nc, cnonce] = ["00000001", randomBytes(16).toString("hex")];
  const own = hash(username, realm, password);
  const first = session ? hash(own, nonce, cnonce) : own;
  const second = hash(method, uri);
  const response = qop === undefined ? hash(first, nonce, second) : hash(first, nonce, nc, cnonce, "auth", second);
  const quoted: [string, string | undefined][] = [
    ["username", username],
    ["realm", realm],
    ["nonce", nonce],
    ["uri", uri],
    ["response", response],
    ["opaque", offer.get("opaque")],
    ["cnonce", qop === undefined && !session ? undefined : cnonce],
  ];
  const plain: [string, string | undefined][] = [
    ["algorithm", offer.get("algorithm")],
    ...(qop === undefined
      ? []
      : ([
          ["qop", "auth"],
          ["nc", nc],
        ] as [string, string][])),
  ];
  const fields = [
    ...quoted.map(([name, value]) => value !== undefined && `${name}="${value.replace(/[\\"]/g, "\\$&")}"`),
    ...plain.map(([name, value]) => value !== undefined && `${name}=${value}`),
  ];
  return `Digest ${fields.filter((field) => field !== false).join(", ")}`;
}

/** Parameters of a challenge by their names in lower case; quoted or tokens (RFC 9110, 11.2). */
function parametersOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", quoted, token] of text.matchAll(/([\w-]{1,40})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g))
    found.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? token ?? "");
  return found;
}
