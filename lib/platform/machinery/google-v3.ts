import { createSign } from "node:crypto";
import { askService, below, type Engine, EngineError, type EngineSettings, member, oneEach } from "./engine";
import { codeOf } from "./google";

const name = "Google Cloud Translation Advanced";
const SCOPE = "https://www.googleapis.com/auth/cloud-translation";

interface Account {
  email: string;
  key: string;
  tokenAddress: string;
}

/** A service account, as Google gives it as a file. @throws EngineError */
function accountOf(credentials: string): Account {
  try {
    const read: unknown = JSON.parse(credentials);
    const [email, key, address] = ["client_email", "private_key", "token_uri"].map((one) => member(read, one));
    if (typeof email === "string" && typeof key === "string")
      return {
        email,
        key,
        tokenAddress: typeof address === "string" ? address : "https://oauth2.googleapis.com/token",
      };
  } catch {
    // Told below: the text of the error would hold a part of the key.
  }
  throw new EngineError(`${name}: the credentials are not the JSON file of a service account.`);
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Tokens by credentials, as long as they hold. */
const tokens = new Map<string, { token: string; until: number }>();

/** An access token for a service account: a signed assertion is exchanged for it (RFC 7523). */
async function tokenOf({ credentials = "" }: EngineSettings): Promise<string> {
  const known = tokens.get(credentials);
  if (known && known.until > Date.now()) return known.token;
  const { email, key, tokenAddress } = accountOf(credentials);
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: email, scope: SCOPE, aud: tokenAddress, iat: now, exp: now + 3600 };
  const said = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`;
  const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: `${said}.${signed(said, key)}` };
  const answer = await askService(name, tokenAddress, { method: "POST", form }, true);
  const token = member(answer, "access_token");
  if (typeof token !== "string") throw new EngineError(`${name} did not accept the credentials.`);
  if (tokens.size > 100) tokens.clear();
  tokens.set(credentials, { token, until: Date.now() + 1000 * (Number(member(answer, "expires_in") ?? 3600) - 60) });
  return token;
}

function signed(text: string, key: string): string {
  try {
    return createSign("RSA-SHA256").update(text).sign(key, "base64url");
  } catch {
    throw new EngineError(`${name}: the private key in the credentials cannot be used.`);
  }
}

export const googleAdvanced: Engine = {
  id: "google-translate-api-v3",
  aliases: ["google-cloud-translation-advanced"],
  name,
  most: 90,
  markers: "xml",
  batch: 100,
  fields: [
    {
      name: "credentials",
      label: "credentials",
      kind: "secret",
      required: true,
      lines: true,
      help: "credentialsHelp",
    },
    { name: "project", label: "project", kind: "text", required: true, pattern: /^[A-Za-z0-9:._-]{1,100}$/ },
    { name: "location", label: "location", kind: "text", fallback: "global", pattern: /^[a-z0-9-]{1,40}$/ },
    { name: "base_url", label: "address", kind: "url", fallback: "https://translation.googleapis.com/" },
    { name: "bucket_name", label: "bucket", kind: "text", help: "bucketHelp" },
  ],
  async translate(settings, request) {
    const token = await tokenOf(settings);
    const place = `v3/projects/${settings.project}/locations/${settings.location}:translateText`;
    const answer = await askService(name, below(settings.base_url as string, place), {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      json: {
        contents: request.texts.map((one) => one.text),
        mimeType: "text/html",
        sourceLanguageCode: codeOf(request.source),
        targetLanguageCode: codeOf(request.target),
      },
    });
    const rows = member(answer, "translations");
    return oneEach(name, request, Array.isArray(rows) && rows.map((one) => member(one, "translatedText")), 90);
  },
};
