import { X509Certificate } from "node:crypto";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { optional, row } from "./environment-values";

/** Settings of a SAML identity provider: who it is, what it signs with, and what it calls a person's particulars. */

/** Who can change what the metadata says can be anybody: it comes encrypted, or from this machine. */
function isTrustworthy(place: string): boolean {
  if (isAbsolute(place)) return true;
  if (!URL.canParse(place)) return false;
  const { protocol, hostname } = new URL(place);
  return protocol === "https:" || (protocol === "http:" && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

/** A certificate in PEM or as bare base64, as PEM; undefined for what is none. */
export function certificateOf(text: string): string | undefined {
  const bare = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----|\s+/g, "");
  if (!/^[A-Za-z0-9+/]+=*$/.test(bare)) return undefined;
  try {
    return new X509Certificate(Buffer.from(bare, "base64")).toString();
  } catch {
    return undefined;
  }
}

const uri = z.string().regex(/^[^\s\p{Cc}]{1,1024}$/u, "must be one URI without blanks");

export const samlVariables = {
  AUTH_SAML_METADATA: optional
    .refine((value) => value === undefined || isTrustworthy(value), {
      error: "must be an https address, or an absolute file",
    })
    .meta(row("Metadata of a SAML 2.0 identity provider: an https address or an absolute file.")),
  AUTH_SAML_ENTRY_POINT: optional
    .pipe(z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional())
    .meta(row("Without metadata: the address of its single sign-on service (HTTP-Redirect).")),
  AUTH_SAML_CERTIFICATE: optional
    .refine((value) => value === undefined || certificateOf(value) !== undefined, {
      error: "must be one X.509 certificate, in PEM or base64",
    })
    .meta(row("Without metadata: the certificate it signs with, or as a file `AUTH_SAML_CERTIFICATE_FILE`.")),
  AUTH_SAML_ISSUER: optional
    .pipe(uri.optional())
    .meta(row("Entity id of the identity provider.", "the only one of its metadata")),
  AUTH_SAML_ENTITY_ID: optional
    .pipe(uri.optional())
    .meta(row("Entity id of this installation.", "the address of our metadata, `/api/auth/saml/metadata`")),
  AUTH_SAML_NAME: z.string().max(60).default("SAML").meta(row("What the button on the sign-in page calls it.")),
  AUTH_SAML_SUBJECT: optional.meta(
    row("Attribute that names a person for ever, where the NameID is not persistent.", "a persistent NameID"),
  ),
  AUTH_SAML_USERNAME: optional.meta(
    row("Attribute that a new account's user name is proposed from.", "`uid` and others"),
  ),
  AUTH_SAML_FULL_NAME: optional.meta(row("Attribute with the full name.", "`displayName` and others")),
  AUTH_SAML_EMAIL: optional.meta(row("Attribute with the e-mail address.", "`mail` and others")),
};

type Raw = z.infer<z.ZodObject<typeof samlVariables>>;

/** An identity provider as it is told of, and what Loquat is called there. */
export interface SamlSettings {
  name: string;
  /** Address or file of its metadata; undefined where entry point, certificate and issuer are given. */
  metadata: string | undefined;
  entryPoint: string | undefined;
  /** PEM. */
  certificate: string | undefined;
  issuer: string | undefined;
  /** Our entity id; undefined for the address of our metadata. */
  entityId: string | undefined;
  /** Names of attributes; undefined for the usual ones, and for the NameID as subject. */
  attributes: {
    subject: string | undefined;
    username: string | undefined;
    fullName: string | undefined;
    email: string | undefined;
  };
}

/** The settings of SAML, undefined when there is none. @param fail makes the error for a variable that is missing */
export function samlSettings(raw: Raw, fail: (message: string) => Error): SamlSettings | undefined {
  const by = raw.AUTH_SAML_METADATA !== undefined;
  const parts = ["AUTH_SAML_ENTRY_POINT", "AUTH_SAML_CERTIFICATE"] as const;
  const given = parts.filter((name) => raw[name] !== undefined);
  if (by && given.length > 0) throw fail(`${given[0]} and AUTH_SAML_METADATA are both set. Remove one of them.`);
  if (!by && given.length === 0) {
    if (raw.AUTH_SAML_ISSUER)
      throw fail("AUTH_SAML_METADATA or AUTH_SAML_ENTRY_POINT is required with AUTH_SAML_ISSUER.");
    return undefined;
  }
  if (!by)
    for (const name of [...parts, "AUTH_SAML_ISSUER"] as const)
      if (raw[name] === undefined) throw fail(`${name} is required with ${given[0]}.`);
  return {
    name: raw.AUTH_SAML_NAME,
    metadata: raw.AUTH_SAML_METADATA,
    entryPoint: raw.AUTH_SAML_ENTRY_POINT,
    certificate: raw.AUTH_SAML_CERTIFICATE && certificateOf(raw.AUTH_SAML_CERTIFICATE),
    issuer: raw.AUTH_SAML_ISSUER,
    entityId: raw.AUTH_SAML_ENTITY_ID,
    attributes: {
      subject: raw.AUTH_SAML_SUBJECT,
      username: raw.AUTH_SAML_USERNAME,
      fullName: raw.AUTH_SAML_FULL_NAME,
      email: raw.AUTH_SAML_EMAIL,
    },
  };
}
