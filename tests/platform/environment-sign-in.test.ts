import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/platform/environment";

const CERTIFICATE = readFileSync("tests/fixtures/saml/provider.pem", "utf8");

const read = (variables: Record<string, string>) => readEnvironment({ NODE_ENV: "test", ...variables }).signIn;

describe("settings of sign-in", () => {
  it("name no provider, and ask for no second factor, unless they say so", () => {
    expect(read({})).toEqual({ providers: [], secondFactorRequired: false });
    expect(read({ LOQUAT_SECOND_FACTOR: "required" }).secondFactorRequired).toBe(true);
  });

  it("know the addresses of the services, and take others", () => {
    const { providers } = read({
      AUTH_GITHUB_ID: "a",
      AUTH_GITHUB_SECRET: "b",
      AUTH_GITLAB_ID: "a",
      AUTH_GITLAB_SECRET: "b",
      AUTH_GITLAB_URL: "https://git.example.org/",
      AUTH_GOOGLE_ID: "a",
      AUTH_GOOGLE_SECRET: "b",
      AUTH_MICROSOFT_ID: "a",
      AUTH_MICROSOFT_SECRET: "b",
      AUTH_MICROSOFT_TENANT: "contoso.example",
      AUTH_OIDC_ID: "a",
      AUTH_OIDC_SECRET: "b",
      AUTH_OIDC_ISSUER: "https://id.example.org/realms/x/.well-known/openid-configuration",
      AUTH_SAML_METADATA: "https://id.example.org/saml",
      AUTH_VERIFIED_EMAILS: "GitHub, google",
      AUTH_NEW_ACCOUNTS: "oidc saml",
      AUTH_SECOND_FACTOR_BY: "microsoft",
    });
    expect(providers.map((provider) => [provider.id, "discovery" in provider ? provider.discovery : "saml"])).toEqual([
      ["github", undefined],
      ["gitlab", "https://git.example.org/.well-known/openid-configuration"],
      ["google", "https://accounts.google.com/.well-known/openid-configuration"],
      ["microsoft", "https://login.microsoftonline.com/contoso.example/v2.0/.well-known/openid-configuration"],
      ["oidc", "https://id.example.org/realms/x/.well-known/openid-configuration"],
      ["saml", "saml"],
    ]);
    const names = (of: "verifiesEmails" | "makesAccounts" | "hasSecondFactor") =>
      providers.filter((provider) => provider[of]).map(({ id }) => id);
    expect([names("verifiesEmails"), names("makesAccounts"), names("hasSecondFactor")]).toEqual([
      ["github", "google"],
      ["oidc", "saml"],
      ["microsoft"],
    ]);
  });

  it.each([
    [{ AUTH_GITHUB_ID: "a" }, "AUTH_GITHUB_SECRET is required"],
    [{ AUTH_OIDC_ID: "a", AUTH_OIDC_SECRET: "b" }, "AUTH_OIDC_ISSUER is required"],
    [{ AUTH_OIDC_ISSUER: "https://id.example.org" }, "AUTH_OIDC_ID is required"],
    [{ AUTH_OIDC_ISSUER: "id.example.org" }, "must be an http or https address"],
    [{ AUTH_OIDC_SCOPE: "profile" }, "must contain openid"],
    [{ AUTH_MICROSOFT_ID: "a", AUTH_MICROSOFT_SECRET: "b" }, "AUTH_MICROSOFT_TENANT is required"],
    [{ AUTH_SAML_METADATA: "http://id.example.org/metadata" }, "must be an https address, or an absolute file"],
    [{ AUTH_SAML_METADATA: "metadata.xml" }, "must be an https address, or an absolute file"],
    [{ AUTH_SAML_METADATA: "/a.xml", AUTH_SAML_CERTIFICATE: CERTIFICATE }, "are both set"],
    [{ AUTH_SAML_ENTRY_POINT: "https://id.example.org/sso" }, "AUTH_SAML_CERTIFICATE is required"],
    [
      { AUTH_SAML_ENTRY_POINT: "https://id.example.org/sso", AUTH_SAML_CERTIFICATE: CERTIFICATE },
      "AUTH_SAML_ISSUER is required",
    ],
    [{ AUTH_SAML_CERTIFICATE: "bm90aGluZw==" }, "must be one X.509 certificate"],
    [{ AUTH_SAML_ISSUER: "https://id.example.org" }, "AUTH_SAML_METADATA or AUTH_SAML_ENTRY_POINT is required"],
    [{ AUTH_SAML_ISSUER: "two words" }, "must be one URI"],
    [{ AUTH_NEW_ACCOUNTS: "facebook" }, "must be a list of github"],
    [{ LOQUAT_SECOND_FACTOR: "yes" }, 'must be "optional" or "required"'],
    [{ AUTH_OIDC_SECRET_FILE: "/nowhere/at/all" }, "AUTH_OIDC_SECRET_FILE cannot be read (ENOENT)"],
    [{ AUTH_OIDC_SECRET_FILE: "/nowhere", AUTH_OIDC_SECRET: "b" }, "are both set"],
  ] as [Record<string, string>, string][])("refuse %j", (variables, message) => {
    expect(() => read(variables)).toThrow(message);
  });

  it("read a secret from a file", () => {
    const folder = mkdtempSync(join(tmpdir(), "loquat-secret-"));
    writeFileSync(join(folder, "secret"), "from a file\n");
    const { providers } = read({ AUTH_GITHUB_ID: "a", AUTH_GITHUB_SECRET_FILE: join(folder, "secret") });
    expect(providers[0]).toMatchObject({ clientSecret: "from a file" });
    rmSync(folder, { recursive: true });
  });
});
