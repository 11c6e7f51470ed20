import { createHash, createPrivateKey, createSign } from "node:crypto";
import { z } from "zod";
import { readAs } from "./answers";
import { asker } from "./ask";
import type { CodeHost, HostAccount } from "./host";

/**
 * GitHub apps. An app has a private key in place of a token, and its id in place of a user name. With the key it signs
 * that it is the app, and gets a token for the repositories of one installation, which is good for an hour.
 */

const Installation = z.object({ id: z.int() });
const Token = z.object({ token: z.string(), expires_at: z.coerce.date() });

/** Milliseconds before its end from which on a token is not used any more. */
const MARGIN = 5 * 60_000;
/** Tokens that are kept. */
const MOST = 200;

const tokens = new Map<string, { token: string; until: number }>();

/**
 * The private key of an app in PEM, where the token is one, whatever became of its line ends; undefined for a token.
 * @throws Error when it is no RSA key
 */
export function appKey(token: string): string | undefined {
  const [, kind, body = ""] = /^\s*-----BEGIN ((?:RSA )?PRIVATE KEY)-----(.*)-----END \1-----\s*$/s.exec(token) ?? [];
  if (!kind) return undefined;
  const lines = body.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
  const key = [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ""].join("\n");
  if (createPrivateKey(key).asymmetricKeyType !== "rsa") throw new Error("The key is not an RSA key.");
  return key;
}

/** The app's own signature (JWT, RS256). Clocks differ: it is a minute old, and good for less than the ten that are allowed. */
function signedAs(id: string, key: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "RS256", typ: "JWT" })}.${part({ iat: seconds - 60, exp: seconds + 480, iss: id })}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key).toString("base64url")}`;
}

/** The account as it may use one repository: for an app, with a token of its installation there. @throws HostError */
export async function signInAsApp(host: CodeHost, account: HostAccount, target: string): Promise<HostAccount> {
  const key = appKey(account.token);
  if (key === undefined) return account;
  const name = createHash("sha256").update([account.api, account.username, target, key].join("\0")).digest("hex");
  const known = tokens.get(name);
  const now = Date.now();
  const found = known && known.until > now ? known : await newToken(host, account, target, key);
  tokens.delete(name);
  tokens.set(name, found);
  if (tokens.size > MOST) tokens.delete(tokens.keys().next().value as string);
  return { ...account, token: found.token, isApp: true, refused: () => tokens.delete(name) };
}

async function newToken(host: CodeHost, account: HostAccount, target: string, key: string) {
  const ask = asker(host, { ...account, token: signedAs(account.username, key, Date.now()) });
  const { id } = readAs(Installation, await ask({ path: `/repos/${target}/installation` }));
  const path = `/app/installations/${id}/access_tokens`;
  // Not for more than is needed.
  const json = { repositories: [target.split("/")[1]] };
  const made = readAs(Token, await ask({ method: "POST", path, json }));
  return { token: made.token, until: made.expires_at.getTime() - MARGIN };
}
