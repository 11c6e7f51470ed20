import { createHmac, timingSafeEqual } from "node:crypto";

/** How code hosts prove that they know the secret they share with a project. */

/** What a notification came with. */
export interface Proof {
  headers: Headers;
  /** The body as it was sent: signatures are over its bytes. */
  body: Uint8Array;
}

/** Headers with an HMAC-SHA256 of the body in hexadecimal, some with the name of the algorithm before it. */
const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  github: ["x-hub-signature-256"],
  bitbucket: ["x-hub-signature", "x-hub-signature-256"],
  gitea: ["x-gitea-signature", "x-hub-signature-256"],
  forgejo: ["x-forgejo-signature", "x-gitea-signature", "x-hub-signature-256"],
  pagure: ["x-pagure-signature-256"],
};

/** Compares in a time that does not tell how much was right. */
function same(given: string, wanted: string): boolean {
  const left = createHmac("sha256", "compare").update(given).digest();
  const right = createHmac("sha256", "compare").update(wanted).digest();
  return timingSafeEqual(left, right);
}

const hmac = (secret: string, ...parts: (string | Uint8Array)[]) => {
  const made = createHmac("sha256", secret);
  for (const part of parts) made.update(part);
  return made;
};

/** Whether a notification of a service proves to know the secret. */
export function provesSecret(service: string, proof: Proof, secret: string): boolean {
  const { headers, body } = proof;
  const names = SIGNATURES[service];
  if (names) {
    const wanted = hmac(secret, body).digest("hex");
    return names.some((name) => {
      const given = headers.get(name)?.toLowerCase();
      return isSame(given?.replace(/^sha256=/, ""), wanted);
    });
  }
  if (service === "gitlab") return isSame(headers.get("x-gitlab-token"), secret);
  if (service === "gitee") return provesGitee(headers, secret);
  // Azure sends what stands in the settings of its service hook; the plain hook takes a bearer token.
  return isSame(authorization(headers.get("authorization") ?? ""), secret);
}

const isSame = (given: string | null | undefined, wanted: string): boolean =>
  typeof given === "string" && same(given, wanted);

/** Gitee sends the secret itself, or a signature of the moment with it. */
function provesGitee(headers: Headers, secret: string): boolean {
  const token = headers.get("x-gitee-token");
  if (isSame(token, secret)) return true;
  const moment = headers.get("x-gitee-timestamp");
  if (!moment) return false;
  const signature = hmac(secret, `${moment}\n${secret}`).digest("base64");
  return isSame(token, signature) || isSame(token, encodeURIComponent(signature));
}

/** The token of a bearer, or the password of basic authentication. */
function authorization(header: string): string | undefined {
  const bearer = /^(?:Bearer|Token)\s+(.+)/i.exec(header)?.[1];
  if (bearer) return bearer;
  const basic = /^Basic\s+([A-Za-z0-9+/=]{1,2000})$/i.exec(header)?.[1];
  if (!basic) return undefined;
  const text = Buffer.from(basic, "base64").toString("utf8");
  return text.slice(text.indexOf(":") + 1);
}
