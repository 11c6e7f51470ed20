import { SaxesParser, type SaxesTagNS } from "saxes";
import { certificateOf } from "./environment-saml";
import type { ProviderProblem } from "./sign-in-providers";

/**
 * SAML documents read on their own, beside the library that checks signatures: what must be said of a whole answer
 * before any of it is believed, and the metadata of an identity provider. Nothing is expanded or loaded.
 */

const DEEPEST = 40;
const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";

/** A SAML document that cannot be used; the message is for the log of an administrator. */
export class SamlError extends Error {
  override readonly name = "SamlError";
  constructor(
    message: string,
    /** What people are told. */
    readonly problem: ProviderProblem = "failed",
  ) {
    super(message);
  }
}

/** An element without its children, and the local names of those around it, outermost first. */
interface Element {
  local: string;
  space: string;
  attribute(name: string): string;
  around: readonly string[];
}

/**
 * Walks over all elements.
 * @throws SamlError for what is not well-formed, has a document type, or is nested too deeply
 */
function walk(xml: string, open: (element: Element) => void, text?: (text: string, around: readonly string[]) => void) {
  const parser = new SaxesParser({ xmlns: true });
  const around: string[] = [];
  const refuse = (message: string) => {
    throw new SamlError(message);
  };
  parser.on("error", (error) => refuse(`The document is not well-formed: ${error.message.slice(0, 200)}`));
  parser.on("doctype", () => refuse("The document declares a document type, which no SAML document does."));
  parser.on("opentag", (tag: SaxesTagNS) => {
    open({ local: tag.local, space: tag.uri, attribute: (name) => tag.attributes[name]?.value ?? "", around });
    around.push(tag.local);
    if (around.length > DEEPEST) refuse(`The document is nested more than ${DEEPEST} levels deep.`);
  });
  parser.on("closetag", () => void around.pop());
  if (text) parser.on("text", (given) => text(given, around));
  parser.write(xml).close();
}

/** Algorithms that a signature may be made with: RSA with SHA-256 and SHA-512. SHA-1 is broken. */
const STRONG = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);

/** What an answer says of itself as a whole. Unsigned, until the library has said otherwise. */
export interface Envelope {
  /** Last part of the status and of the one within, such as `["Responder", "RequestDenied"]`. */
  status: string[];
  destination: string;
  inResponseTo: string;
  hasAssertion: boolean;
}

/**
 * Reads the envelope of an answer. There may be one assertion in all of the document, where it belongs: so no other one
 * can be taken for the signed one.
 * @throws SamlError
 */
export function readEnvelope(xml: string): Envelope {
  const found: Envelope = { status: [], destination: "", inResponseTo: "", hasAssertion: false };
  const ids = new Set<string>();
  walk(xml, ({ local, space, attribute, around }) => {
    const depth = around.length;
    if (depth === 0) {
      if (local !== "Response" || space !== PROTOCOL) throw new SamlError("The document is no answer of SAML 2.0.");
      found.destination = attribute("Destination");
      found.inResponseTo = attribute("InResponseTo");
    } else if (local === "Response") throw new SamlError("There is an answer within the answer.");
    const id = attribute("ID");
    if (id && ids.has(id)) throw new SamlError("Two elements have the same ID.");
    ids.add(id);
    if (local === "EncryptedAssertion" || local === "EncryptedID")
      throw new SamlError(
        "The identity provider encrypts what it says. Switch encryption off: the connection is encrypted.",
      );
    if (local === "Assertion") {
      if (depth !== 1 || space !== ASSERTION || found.hasAssertion)
        throw new SamlError("There is more than one assertion, or one in a wrong place.");
      found.hasAssertion = true;
    }
    if (local === "StatusCode" && around[1] === "Status") found.status.push(attribute("Value").replace(/^.*:/, ""));
    if (
      space === SIGNATURE &&
      (local === "SignatureMethod" || local === "DigestMethod") &&
      !STRONG.has(attribute("Algorithm"))
    )
      throw new SamlError(`It is signed with ${attribute("Algorithm").slice(0, 100)}. Use RSA with SHA-256.`);
  });
  return found;
}

/** An identity provider: where people are sent, and whose signatures count. */
export interface IdentityProvider {
  /** Its entity id. */
  issuer: string;
  entryPoint: string;
  /** PEM. */
  certificates: string[];
}

/**
 * Reads the metadata of an identity provider.
 * @param issuer its entity id; undefined where it is the only one of the document
 * @throws SamlError
 */
export function readMetadata(xml: string, issuer?: string): IdentityProvider {
  const found: IdentityProvider[] = [];
  let entity = "";
  let current: IdentityProvider | undefined;
  let signs = false;
  let certificate = "";
  const finish = () => {
    const pem = certificate ? certificateOf(certificate) : undefined;
    if (pem && current && !current.certificates.includes(pem)) current.certificates.push(pem);
    certificate = "";
  };
  walk(
    xml,
    ({ local, space, attribute, around }) => {
      finish();
      if (space === METADATA && local === "EntityDescriptor") {
        entity = attribute("entityID");
        current = undefined;
      } else if (space === METADATA && local === "IDPSSODescriptor") {
        current = { issuer: entity, entryPoint: "", certificates: [] };
        found.push(current);
      } else if (
        space === METADATA &&
        /^(?:SP|AA|PDP|Authn)\w*Descriptor$/.test(local) &&
        around.at(-1) === "EntityDescriptor"
      )
        current = undefined;
      else if (local === "KeyDescriptor") signs = attribute("use") !== "encryption";
      else if (
        local === "SingleSignOnService" &&
        attribute("Binding") === "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" &&
        current
      )
        current.entryPoint ||= attribute("Location");
    },
    (text, around) => {
      if (around.at(-1) === "X509Certificate" && around.includes("KeyDescriptor") && signs) certificate += text;
    },
  );
  finish();
  const wanted = issuer === undefined ? found : found.filter((one) => one.issuer === issuer);
  const [provider] = wanted;
  if (!provider) throw new SamlError("The metadata tells of no such identity provider.");
  if (wanted.length > 1) throw new SamlError("The metadata tells of several identity providers: set AUTH_SAML_ISSUER.");
  if (!/^https?:\/\/[^\s]+$/.test(provider.entryPoint) || !URL.canParse(provider.entryPoint))
    throw new SamlError("The metadata tells of no sign-on service with the binding HTTP-Redirect.");
  if (provider.certificates.length === 0) throw new SamlError("The metadata tells of no certificate for signatures.");
  if (!provider.issuer) throw new SamlError("The metadata tells no entity id.");
  return provider;
}
