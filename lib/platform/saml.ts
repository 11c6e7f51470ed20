import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { generateServiceProviderMetadata, SAML } from "@node-saml/node-saml";
import { z } from "zod";
import { environment } from "./environment";
import type { SamlProvider } from "./environment-sign-in";
import { type IdentityProvider, readEnvelope, readMetadata, SamlError } from "./saml-document";
import type { ProvenIdentity, ProviderProblem } from "./sign-in-providers";

/** The door to SAML 2.0: what is sent to an identity provider, and what its answer proves. */

/** Signed requests to an identity provider do not exist here, so its answer goes where its own metadata of us says. */
const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
/** Clocks may differ by this. */
const SKEW_MS = 60_000;
const TIMEOUT_MS = 10_000;
const MOST_METADATA = 5_000_000;
/** Metadata is asked for again after this. */
const FRESH_MS = 3_600_000;

const base = () => `${environment().baseUrl}/api/auth/saml`;
/** Where an identity provider sends people back to. */
export const consumerAddress = (): string => `${base()}/acs`;
const entityIdOf = (provider: SamlProvider): string => provider.entityId ?? `${base()}/metadata`;

const known = new Map<string, { provider: IdentityProvider; read: number }>();

/** The identity provider as it is now; what it last said while it cannot be asked. @throws SamlError */
async function identityProvider(provider: SamlProvider): Promise<IdentityProvider> {
  const { metadata, issuer, entryPoint, certificate } = provider;
  if (metadata === undefined)
    return { issuer: issuer ?? "", entryPoint: entryPoint ?? "", certificates: [certificate ?? ""] };
  const key = `${metadata} ${issuer ?? ""}`;
  const last = known.get(key);
  if (last && Date.now() - last.read < FRESH_MS) return last.provider;
  try {
    const read = readMetadata(await metadataText(metadata), issuer);
    known.set(key, { provider: read, read: Date.now() });
    return read;
  } catch (error) {
    if (last) return last.provider;
    throw error instanceof SamlError
      ? error
      : new SamlError(`The metadata cannot be read: ${(error as Error).message}`, "unreachable");
  }
}

