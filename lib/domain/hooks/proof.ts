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
      const given = headers
        .get(name)
        ?.trim()
        .toLowerCase()
        .replace(/^sha256=/, "");
      return given !== undefined && same(given, wanted);
    });
  }
  if (service === "gitlab") return same(headers.get("x-gitlab-token") ?? "", secret);
  if (service === "gitee") return provesGitee(headers, secret);
  // Azure sends what stands in the settings of its service hook; the plain hook takes a bearer token.
  return authorizations(headers.get("authorization") ?? "").some((given) => same(given, secret));
}

/** Gitee sends the secret itself, or a signature of the moment with it. */
function provesGitee(headers: Headers, secret: string): boolean {
  const token = headers.get("x-gitee-token") ?? "";
  if (same(token, secret)) return true;
  const moment = headers.get("x-gitee-timestamp");
  if (!moment) return false;
  const signature = hmac(secret, `${moment}\n${secret}`).digest("base64");
  return same(token, signature) || same(token, encodeURIComponent(signature));
}

function authorizations(header: string): string[] {
  const bearer = /^(?:Bearer|Token)\s+(\S.*)$/i.exec(header)?.[1];
  if (bearer) return [bearer.trim()];
  const basic = /^Basic\s+([A-Za-z0-9+/=]{1,2000})$/i.exec(header)?.[1];
  if (!basic) return [];
  const text = Buffer.from(basic, "base64").toString("utf8");
  return [text.slice(text.indexOf(":") + 1)];
}
