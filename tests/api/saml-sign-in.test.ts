import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sessionActor } from "@/lib/api/actor";
import { answerSignIn } from "@/lib/api/sign-in";
import { readStep } from "@/lib/api/sign-in-cookies";
import { SERVICE } from "@/lib/domain/access/actor";
import { createScimKey, Directory } from "@/lib/domain/scim/keys";
import { addScimPerson } from "@/lib/domain/scim/people";
import { joinByProvider } from "@/lib/domain/users/provider-accounts";
import { insertUser } from "@/lib/domain/users/users";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { readSession } from "@/lib/platform/sign-in";
import {
  metadataOf,
  PROVIDER_CERTIFICATE,
  readRequest,
  type SamlServer,
  type Saying,
  STRANGER_KEY,
  samlAnswer,
  samlVariables,
  startSamlServer,
} from "../support/saml-server";
import { useSignIn as setSignIn } from "../support/sign-in-settings";
import { Visitor } from "./provider-visitor";

/** Signing in with SAML: a real identity provider for the way, and answers of our own making for what is refused. */

let server: SamlServer;
let leave: () => void;
let serial = 0;
const BROWSER = { address: "203.0.113.1", userAgent: "test", mark: undefined };
const visitor = () => new Visitor(`203.0.113.${++serial % 250}`);
const base = () => environment().baseUrl;
const consumer = () => `${base()}/api/auth/saml/acs`;

beforeAll(async () => {
  server = await startSamlServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  leave = setSignIn(samlVariables(server));
  await db.run(sql`delete from rate_limits`);
});
afterEach(() => leave());

/** Other settings than those of the server. */
function settings(variables: Record<string, string>) {
  leave();
  leave = setSignIn(variables);
}

/** Posts an answer, as a page of another site makes a browser do: without cookies. */
async function post(xml: string, fields: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString("base64"), ...fields });
  return answerSignIn(
    new Request(consumer(), {
      method: "POST",
      body,
      headers: { origin: server.issuer, "x-loquat-client": `198.51.100.${++serial % 250}` },
    }),
    ["saml", "acs"],
  );
}

const placeOf = (answer: Response) => (answer.headers.get("location") ?? `status ${answer.status}`).replace(base(), "");
const problemOf = (answer: Response) => new URL(placeOf(answer), "http://x").searchParams.get("problem");
const DONE = "/api/auth/saml/done";
const done = (who: Visitor) => who.back(new URL(base() + DONE));
const signedIn = async (who: Visitor) => sessionActor(await readSession(who.request("/")));

/** Begins a sign-in; gives what an honest answer says. */
async function begun(who: Visitor, next = "/"): Promise<Saying> {
  const { id, issuer, consumer: to } = readRequest(await who.begin(next, "saml"));
  return { issuer: server.issuer, request: id, consumer: to, audience: issuer, subject: "s-1" };
}

/** The whole way, by the pages of the server. Gives the path of ours at its end. */
async function signIn(who: Visitor, subject: string, next = "/"): Promise<string> {
  const address = await who.begin(next, "saml");
  address.searchParams.set("login", subject);
  const page = await (await fetch(address)).text();
  const [, encoded = ""] = /name="SAMLResponse" value="([^"]+)"/.exec(page) ?? [];
  const answer = await post(Buffer.from(encoded, "base64").toString(), { RelayState: "https://evil.test/" });
  expect(placeOf(answer)).toBe(DONE);
  expect(answer.status).toBe(303);
  expect(answer.headers.getSetCookie()).toEqual([]);
  return placeOf(await done(who));
}

async function joined(subject: string, attributes: Record<string, string> = {}) {
  server.people.set(subject, { uid: subject, displayName: "Ada Club", mail: `${subject}@club.test`, ...attributes });
  const who = visitor();
  expect(await signIn(who, subject)).toBe("/accounts/join/");
  const identity = await readStep("identity", (name) => who.jar().get(name));
  if (!identity) throw new Error("Nothing was proven.");
  const { username, fullName, email } = identity;
  return (await joinByProvider(identity, { username, fullName, email: email ?? "" }, BROWSER)).user;
}

