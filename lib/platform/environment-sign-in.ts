import { readFileSync } from "node:fs";
import { z } from "zod";
import { type SamlSettings, samlSettings, samlVariables } from "./environment-saml";
import { httpAddress, optional, row } from "./environment-values";

/** Settings of sign-in: which other services may say who somebody is, and what a second factor is asked for. */

/** Services that Loquat knows, and any other that speaks OpenID Connect. */
const OAUTH_IDS = ["github", "gitlab", "google", "microsoft", "oidc"] as const;
type OauthId = (typeof OAUTH_IDS)[number];

export const PROVIDER_IDS = [...OAUTH_IDS, "saml"] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

const isProvider = (word: string): word is ProviderId => PROVIDER_IDS.some((id) => id === word);

/** Names of providers, separated by commas or blanks. */
const providers = z
  .string()
  .default("")
  .transform((value) =>
    value
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine((list) => list.every(isProvider), { error: `must be a list of ${PROVIDER_IDS.join(", ")}` })
  .transform((list) => list.filter(isProvider));

export const signInVariables = {
  AUTH_GITHUB_ID: optional.meta(row("Client id of an OAuth app at GitHub; people can then sign in with GitHub.")),
  AUTH_GITHUB_SECRET: optional.meta(
    row("Its secret. Each of these secrets may also be a file: `AUTH_GITHUB_SECRET_FILE`."),
  ),
  AUTH_GITHUB_URL: httpAddress.meta(row("Address of a GitHub Enterprise server.", "`https://github.com`")),
  AUTH_GITLAB_ID: optional.meta(row("Application id at GitLab, with the scopes `openid`, `profile` and `email`.")),
  AUTH_GITLAB_SECRET: optional.meta(row("Its secret.")),
  AUTH_GITLAB_URL: httpAddress.meta(row("Address of your own GitLab.", "`https://gitlab.com`")),
  AUTH_GOOGLE_ID: optional.meta(row("Client id at Google.")),
  AUTH_GOOGLE_SECRET: optional.meta(row("Its secret.")),
  AUTH_MICROSOFT_ID: optional.meta(row("Application id at Microsoft Entra.")),
  AUTH_MICROSOFT_SECRET: optional.meta(row("Its secret.")),
  AUTH_MICROSOFT_TENANT: optional
    .pipe(
      z
        .string()
        .regex(/^[a-z0-9.-]{1,100}$/i, "must be the id or a domain of one tenant")
        .optional(),
    )
    .meta(row("Id of its tenant; required with `AUTH_MICROSOFT_ID`.")),
  AUTH_OIDC_ISSUER: httpAddress.meta(
    row("Issuer or discovery address of any other service with OpenID Connect, such as Keycloak or Authentik."),
  ),
  AUTH_OIDC_ID: optional.meta(row("Client id there.")),
  AUTH_OIDC_SECRET: optional.meta(row("Its secret.")),
  AUTH_OIDC_NAME: z
    .string()
    .max(60)
    .default("OpenID Connect")
    .meta(row("What the button on the sign-in page calls it.")),
  AUTH_OIDC_SCOPE: z
    .string()
    .regex(/(?:^|\s)openid(?:\s|$)/, "must contain openid")
    .default("openid profile email")
    .meta(row("Scopes that are asked for.")),
  AUTH_OIDC_USERNAME_CLAIM: z
    .string()
    .default("preferred_username")
    .meta(row("Claim that a new account's user name is proposed from.")),
  ...samlVariables,
  AUTH_VERIFIED_EMAILS: providers.meta(
    row(
      "Providers whose word is enough that an e-mail address is somebody's own, so that a new account needs no mail and joins automatic teams: a list of names such as `github,google`. No e-mail address ever opens an account that exists.",
      "all addresses are confirmed by mail",
    ),
  ),
  AUTH_NEW_ACCOUNTS: providers.meta(
    row(
      "Providers that people may make an account by, also while registration is closed: a list of names such as `oidc`.",
    ),
  ),
  AUTH_SECOND_FACTOR_BY: providers.meta(
    row("Providers that ask for a second factor themselves, so that Loquat does not ask for another: a list of names."),
  ),
  AUTH_DIRECTORY: providers.meta(
    row(
      "Providers that a directory service (SCIM) keeps people of: it sends as `externalId` what the provider calls a person in `sub`, or in the NameID. Accounts that it has made are then opened by signing in there.",
    ),
  ),
  LOQUAT_SECOND_FACTOR: z
    .enum(["optional", "required"], { error: 'must be "optional" or "required"' })
    .default("optional")
    .meta(
      row(
        "With `required`, whoever has signed in without a second factor can read and set one up, and change nothing. API tokens and bots are not affected.",
      ),
    ),
};

const schema = z.object(signInVariables);
type Raw = z.infer<typeof schema>;

/** What all services that people may sign in with have in common. */
interface AnyProvider {
  id: ProviderId;
  /** What people call it. */
  name: string;
  /** Its word is enough that an address is somebody's own. */
  verifiesEmails: boolean;
  /** Makes accounts while registration is closed, too. */
  makesAccounts: boolean;
  /** No second factor is asked for after it. */
  hasSecondFactor: boolean;
  /** A directory service sends its subjects as `externalId`. */
  hasDirectory: boolean;
}

/** A service with OpenID Connect, or GitHub. */
export interface OauthProvider extends AnyProvider {
  id: OauthId;
  clientId: string;
  clientSecret: string;
  /** Discovery address of OpenID Connect; undefined for GitHub, which has none. */
  discovery: string | undefined;
  /** Base address of a service without discovery. */
  url: string;
  scope: string;
  usernameClaim: string;
}

/** An identity provider with SAML 2.0. */
export interface SamlProvider extends AnyProvider, SamlSettings {
  id: "saml";
}

/** A service that people may sign in with. */
export type SignInProvider = OauthProvider | SamlProvider;

export interface SignInSettings {
  providers: readonly SignInProvider[];
  /** Whether everybody needs a second factor to change something. */
  secondFactorRequired: boolean;
}

const SECRETS = [...OAUTH_IDS.map((id) => `AUTH_${id.toUpperCase()}_SECRET`), "AUTH_SAML_CERTIFICATE"];

/**
 * Variables with the secrets of providers that are named as files, `AUTH_OIDC_SECRET_FILE`, read into them.
 * @param fail makes the error for a variable
 */
export function withSecretFiles(
  source: Record<string, string | undefined>,
  fail: (message: string) => Error,
): Record<string, string | undefined> {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const path = source[`${name}_FILE`];
    if (!path) continue;
    if (source[name]) throw fail(`${name} and ${name}_FILE are both set. Remove one of them.`);
    try {
      read[name] = readFileSync(/*turbopackIgnore: true*/ path, "utf8").trim();
    } catch (error) {
      throw fail(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"}).`);
    }
  }
  return { ...source, ...read };
}

const SUFFIX = "/.well-known/openid-configuration";
const discoveryOf = (issuer: string) => (issuer.endsWith(SUFFIX) ? issuer : issuer.replace(/\/+$/, "") + SUFFIX);
const trimmed = (url: string) => url.replace(/\/+$/, "");

/** Where and how each provider is asked. */
function placeOf(id: OauthId, raw: Raw): Pick<OauthProvider, "name" | "discovery" | "url" | "scope" | "usernameClaim"> {
  const scope = "openid profile email";
  switch (id) {
    case "github": {
      const url = trimmed(raw.AUTH_GITHUB_URL ?? "https://github.com");
      return { name: "GitHub", discovery: undefined, url, scope: "read:user user:email", usernameClaim: "login" };
    }
    case "gitlab": {
      const url = trimmed(raw.AUTH_GITLAB_URL ?? "https://gitlab.com");
      return { name: "GitLab", discovery: discoveryOf(url), url, scope, usernameClaim: "nickname" };
    }
    case "google": {
      const url = "https://accounts.google.com";
      return { name: "Google", discovery: discoveryOf(url), url, scope, usernameClaim: "email" };
    }
    case "microsoft": {
      const url = `https://login.microsoftonline.com/${raw.AUTH_MICROSOFT_TENANT}/v2.0`;
      return { name: "Microsoft", discovery: discoveryOf(url), url, scope, usernameClaim: "preferred_username" };
    }
    default: {
      const url = raw.AUTH_OIDC_ISSUER ?? "";
      return {
        name: raw.AUTH_OIDC_NAME,
        discovery: discoveryOf(url),
        url,
        scope: raw.AUTH_OIDC_SCOPE,
        usernameClaim: raw.AUTH_OIDC_USERNAME_CLAIM,
      };
    }
  }
}

/** The settings of sign-in. @param fail makes the error for a variable that is missing */
export function signInSettings(raw: Raw, fail: (message: string) => Error): SignInSettings {
  const told = (id: ProviderId) => ({
    verifiesEmails: raw.AUTH_VERIFIED_EMAILS.includes(id),
    makesAccounts: raw.AUTH_NEW_ACCOUNTS.includes(id),
    hasSecondFactor: raw.AUTH_SECOND_FACTOR_BY.includes(id),
    hasDirectory: raw.AUTH_DIRECTORY.includes(id),
  });
  const found = OAUTH_IDS.flatMap((id): SignInProvider[] => {
    const name = `AUTH_${id.toUpperCase()}` as `AUTH_${Uppercase<OauthId>}`;
    const [clientId, clientSecret] = [raw[`${name}_ID`], raw[`${name}_SECRET`]];
    if (id === "oidc" && !clientId && raw.AUTH_OIDC_ISSUER)
      throw fail("AUTH_OIDC_ID is required with AUTH_OIDC_ISSUER.");
    if (!clientId) return [];
    if (!clientSecret) throw fail(`${name}_SECRET is required with ${name}_ID.`);
    if (id === "oidc" && !raw.AUTH_OIDC_ISSUER) throw fail("AUTH_OIDC_ISSUER is required with AUTH_OIDC_ID.");
    if (id === "microsoft" && !raw.AUTH_MICROSOFT_TENANT)
      throw fail("AUTH_MICROSOFT_TENANT is required with AUTH_MICROSOFT_ID.");
    return [{ id, clientId, clientSecret, ...placeOf(id, raw), ...told(id) }];
  });
  const saml = samlSettings(raw, fail);
  if (saml) found.push({ id: "saml", ...saml, ...told("saml") });
  return { providers: found, secondFactorRequired: raw.LOQUAT_SECOND_FACTOR === "required" };
}
