import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { environment } from "./environment";
import type { OauthProvider, SamlProvider, SignInProvider } from "./environment-sign-in";

/** Other services as next-auth is told of them, and what they say of somebody. */

export const provenSchema = z.object({
  provider: z.string(),
  /** What the provider calls the account for ever. */
  subject: z.string(),
  /** Proposed user name, as the provider has it; "" for none. */
  username: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  /** True when the provider says so, and a setting says that it is to be believed. */
  emailVerified: z.boolean(),
});

/** What a provider has proven. Only provider and subject say who it is; all else is hearsay. */
export type ProvenIdentity = z.infer<typeof provenSchema>;

/** Why a sign-in with a provider did not end well. */
export const PROVIDER_PROBLEMS = ["denied", "refused", "unreachable", "expired", "failed"] as const;
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];

/** How long a provider may take to answer. */
const TIMEOUT_MS = 10_000;

const isOauth = (provider: SignInProvider): provider is OauthProvider => provider.id !== "saml";

/** The identity provider with SAML, if one is configured. */
export function samlProvider(): SamlProvider | undefined {
  return environment().signIn.providers.find((provider) => provider.id === "saml");
}

/** The configured provider of this name that next-auth serves. */
export function oauthProvider(id: string): OauthProvider | undefined {
  const found = findProvider(id);
  return found && isOauth(found) ? found : undefined;
}

/** The configured provider of this name. */
export function findProvider(id: string): SignInProvider | undefined {
  return environment().signIn.providers.find((provider) => provider.id === id);
}

const claims = z.record(z.string(), z.unknown());
type Claims = z.infer<typeof claims>;

const said = (from: Claims, name: string): string => (typeof from[name] === "string" ? from[name].trim() : "");

/** What a provider's answer says, in our words; the subject must be there. */
export function identityOf(provider: OauthProvider, from: Claims): ProvenIdentity {
  const id = provider.discovery ? from.sub : from.id;
  const subject = typeof id === "string" || typeof id === "number" ? String(id) : "";
  // Only the word true counts: some servers send "true" or 1 for what nobody has checked.
  const emailVerified = from.email_verified === true && provider.verifiesEmails;
  return {
    provider: provider.id,
    subject,
    username: said(from, provider.usernameClaim).replace(/@.*/, ""),
    fullName: said(from, "name"),
    email: said(from, "email") || null,
    emailVerified,
  };
}

/** The providers of the environment for next-auth. */
export function oauthProviders(): OAuthConfig<Claims>[] {
  return environment()
    .signIn.providers.filter(isOauth)
    .map((provider) => (provider.discovery ? openIdConnect(provider, provider.discovery) : github(provider)));
}

/** next-auth wants an id of each profile; who it is, is read from the claims once more. */
const common = (provider: OauthProvider) => ({
  id: provider.id,
  name: provider.name,
  type: "oauth" as const,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  httpOptions: { timeout: TIMEOUT_MS },
  profile: (from: Claims) => ({ id: identityOf(provider, from).subject }),
});

function openIdConnect(provider: OauthProvider, wellKnown: string): OAuthConfig<Claims> {
  return {
    ...common(provider),
    wellKnown,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: provider.scope } },
    userinfo: {
      async request({ client, tokens }) {
        // The library's own type of what it hands over.
        const set = tokens as Parameters<typeof client.userinfo>[0] & { claims(): Claims & { sub: string } };
        const own = set.claims();
        if (typeof own.email === "string" || !client.issuer.metadata.userinfo_endpoint) return own;
        // The subject of both is compared by the library.
        return { ...(await client.userinfo(set)), ...own };
      },
    },
  };
}

const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub has no discovery and no tokens of identity: its API says who holds the access token. */
function github(provider: OauthProvider): OAuthConfig<Claims> {
  const { url } = provider;
  const api = url === "https://github.com" ? "https://api.github.com" : `${url}/api/v3`;
  return {
    ...common(provider),
    checks: ["pkce", "state"],
    authorization: { url: `${url}/login/oauth/authorize`, params: { scope: provider.scope } },
    token: { url: `${url}/login/oauth/access_token` },
    userinfo: {
      async request({ tokens }) {
        const ask = async (path: string): Promise<unknown> => {
          const headers = { authorization: `Bearer ${tokens.access_token}`, accept: "application/vnd.github+json" };
          const answer = await fetch(api + path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
          if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${path}.`);
          return answer.json();
        };
        // Refusals have the status 200 there.
        if (!tokens.access_token) throw new Error(String((tokens as Claims).error ?? "GitHub gave no access token."));
        const { email: _, email_verified: __, ...rest } = claims.parse(await ask("/user"));
        const own = addresses.parse(await ask("/user/emails")).find((address) => address.primary);
        return { ...rest, ...(own ? { email: own.email, email_verified: own.verified } : {}) } as never;
      },
    },
  };
}

/** What next-auth tells its log of a failure, as one of the reasons that people are told. */
export function problemOf(code: string, about: unknown): ProviderProblem {
  const error = about instanceof Error ? about : (about as { error?: unknown } | undefined)?.error;
  const { message = "", code: system = "", error: answered = "" } = (error ?? {}) as Record<string, string>;
  const text = `${message} ${system} ${answered}`;
  if (/access_denied/.test(text)) return "denied";
  if (
    /cookie was missing|could not be parsed|different provider|state mismatch|invalid_grant|bad_verification_code/.test(
      text,
    )
  )
    return "expired";
  if (/invalid_client|unauthorized_client|incorrect_client_credentials/.test(text)) return "refused";
  if (
    code === "SIGNIN_OAUTH_ERROR" ||
    /ECONN|ENOTFOUND|EAI_|ETIMEDOUT|timed out|ERR_TLS|certificate|fetch failed/i.test(text)
  )
    return "unreachable";
  return "failed";
}