async function metadataText(place: string): Promise<string> {
  if (isAbsolute(place)) return readFile(/*turbopackIgnore: true*/ place, "utf8");
  const answer = await fetch(place, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const text = await answer.text();
  if (text.length > MOST_METADATA) throw new Error("it is too large");
  return text;
}

function library(provider: SamlProvider, there: IdentityProvider, id: string): SAML {
  return new SAML({
    callbackUrl: consumerAddress(),
    issuer: entityIdOf(provider),
    audience: entityIdOf(provider),
    entryPoint: there.entryPoint,
    idpIssuer: there.issuer,
    idpCert: there.certificates,
    identifierFormat: provider.attributes.subject === undefined ? PERSISTENT : null,
    // How somebody proves who they are is the identity provider's business.
    disableRequestedAuthnContext: true,
    // Answer or assertion: the library gives what is signed, and nothing else.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    generateUniqueId: () => id,
  });
}

/** A sign-in to begin. @throws SamlError */
export async function samlRequest(provider: SamlProvider): Promise<{ id: string; address: string }> {
  const there = await identityProvider(provider);
  // An XML name begins with no digit.
  const id = `_${randomBytes(20).toString("hex")}`;
  return { id, address: await library(provider, there, id).getAuthorizeUrlAsync("", undefined, {}) };
}

/** What Loquat is to an identity provider, as XML. */
export function samlMetadata(provider: SamlProvider): string {
  return generateServiceProviderMetadata({
    issuer: entityIdOf(provider),
    callbackUrl: consumerAddress(),
    identifierFormat: provider.attributes.subject === undefined ? PERSISTENT : null,
    wantAssertionsSigned: true,
    // Always the same: it is the hash of what names us.
    generateUniqueId: () => `_${createHash("sha256").update(entityIdOf(provider)).digest("hex").slice(0, 40)}`,
  });
}

const attributes = z.record(z.string(), z.string().optional()).optional();
const confirmations = z.array(
  z.looseObject({ $: attributes, SubjectConfirmationData: z.array(z.looseObject({ $: attributes })).optional() }),
);
const signedAssertion = z.looseObject({
  Assertion: z.looseObject({
    $: attributes,
    Issuer: z.array(z.looseObject({ _: z.string().optional() })).min(1),
    Subject: z.array(z.looseObject({ SubjectConfirmation: confirmations.optional() })).min(1),
    AuthnStatement: z.array(z.unknown()).min(1),
  }),
});

/** What an answer proves, and what it may be used for once. */
export interface SamlProof {
  /** The request it answers. */
  request: string;
  /** Names the assertion among all of all identity providers. */
  assertion: string;
  /** When it is not believed any more. */
  until: Date;
  identity: ProvenIdentity;
}

/**
 * Checks an answer: the signature, whom it is for, when, and which request it answers. Whether that request was made and
 * not answered yet, and whether the assertion is new, is for the caller to see.
 * @param encoded `SAMLResponse`, in base64
 * @throws SamlError; any other error means that it is not to be believed, too
 */
export async function readSamlAnswer(provider: SamlProvider, encoded: string): Promise<SamlProof> {
  const xml = Buffer.from(encoded, "base64").toString("utf8");
  const envelope = readEnvelope(xml);
  if (envelope.status[0] !== "Success") throw declined(envelope.status);
  if (!envelope.hasAssertion) throw new SamlError("The answer says nothing of anybody.");
  if (envelope.destination && envelope.destination !== consumerAddress())
    throw new SamlError(`The answer is for ${envelope.destination.slice(0, 200)}.`);
  const there = await identityProvider(provider);
  const { profile } = await library(provider, there, "_").validatePostResponseAsync({ SAMLResponse: encoded });
  if (!profile) throw new SamlError("The answer says nothing of anybody.");
  const { Assertion: assertion } = signedAssertion.parse(profile.getAssertion?.());
  const [issuer] = assertion.Issuer;
  if (assertion.Issuer.length > 1 || issuer?._ !== there.issuer)
    throw new SamlError(`The issuer is ${String(issuer?._).slice(0, 200)}, not ${there.issuer}.`);
  const id = assertion.$?.ID;
  if (!id) throw new SamlError("The assertion has no ID.");
  const { request, until } = confirmed(assertion.Subject[0]?.SubjectConfirmation ?? []);
  if (envelope.inResponseTo && envelope.inResponseTo !== request)
    throw new SamlError("The answer and its assertion are for different requests.");
  return {
    request,
    assertion: createHash("sha256")
      .update(JSON.stringify([there.issuer, id]))
      .digest("hex"),
    until,
    identity: identityFrom(provider, there.issuer, profile),
  };
}

/** The confirmation that is for us, for a request and for now (profiles of SAML 2.0, 4.1.4.2). */
function confirmed(all: z.infer<typeof confirmations>): { request: string; until: Date } {
  for (const { $: own, SubjectConfirmationData: data } of all) {
    const said = data?.[0]?.$;
    if (own?.Method !== BEARER || said?.Recipient !== consumerAddress() || !said.InResponseTo || said.NotBefore)
      continue;
    const until = Date.parse(said.NotOnOrAfter ?? "");
    if (until + SKEW_MS > Date.now()) return { request: said.InResponseTo, until: new Date(until + SKEW_MS) };
  }
  throw new SamlError("The assertion is not for this address, answers no request of ours, or has come too late.");
}

/** What attributes are usually called; the first that is there counts. */
const USUAL = {
  username: [
    "uid",
    "username",
    "urn:oid:0.9.2342.19200300.100.1.1",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name",
  ],
  fullName: [
    "displayName",
    "cn",
    "name",
    "urn:oid:2.16.840.1.113730.3.1.241",
    "urn:oid:2.5.4.3",
    "http://schemas.microsoft.com/identity/claims/displayname",
  ],
  email: [
    "mail",
    "email",
    "urn:oid:0.9.2342.19200300.100.1.3",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  ],
} as const;

interface Told {
  nameID?: string;
  nameIDFormat?: string;
  attributes?: unknown;
}

function identityFrom(provider: SamlProvider, issuer: string, told: Told): ProvenIdentity {
  const values = new Map(Object.entries((told.attributes ?? {}) as Record<string, unknown>));
  const value = (names: readonly string[]): string => {
    for (const name of names) {
      const given = values.get(name);
      const first: unknown = Array.isArray(given) ? given[0] : given;
      if (typeof first === "string" && first.trim()) return first.trim().slice(0, 500);
    }
    return "";
  };
  const { subject, username, fullName, email } = provider.attributes;
  const named = subject === undefined ? subjectOf(told) : value([subject]);
  if (!named) throw new SamlError(`The assertion has no attribute ${subject}.`);
  return {
    provider: provider.id,
    // Entity ids have no blanks.
    subject: `${issuer} ${named}`,
    username: value(username === undefined ? USUAL.username : [username]).replace(/@.*/, ""),
    fullName: value(fullName === undefined ? USUAL.fullName : [fullName]),
    email: value(email === undefined ? USUAL.email : [email]) || null,
    // SAML does not tell whether anybody has checked it: the setting alone says so.
    emailVerified: provider.verifiesEmails,
  };
}

/** A name that is somebody else's tomorrow, as addresses are, or another one at each sign-in, opens nothing. */
function subjectOf({ nameID, nameIDFormat }: Told): string {
  if (nameIDFormat !== PERSISTENT || !nameID?.trim())
    throw new SamlError(
      `The NameID is ${nameIDFormat?.slice(0, 100) ?? "without format"}. Let the identity provider send a persistent one, or name an attribute that never changes by AUTH_SAML_SUBJECT.`,
    );
  return nameID.trim().slice(0, 1000);
}

/** What it means that an identity provider says no. */
function declined(status: readonly string[]): SamlError {
  const text = status.join(", ").slice(0, 200);
  return new SamlError(
    `The identity provider answered: ${text}.`,
    /AuthnFailed|RequestDenied|NoPassive/.test(text) ? "denied" : "failed",
  );
}

/** Why a sign-in did not end well, as people are told. */
export const samlProblemOf = (error: unknown): ProviderProblem =>
  error instanceof SamlError ? error.problem : "failed";