describe("a sign-in with SAML", () => {
  it("asks for a name that lasts, and for an answer to our address", async () => {
    const address = await visitor().begin("/projects/", "saml");
    expect(address.origin + address.pathname).toBe(`${server.issuer}/sso`);
    expect(Object.keys(Object.fromEntries(address.searchParams))).toEqual(["SAMLRequest"]);
    expect(readRequest(address)).toMatchObject({
      issuer: `${base()}/api/auth/saml/metadata`,
      consumer: consumer(),
      format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    });
  });

  it("makes an account, opens it afterwards, and leads to where one wanted to go", async () => {
    const user = await joined("rosa");
    expect(user).toMatchObject({
      username: "rosa",
      fullName: "Ada Club",
      email: "rosa@club.test",
      emailConfirmed: false,
    });
    const who = visitor();
    expect(await signIn(who, "rosa", "/projects/?q=a")).toBe("/projects/?q=a");
    expect((await signedIn(who))?.username).toBe("rosa");
    const [account] = await db.prisma.account.findMany({ where: { userId: user.id } });
    expect(account).toMatchObject({ provider: "saml", providerAccountId: `${server.issuer} rosa` });
  });

  it("opens no account by its address, and confirms one only where a setting says so", async () => {
    const victim = await inTransaction((tx) =>
      insertUser(tx, { username: "victim", fullName: "V", email: "victim@club.test", emailConfirmed: true }),
    );
    server.people.set("liar", { uid: "victim", mail: "victim@club.test" });
    const who = visitor();
    expect(await signIn(who, "liar")).toBe("/accounts/join/");
    expect(await signedIn(who)).toBeUndefined();
    expect(await db.prisma.account.count({ where: { userId: victim.id } })).toBe(0);
    settings({ ...samlVariables(server), AUTH_VERIFIED_EMAILS: "saml" });
    expect(await joined("sure")).toMatchObject({ emailConfirmed: true });
  });

  it("asks for a second factor, unless a setting says that the provider has, and opens no closed account", async () => {
    const user = await joined("careful");
    await db.prisma.secondFactor.create({
      data: { userId: user.id, kind: "totp", name: "Phone", confirmedAt: new Date() },
    });
    const who = visitor();
    expect(await signIn(who, "careful", "/projects/")).toBe("/accounts/factor/");
    expect(await signedIn(who)).toBeUndefined();
    settings({ ...samlVariables(server), AUTH_SECOND_FACTOR_BY: "saml" });
    expect(await signIn(who, "careful", "/projects/")).toBe("/projects/");
    await db.run(sql`update users set is_active = false where id = ${user.id}`);
    const closed = visitor();
    expect(await signIn(closed, "careful")).toBe("/accounts/login/?problem=closed&provider=saml");
    expect(await signedIn(closed)).toBeUndefined();
  });

  it("opens the account that a directory service has made for the NameID", async () => {
    settings({ ...samlVariables(server), AUTH_DIRECTORY: "saml" });
    const directory = await Directory.open(await createScimKey(SERVICE, "D", null), "test", "192.0.2.7");
    const said = { username: "lena", fullName: "Lena", email: "lena@corp.test", active: true };
    const made = await addScimPerson(directory, { ...said, externalId: "id-of-lena", givenName: "", familyName: "" });
    server.people.set("id-of-lena", { uid: "somebody-else", mail: "else@corp.test" });
    const who = visitor();
    expect(await signIn(who, "id-of-lena", "/projects/")).toBe("/projects/");
    expect((await signedIn(who))?.userId).toBe(made.id);
  });

  it("reads the attributes that settings name, and a subject of them", async () => {
    settings({
      ...samlVariables(server),
      AUTH_SAML_SUBJECT: "objectid",
      AUTH_SAML_USERNAME: "login",
      AUTH_SAML_FULL_NAME: "who",
      AUTH_SAML_EMAIL: "post",
    });
    const who = visitor();
    const said = { ...(await begun(who)), format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress" };
    const attributes = { objectid: "7-7", login: "Uma@corp.test", who: "Uma U", post: "uma@club.test", uid: "wrong" };
    expect(placeOf(await post(samlAnswer({ ...said, attributes })))).toBe(DONE);
    await done(who);
    expect(await readStep("identity", (name) => who.jar().get(name))).toMatchObject({
      subject: `${server.issuer} 7-7`,
      username: "Uma",
      fullName: "Uma U",
      email: "uma@club.test",
    });
    const again = { ...(await begun(visitor())), attributes: { login: "uma" } };
    expect(problemOf(await post(samlAnswer(again)))).toBe("failed");
  });

  it("is told by settings alone, with an answer that is signed as a whole", async () => {
    settings({
      AUTH_SAML_ENTRY_POINT: `${server.issuer}/sso?tenant=1`,
      AUTH_SAML_CERTIFICATE: PROVIDER_CERTIFICATE,
      AUTH_SAML_ISSUER: server.issuer,
      AUTH_SAML_ENTITY_ID: "urn:loquat:garden",
    });
    const who = visitor();
    const said = await begun(who);
    expect(said.audience).toBe("urn:loquat:garden");
    expect(placeOf(await post(samlAnswer({ ...said, signs: "answer" })))).toBe(DONE);
  });

  it("tells who we are, and reads what the provider is once an hour", async () => {
    const before = server.asked();
    const answer = await answerSignIn(new Request(`${base()}/api/auth/saml/metadata`), ["saml", "metadata"]);
    const xml = await answer.text();
    expect(answer.headers.get("content-type")).toContain("application/samlmetadata+xml");
    expect(xml).toContain(`entityID="${base()}/api/auth/saml/metadata"`);
    expect(xml).toContain(`Location="${consumer()}"`);
    expect(xml).toContain('WantAssertionsSigned="true"');
    await visitor().begin("/", "saml");
    await visitor().begin("/", "saml");
    expect(server.asked() - before).toBeLessThan(2);
  });

  it("is not there where it is not set up, and says so when the provider is away", async () => {
    settings({});
    for (const step of ["metadata", "acs", "done"]) {
      const method = step === "acs" ? "POST" : "GET";
      const answer = await answerSignIn(new Request(`${base()}/api/auth/saml/${step}`, { method }), ["saml", step]);
      expect(answer.status).toBe(404);
    }
    settings({ AUTH_SAML_METADATA: "http://127.0.0.1:1/metadata" });
    expect((await visitor().begin("/", "saml")).searchParams.get("problem")).toBe("unreachable");
    const wrong = await answerSignIn(new Request(consumer()), ["saml", "acs"]);
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("an answer", () => {
  const lies: [string, (said: Saying) => Partial<Saying>][] = [
    ["is not signed", () => ({ signs: "nothing" })],
    ["is signed with another key", () => ({ key: STRANGER_KEY })],
    ["is signed with SHA-1", () => ({ algorithm: "sha1" })],
    ["comes from another issuer", () => ({ issuer: "https://other.test" })],
    ["is for another audience", () => ({ audience: "https://other.test/metadata" })],
    ["is for another address", () => ({ consumer: "https://other.test/acs", destination: consumer() })],
    ["is sent to another address", () => ({ destination: "https://other.test/acs" })],
    ["is too late", () => ({ lasts: -120_000, begins: -600_000 })],
    ["is too early", () => ({ begins: 120_000 })],
    ["answers two requests", () => ({ answers: "_other" })],
    ["names somebody by an address", () => ({ format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress" })],
    ["names somebody for one sign-in", () => ({ format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" })],
  ];
  it.each(lies)("that %s is refused", async (_, lie) => {
    const who = visitor();
    const said = await begun(who);
    expect(problemOf(await post(samlAnswer({ ...said, ...lie(said) })))).toBe("failed");
    expect(placeOf(await done(who))).toContain("problem=expired");
    expect(await signedIn(who)).toBeUndefined();
  });

  it("to no request of ours is refused, as one that the provider begins", async () => {
    const said = { ...(await begun(visitor())), request: "_never-asked" };
    expect(problemOf(await post(samlAnswer(said)))).toBe("expired");
    const unasked = samlAnswer({ ...said }, (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, ""));
    expect(problemOf(await post(unasked))).toBe("failed");
  });

  it("counts once, whoever posts it", async () => {
    const who = visitor();
    const said = await begun(who);
    const xml = samlAnswer(said);
    const both = await Promise.all([post(xml), post(xml)]);
    expect(both.map(placeOf).filter((place) => place === DONE)).toHaveLength(1);
    expect(placeOf(await done(who))).toBe("/accounts/join/");
    expect(problemOf(await post(xml))).toBe("expired");
    expect(placeOf(await done(who))).toContain("problem=expired");
  });

  it("has an assertion that was used before", async () => {
    const first = { ...(await begun(visitor())), id: "_same" };
    const second = { ...(await begun(visitor())), id: "_same" };
    expect(placeOf(await post(samlAnswer(first)))).toBe(DONE);
    expect(problemOf(await post(samlAnswer(second)))).toBe("expired");
  });

  it("is the only one to its request", async () => {
    const who = visitor();
    const said = await begun(who);
    expect(placeOf(await post(samlAnswer({ ...said, subject: "first" })))).toBe(DONE);
    expect(problemOf(await post(samlAnswer({ ...said, subject: "second" })))).toBe("expired");
    await done(who);
    expect(await readStep("identity", (name) => who.jar().get(name))).toMatchObject({
      subject: `${server.issuer} first`,
    });
  });

  it("opens nothing in a browser that has not begun", async () => {
    await joined("owner");
    const [attacker, victim] = [visitor(), visitor()];
    const said = { ...(await begun(attacker)), subject: "owner" };
    await begun(victim);
    expect(placeOf(await post(samlAnswer(said)))).toBe(DONE);
    expect(placeOf(await done(victim))).toContain("problem=expired");
    expect(await signedIn(victim)).toBeUndefined();
    expect(placeOf(await done(visitor()))).toContain("problem=expired");
    expect(placeOf(await done(attacker))).toBe("/");
  });

  it("is no proof when what is signed is wrapped in something else", async () => {
    const who = visitor();
    const said = await begun(who);
    const xml = samlAnswer(said);
    const [assertion = ""] = /<saml:Assertion.*<\/saml:Assertion>/.exec(xml) ?? [];
    const evil = assertion
      .replace(/<ds:Signature.*<\/ds:Signature>|<Signature.*<\/Signature>/, "")
      .replace(/>s-1</, ">admin<")
      .replace(/ID="_assertion/, 'ID="_evil');
    const wrapped = [
      // Before it, after it, around it, and hidden where nobody looks.
      xml.replace(assertion, evil + assertion),
      xml.replace(assertion, assertion + evil),
      xml.replace(assertion, evil.replace("</saml:Assertion>", `${assertion}</saml:Assertion>`)),
      xml.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>${evil}`),
      xml
        .replace(assertion, evil.replace("_evil", "_assertion"))
        .replace("</samlp:Response>", `<x>${assertion}</x></samlp:Response>`),
      xml.replace(">s-1<", ">admin<"),
    ];
    for (const one of wrapped) {
      expect(one).toContain("admin");
      expect(problemOf(await post(one))).toBe("failed");
    }
    expect(placeOf(await post(xml))).toBe(DONE);
  });

  it("names whom the signature covers, with comments too", async () => {
    const who = visitor();
    const said = { ...(await begun(who)), subject: "admin.evil.test" };
    const xml = samlAnswer(said).replace("admin.evil.test", "admin<!-- -->.evil.test");
    if (placeOf(await post(xml)) === DONE) await done(who);
    const identity = await readStep("identity", (name) => who.jar().get(name));
    expect(identity?.subject ?? "").not.toBe(`${server.issuer} admin`);
  });

  it.each([
    ["entities", (xml: string) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml.replace("s-1", "&e;")}`],
    ["a bomb", (xml: string) => `<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${xml.replace("s-1", "&b;")}`],
    ["nothing of XML", () => "hello"],
    ["depth", (xml: string) => xml.replace("<samlp:Status>", `${"<a>".repeat(99)}${"</a>".repeat(99)}<samlp:Status>`)],
    ["two equal IDs", (xml: string) => xml.replace("<samlp:Status>", '<x ID="_same"/><x ID="_same"/><samlp:Status>')],
    ["an encrypted assertion", (xml: string) => xml.replaceAll("saml:Assertion", "saml:EncryptedAssertion")],
    ["another root", (xml: string) => xml.replaceAll("samlp:Response", "samlp:LogoutResponse")],
  ])("with %s is refused", async (_, spoil) => {
    const said = await begun(visitor());
    expect(problemOf(await post(spoil(samlAnswer(said))))).toBe("failed");
  });

  it("that says no is told as that", async () => {
    const { request } = await begun(visitor());
    const no = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_no" Version="2.0" InResponseTo="${request}"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied"/></samlp:StatusCode></samlp:Status></samlp:Response>`;
    expect(problemOf(await post(no))).toBe("denied");
    const said = await begun(visitor());
    const both = samlAnswer(said).replace("status:Success", "status:Requester");
    expect(problemOf(await post(both))).toBe("failed");
  });

  it("is small, is a form, and is counted", async () => {
    const send = (body: string, type = "application/x-www-form-urlencoded") =>
      answerSignIn(
        new Request(consumer(), {
          method: "POST",
          body,
          headers: { "content-type": type, "x-loquat-client": "192.0.2.77" },
        }),
        ["saml", "acs"],
      );
    expect((await send(`SAMLResponse=${"a".repeat(400_000)}`)).status).toBe(413);
    expect((await send("{}", "application/json")).status).toBe(415);
    expect(problemOf(await send("RelayState=x"))).toBe("failed");
    let last = 0;
    for (let tries = 0; tries < 70 && last !== 429; tries++) last = (await send("SAMLResponse=x")).status;
    expect(last).toBe(429);
  });
});

describe("metadata", () => {
  it.each([
    ["is nothing", "<a/>"],
    ["has a document type", `<!DOCTYPE a>${metadataOf("https://id.test")}`],
    ["names no service", metadataOf("https://id.test").replace("HTTP-Redirect", "SOAP")],
    ["names a wrong service", metadataOf("https://id.test").replaceAll("https://id.test/sso", "javascript:alert(1)")],
    ["has no certificate", metadataOf("https://id.test").replace(/<ds:X509Certificate>[^<]*/, "<ds:X509Certificate>")],
    ["has one for encryption alone", metadataOf("https://id.test").replace('use="signing"', 'use="encryption"')],
  ])("that %s is refused", async (_, xml) => {
    const { readMetadata } = await import("@/lib/platform/saml-document");
    expect(() => readMetadata(xml)).toThrow(/metadata|document/);
  });

  it("of several providers needs the name of one", async () => {
    const { readMetadata } = await import("@/lib/platform/saml-document");
    const strip = (xml: string) => xml.replace(/<\?xml[^>]*>/, "");
    const xml = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${strip(metadataOf("https://a.test"))}${strip(metadataOf("https://b.test"))}</md:EntitiesDescriptor>`;
    expect(() => readMetadata(xml)).toThrow("several");
    expect(readMetadata(xml, "https://b.test")).toMatchObject({
      issuer: "https://b.test",
      entryPoint: "https://b.test/sso",
    });
    expect(() => readMetadata(xml, "https://c.test")).toThrow("no such identity provider");
  });
});
