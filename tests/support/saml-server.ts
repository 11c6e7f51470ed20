import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";

/** A small SAML identity provider on this machine. Whoever names an account at its sign-in page is it. */

const file = (name: string) => readFileSync(`tests/fixtures/saml/${name}`, "utf8");
export const PROVIDER_CERTIFICATE = file("provider.pem");
export const STRANGER_KEY = file("stranger.key");

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

/** What an answer says; everything may be a lie. */
export interface Saying {
  issuer: string;
  /** ID of the request that it answers. */
  request: string;
  /** Where it is posted to. */
  consumer: string;
  audience: string;
  subject: string;
  format?: string;
  attributes?: Record<string, string>;
  id?: string;
  /** Milliseconds from now until it ends, and since it began. */
  lasts?: number;
  begins?: number;
  /** Of the whole answer, where it differs from that of the assertion. */
  destination?: string;
  answers?: string;
  key?: string;
  signs?: "assertion" | "answer" | "nothing";
  algorithm?: "sha1" | "sha256";
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
let serial = 0;

/** A signed answer, as XML. @param spoil changes it before it is signed */
export function samlAnswer(said: Saying, spoil: (xml: string) => string = (xml) => xml): string {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const { begins = 0, lasts = 300_000, signs = "assertion" } = said;
  const id = said.id ?? `_assertion${Date.now()}${++serial}`;
  const attributes = Object.entries(said.attributes ?? {})
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${escaped(name)}"><saml:AttributeValue>${escaped(value)}</saml:AttributeValue></saml:Attribute>`,
    )
    .join("");
  const xml = spoil(
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_answer${++serial}" Version="2.0" IssueInstant="${at(0)}" Destination="${escaped(said.destination ?? said.consumer)}" InResponseTo="${said.answers ?? said.request}">` +
      `<saml:Issuer>${escaped(said.issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
      `<saml:Assertion ID="${id}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${escaped(said.issuer)}</saml:Issuer>` +
      `<saml:Subject><saml:NameID Format="${said.format ?? PERSISTENT}">${escaped(said.subject)}</saml:NameID>` +
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(lasts)}" Recipient="${escaped(said.consumer)}" InResponseTo="${said.request}"/></saml:SubjectConfirmation></saml:Subject>` +
      `<saml:Conditions NotBefore="${at(begins)}" NotOnOrAfter="${at(lasts)}"><saml:AudienceRestriction><saml:Audience>${escaped(said.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
      `<saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
      `<saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`,
  );
  return signs === "nothing" ? xml : signed(xml, signs === "answer" ? "Response" : "Assertion", said);
}

function signed(xml: string, element: string, { key = file("provider.key"), algorithm = "sha256" }: Saying): string {
  const place = `//*[local-name(.)='${element}']`;
  const weak = algorithm === "sha1";
  const signature = new SignedXml({
    privateKey: key,
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
    signatureAlgorithm: weak
      ? "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
      : "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  });
  signature.addReference({
    xpath: place,
    digestAlgorithm: weak ? "http://www.w3.org/2000/09/xmldsig#sha1" : "http://www.w3.org/2001/04/xmlenc#sha256",
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"],
  });
  signature.computeSignature(xml, {
    location: { reference: `${place}/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signature.getSignedXml();
}

/** What a request of Loquat asks for. */
export function readRequest(address: URL): { id: string; issuer: string; consumer: string; format: string } {
  const xml = inflateRawSync(Buffer.from(address.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
  const found = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? "";
  return {
    id: found(/ ID="([^"]+)"/),
    issuer: found(/Issuer[^>]*>([^<]+)</),
    consumer: found(/AssertionConsumerServiceURL="([^"]+)"/),
    format: found(/NameIDPolicy[^>]* Format="([^"]+)"/),
  };
}

export interface SamlServer {
  issuer: string;
  /** What it says of each account, by subject. */
  people: Map<string, Record<string, string>>;
  /** How often its metadata was asked for. */
  asked(): number;
  stop(): Promise<void>;
}

/** Starts one: it posts answers by a form that sends itself, as browsers get it. */
export async function startSamlServer(): Promise<SamlServer> {
  const people = new Map<string, Record<string, string>>();
  let issuer = "";
  let asked = 0;
  const server: Server = createServer((request, response) => {
    const address = new URL(request.url ?? "/", issuer);
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (address.pathname === "/metadata") {
      asked++;
      response.setHeader("content-type", "application/samlmetadata+xml");
      return response.end(metadataOf(issuer));
    }
    const subject = address.searchParams.get("login");
    const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escaped(value)}">`;
    if (subject === null)
      return response.end(
        `<!doctype html><title>Garden Club</title><form>${hidden("SAMLRequest", address.searchParams.get("SAMLRequest") ?? "")}<label>Account <input name="login"></label><button>Go</button></form>`,
      );
    const { id, issuer: audience, consumer } = readRequest(address);
    const xml = samlAnswer({ issuer, request: id, consumer, audience, subject, attributes: people.get(subject) ?? {} });
    // The relay state is a lie: nobody may be led there.
    response.end(
      `<!doctype html><title>Back</title><form method="post" action="${escaped(consumer)}">${hidden("SAMLResponse", Buffer.from(xml).toString("base64"))}${hidden("RelayState", "https://evil.test/")}<button>Continue</button></form>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    people,
    asked: () => asked,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Metadata of an identity provider with the usual certificate. */
export function metadataOf(issuer: string, certificate = PROVIDER_CERTIFICATE): string {
  const bare = certificate.replace(/-----[^-]+-----/g, "");
  return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${issuer}">
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${issuer}/post"/>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${issuer}/sso"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`;
}

/** Settings by which Loquat asks the server. */
export const samlVariables = (server: Pick<SamlServer, "issuer">): Record<string, string> => ({
  AUTH_SAML_METADATA: `${server.issuer}/metadata`,
  AUTH_SAML_NAME: "House Keys",
});
