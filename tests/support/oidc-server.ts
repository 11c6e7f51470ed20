import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** A real OpenID Connect server on this machine. Whoever names an account at its sign-in page is it. */

export interface OidcServer {
  issuer: string;
  /** What it says of each account, by subject; may be changed between sign-ins, and may be lies. */
  people: Map<string, Record<string, unknown>>;
  clientSecret: string;
  stop(): Promise<void>;
}

export const OIDC_CLIENT = "loquat";

/**
 * Starts one that sends people back to `base`.
 * @param options `inIdToken` false sends name and address by the userinfo endpoint alone, as the standard has it
 */
export async function startOidcServer(base: string, options: { inIdToken?: boolean } = {}): Promise<OidcServer> {
  const people = new Map<string, Record<string, unknown>>();
  const clientSecret = "a secret of the client that is long enough";
  // The issuer is the address, which is known when something listens there.
  let answer: ReturnType<Provider["callback"]> | undefined;
  const server: Server = createServer((request, response) => void answer?.(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: OIDC_CLIENT,
        client_secret: clientSecret,
        redirect_uris: [`${base}/api/auth/callback/oidc`],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    conformIdTokenClaims: options.inIdToken === false,
    claims: {
      openid: ["sub"],
      profile: ["name", "preferred_username"],
      email: ["email", "email_verified"],
    },
    cookies: { keys: ["a key of the tests"] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_, subject) => ({
      accountId: subject,
      claims: async () => ({ sub: subject, ...people.get(subject) }),
    }),
    // Nobody is asked for consent.
    async loadExistingGrant(context) {
      const { client, session, provider } = context.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId ?? "", accountId: session?.accountId ?? "" });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
  answer = provider.callback();
  return {
    issuer,
    people,
    clientSecret,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Settings by which Loquat asks the server. */
export const oidcVariables = (server: Pick<OidcServer, "issuer" | "clientSecret">): Record<string, string> => ({
  AUTH_OIDC_ISSUER: server.issuer,
  AUTH_OIDC_ID: OIDC_CLIENT,
  AUTH_OIDC_SECRET: server.clientSecret,
  AUTH_OIDC_NAME: "Garden Club",
});
