import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sessionActor } from "@/lib/api/actor";
import { authSecret, readStep } from "@/lib/api/sign-in-cookies";
import { anonymousActor, loadActor, SERVICE } from "@/lib/domain/access/actor";
import { createScimKey, Directory } from "@/lib/domain/scim/keys";
import { addScimPerson } from "@/lib/domain/scim/people";
import { writeSetting } from "@/lib/domain/settings/settings";
import {
  freeUsername,
  joinByProvider,
  linkAccount,
  listLinkedAccounts,
  unlinkAccount,
} from "@/lib/domain/users/provider-accounts";
import { beginSession } from "@/lib/domain/users/sessions";
import { findUser, insertUser, type UserRow } from "@/lib/domain/users/users";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { makeSessionCookie, readSession } from "@/lib/platform/sign-in";
import { type OidcServer, oidcVariables, startOidcServer } from "../support/oidc-server";
import { useSignIn } from "../support/sign-in-settings";
import { Visitor } from "./provider-visitor";

/** Signing in with another service, against a real OpenID Connect server. */

const PASSWORD = "a long and quiet river";
let server: OidcServer;
let leave: () => void;
let serial = 0;

const visitor = () => new Visitor(`203.0.113.${++serial % 250}`);
const BROWSER = { address: "203.0.113.1", userAgent: "test", mark: undefined };

beforeAll(async () => {
  server = await startOidcServer(environment().baseUrl);
});
afterAll(() => server.stop());
beforeEach(async () => {
  leave = useSignIn(oidcVariables(server));
  await db.run(sql`delete from rate_limits`);
});
afterEach(() => leave());

async function person(given: Partial<Parameters<typeof insertUser>[1]> = {}): Promise<UserRow> {
  const username = `person${++serial}`;
  return inTransaction((tx) =>
    insertUser(tx, { username, fullName: "Per Son", email: `${username}@example.org`, password: PASSWORD, ...given }),
  );
}

/** What the provider has proven to this browser that opens no account yet. */
const identityOf = async (who: Visitor) => {
  const identity = await readStep("identity", (name) => who.jar().get(name));
  if (!identity) throw new Error("Nothing was proven.");
  return identity;
};

const actorOf = async (user: { id: number }) => {
  const actor = await loadActor(user.id);
  if (!actor) throw new Error("no actor");
  return actor;
};

/** Who is signed in on a browser. */
const signedIn = async (who: Visitor) => sessionActor(await readSession(who.request("/")));

/** Signs a browser in as somebody, without a provider. */
async function enter(who: Visitor, user: UserRow): Promise<string> {
  const id = await beginSession(user, BROWSER);
  const made = await makeSessionCookie(
    { userId: user.id, id, name: user.fullName, email: user.email },
    await authSecret(),
  );
  who.jar().set(made.slice(0, made.indexOf("=")), made.slice(made.indexOf("=") + 1));
  return id;
}

/** Makes an account from a new identity. */
async function joined(subject: string, claims: Record<string, unknown> = {}): Promise<UserRow> {
  server.people.set(subject, {
    name: "Ada Club",
    preferred_username: subject,
    email: `${subject}@club.test`,
    ...claims,
  });
  const who = visitor();
  expect(await who.signIn(subject)).toBe("/accounts/join/");
  const identity = await identityOf(who);
  const { user } = await joinByProvider(
    identity,
    { username: await freeUsername(identity), fullName: identity.fullName, email: identity.email ?? "" },
    BROWSER,
  );
  return user;
}

describe("a sign-in with a provider", () => {
  it("asks with PKCE, state and nonce, and sends nothing of its query on", async () => {
    const address = await visitor().begin("/projects/");
    expect(address.origin).toBe(server.issuer);
    const asked = Object.fromEntries(address.searchParams);
    expect(asked).toMatchObject({
      client_id: "loquat",
      response_type: "code",
      scope: "openid profile email",
      code_challenge_method: "S256",
      redirect_uri: `${environment().baseUrl}/api/auth/callback/oidc`,
    });
    for (const name of ["code_challenge", "state", "nonce"]) expect(asked[name]?.length).toBeGreaterThan(30);
    expect(Object.keys(asked)).not.toContain("next");
    expect(Object.keys(asked)).not.toContain("callbackUrl");
  });

  it("makes an account of a new identity, signs in to it afterwards, and leads to where one wanted to go", async () => {
    server.people.set("rosa", {
      name: "Rosa Garden",
      preferred_username: "rosa.garden@club.test",
      email: "rosa@club.test",
    });
    const who = visitor();
    expect(await who.signIn("rosa", "/projects/?q=a")).toBe("/accounts/join/");
    expect(await signedIn(who)).toBeUndefined();
    const identity = await identityOf(who);
    expect(identity).toMatchObject({
      provider: "oidc",
      subject: "rosa",
      username: "rosa.garden",
      next: "/projects/?q=a",
    });
    expect(await freeUsername(identity)).toBe("rosa.garden");
    const { user } = await joinByProvider(
      identity,
      { username: "rosa", fullName: "Rosa", email: "rosa@club.test" },
      BROWSER,
    );
    expect(user).toMatchObject({ username: "rosa", emailConfirmed: false });
    const again = visitor();
    expect(await again.signIn("rosa", "/projects/?q=a")).toBe("/projects/?q=a");
    expect((await signedIn(again))?.username).toBe("rosa");
    await expect(
      joinByProvider(identity, { username: "rosa-2", fullName: "Rosa", email: "rosa2@club.test" }, BROWSER),
    ).rejects.toThrow("has been made already");
    await expect(findUser("rosa-2")).rejects.toThrow("no user");
  });

  it("reads names and addresses from the userinfo endpoint where they are not in the token", async () => {
    const strict = await startOidcServer(environment().baseUrl, { inIdToken: false });
    leave();
    leave = useSignIn(oidcVariables(strict));
    strict.people.set("uma", { name: "Uma", preferred_username: "uma", email: "uma@club.test", email_verified: true });
    const who = visitor();
    expect(await who.signIn("uma")).toBe("/accounts/join/");
    // Nobody said that this provider's word counts for addresses.
    expect(await identityOf(who)).toMatchObject({ username: "uma", email: "uma@club.test", emailVerified: false });
    await strict.stop();
  });

  it("offers a free user name", async () => {
    await person({ username: "Taken" });
    await person({ username: "taken2" });
    const identity = {
      provider: "oidc",
      subject: "x",
      username: "taken",
      fullName: "",
      email: null,
      emailVerified: false,
    };
    expect(await freeUsername(identity)).toBe("taken3");
    expect(await freeUsername({ ...identity, username: "..<b>Eve</b>" })).toBe("b-Eve-b");
    expect(await freeUsername({ ...identity, username: "" })).toBe("user");
  });
});

describe("an e-mail address", () => {
  it.each([true, false, "true", undefined])(
    "opens no account that exists (email_verified %s)",
    async (email_verified) => {
      leave();
      leave = useSignIn({ ...oidcVariables(server), AUTH_VERIFIED_EMAILS: "oidc" });
      const victim = await person({ emailConfirmed: true });
      const subject = `liar-${++serial}`;
      server.people.set(subject, { preferred_username: victim.username, email: victim.email, email_verified });
      const who = visitor();
      expect(await who.signIn(subject)).toBe("/accounts/join/");
      expect(await signedIn(who)).toBeUndefined();
      expect(await listLinkedAccounts(await actorOf(victim))).toEqual([]);
      await expect(
        joinByProvider(
          await identityOf(who),
          { username: subject, fullName: "Liar", email: victim.email ?? "" },
          BROWSER,
        ),
      ).rejects.toThrow("in use");
    },
  );

  it("is confirmed by the word of a provider that is believed, and only while it is that address", async () => {
    leave();
    leave = useSignIn({ ...oidcVariables(server), AUTH_VERIFIED_EMAILS: "oidc" });
    expect(await joined("sure", { email_verified: true })).toMatchObject({ emailConfirmed: true });
    expect(await joined("unsure", { email_verified: "true" })).toMatchObject({ emailConfirmed: false });
    server.people.set("other", { name: "Other", email: "other@club.test", email_verified: true });
    const who = visitor();
    await who.signIn("other");
    const changed = await joinByProvider(
      await identityOf(who),
      { username: "other", fullName: "Other", email: "somebody.else@club.test" },
      BROWSER,
    );
    expect(changed.user.emailConfirmed).toBe(false);
  });
});

describe("an account that a directory service has made", () => {
  const directoryHas = async (username: string, externalId: string) => {
    const directory = await Directory.open(await createScimKey(SERVICE, "D", null), "test", "192.0.2.7");
    const email = `${username}@corp.test`;
    const named = { fullName: username, givenName: "", familyName: "" };
    return addScimPerson(directory, { username, email, externalId, active: true, ...named });
  };

  it("is opened by the provider whose subjects the directory sends, and by no other", async () => {
    const made = await directoryHas("lena", "subject-of-lena");
    server.people.set("subject-of-lena", { name: "Lena", preferred_username: "lena", email: "lena@corp.test" });
    expect(await visitor().signIn("subject-of-lena")).toBe("/accounts/join/");
    leave();
    leave = useSignIn({ ...oidcVariables(server), AUTH_DIRECTORY: "oidc" });
    const who = visitor();
    expect(await who.signIn("subject-of-lena", "/projects/")).toBe("/projects/");
    expect((await signedIn(who))?.userId).toBe(made.id);
    const again = visitor();
    await again.signIn("subject-of-lena");
    expect((await signedIn(again))?.userId).toBe(made.id);
  });

  it("stays shut to a superuser's subject, and for who has left", async () => {
    leave();
    leave = useSignIn({ ...oidcVariables(server), AUTH_DIRECTORY: "oidc" });
    const root = await directoryHas("root-of-all", "subject-of-root");
    await db.run(sql`update users set is_superuser = true where id = ${root.id}`);
    const gone = await directoryHas("gone", "subject-of-gone");
    await db.run(sql`update users set is_active = false where id = ${gone.id}`);
    for (const subject of ["subject-of-root", "subject-of-gone"]) {
      server.people.set(subject, { name: "X", preferred_username: subject, email: `${subject}@corp.test` });
      const who = visitor();
      expect(await who.signIn(subject)).toBe("/accounts/join/");
      expect(await signedIn(who)).toBeUndefined();
    }
  });
});

describe("new accounts", () => {
  afterEach(() => writeSetting(db, "registration", "open"));

  it("are made while registration is open, or where a setting opens it for the provider", async () => {
    await writeSetting(db, "registration", "closed");
    server.people.set("late", { name: "Late", email: "late@club.test" });
    const who = visitor();
    await who.signIn("late");
    const identity = await identityOf(who);
    const input = { username: "late", fullName: "Late", email: "late@club.test" };
    await expect(joinByProvider(identity, input, BROWSER)).rejects.toThrow("Registration is closed");
    await expect(findUser("late")).rejects.toThrow("no user");
    leave();
    leave = useSignIn({ ...oidcVariables(server), AUTH_NEW_ACCOUNTS: "oidc" });
    expect((await joinByProvider(identity, input, BROWSER)).user.username).toBe("late");
  });
});

describe("linking", () => {
  it("asks for a sign-in to the account first, and makes nobody somebody else", async () => {
    const user = await person();
    server.people.set("linker", {
      name: "Linker",
      preferred_username: "linker",
      email: user.email,
      email_verified: true,
    });
    const who = visitor();
    const session = await enter(who, user);
    expect(await who.signIn("linker")).toBe("/accounts/join/");
    const identity = await identityOf(who);
    await expect(linkAccount(await anonymousActor(), identity, { secret: "", session })).rejects.toThrow("Sign in");
    // A session that is not new needs the password, or a code.
    await db.run(sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${user.id}`);
    const actor = await actorOf(user);
    await expect(linkAccount(actor, identity, { secret: "", session })).rejects.toThrow("Enter your password");
    await expect(linkAccount(actor, identity, { secret: "wrong", session })).rejects.toThrow(
      "This is not your password",
    );
    await linkAccount(actor, identity, { secret: PASSWORD, session });
    const [linked] = await listLinkedAccounts(actor);
    expect(linked).toMatchObject({ provider: "oidc", name: "linker" });
    const other = visitor();
    await other.signIn("linker");
    expect((await signedIn(other))?.username).toBe(user.username);
    // Somebody else who is signed in stays who they are.
    const third = await person();
    const busy = visitor();
    const theirs = await enter(busy, third);
    expect(await busy.signIn("linker")).toBe("/accounts/profile/?tab=security&linked=elsewhere");
    expect((await signedIn(busy))?.username).toBe(third.username);
    await expect(linkAccount(await actorOf(third), identity, { secret: "", session: theirs })).rejects.toThrow(
      "linked to another account",
    );
    await expect(unlinkAccount(await actorOf(third), linked?.id ?? 0, { secret: PASSWORD, session })).rejects.toThrow(
      "not linked any more",
    );
    await unlinkAccount(actor, linked?.id ?? 0, { secret: PASSWORD, session });
    expect(await visitor().signIn("linker")).toBe("/accounts/join/");
  });

  it("never takes away the last way in", async () => {
    const user = await joined("only-way");
    const session = await beginSession(user, BROWSER);
    const [linked] = await listLinkedAccounts(await actorOf(user));
    await expect(unlinkAccount(await actorOf(user), linked?.id ?? 0, { secret: "", session })).rejects.toThrow(
      "only way into your account",
    );
    expect(await listLinkedAccounts(await actorOf(user))).toHaveLength(1);
  });

  it("is of no use to a closed account", async () => {
    const user = await joined("closed-one");
    await db.run(sql`update users set is_active = false where id = ${user.id}`);
    const who = visitor();
    expect(await who.signIn("closed-one")).toBe("/accounts/login/?problem=closed");
    expect(await signedIn(who)).toBeUndefined();
    expect((await findUser(user.username)).isActive).toBe(false);
  });
});

describe("a second factor", () => {
  it("is asked for after a provider, too, unless a setting says that the provider has asked", async () => {
    const user = await joined("careful");
    const factor = { userId: user.id, kind: "totp", name: "Phone", confirmedAt: new Date() } as const;
    await db.prisma.secondFactor.create({ data: factor });
    const who = visitor();
    expect(await who.signIn("careful", "/projects/")).toBe("/accounts/factor/");
    expect(await signedIn(who)).toBeUndefined();
    expect(await readStep("factor", (name) => who.jar().get(name))).toMatchObject({
      userId: user.id,
      next: "/projects/",
    });
    leave();
    leave = useSignIn({ ...oidcVariables(server), AUTH_SECOND_FACTOR_BY: "oidc", LOQUAT_SECOND_FACTOR: "required" });
    expect(await who.signIn("careful", "/projects/")).toBe("/projects/");
    const actor = await signedIn(who);
    expect(actor?.userId).toBe(user.id);
    expect(actor?.withoutFactor).toBeUndefined();
  });
});

describe("what goes wrong", () => {
  const problemOf = (answer: Response) =>
    new URL(answer.headers.get("location") ?? "http://x/").searchParams.get("problem");

  it("is told when somebody says no", async () => {
    const who = visitor();
    const answer = await who.back(await who.through(await who.begin("/projects/"), "eve", true));
    const place = new URL(answer.headers.get("location") ?? "");
    expect(place.pathname).toBe("/accounts/login/");
    expect(Object.fromEntries(place.searchParams)).toEqual({ problem: "denied", provider: "oidc", next: "/projects/" });
  });

  it("is told when the secret is wrong, or the provider is away", async () => {
    leave();
    leave = useSignIn({ ...oidcVariables(server), AUTH_OIDC_SECRET: "another" });
    const who = visitor();
    expect(problemOf(await who.back(await who.through(await who.begin(), "eve")))).toBe("refused");
    leave();
    leave = useSignIn({ ...oidcVariables(server), AUTH_OIDC_ISSUER: "http://127.0.0.1:1" });
    expect((await visitor().begin()).searchParams.get("problem")).toBe("unreachable");
  });

  it("refuses an answer that this browser did not ask for, and one that comes twice", async () => {
    const who = visitor();
    const answer = await who.through(await who.begin(), "rosa");
    expect(problemOf(await visitor().back(answer))).toBe("expired");
    expect((await who.back(answer)).headers.get("location")).not.toContain("problem");
    expect(problemOf(await who.back(answer))).toBe("expired");
  });

  it("refuses a token that was made for another sign-in", async () => {
    const [first, second] = [visitor(), visitor()];
    await first.begin();
    const code = await second.through(await second.begin(), "rosa");
    // All that a thief can plant: state and code verifier of his own sign-in, but not the nonce.
    for (const [name, value] of second.jar()) if (/state|pkce/.test(name)) first.jar().set(name, value);
    expect(problemOf(await first.back(code))).toBe("failed");
    expect(await signedIn(first)).toBeUndefined();
  });

  it("leads nowhere else", async () => {
    const who = visitor();
    await who.begin();
    who.jar().set("next-auth.callback-url", encodeURIComponent("http://evil.test/"));
    const begun = await who.begin("/");
    who.jar().set("next-auth.callback-url", encodeURIComponent("//evil.test/"));
    const answer = await who.back(await who.through(begun, "rosa"));
    expect(answer.headers.get("location")).toBe(`${environment().baseUrl}/`);
  });

  it("knows no provider that is not configured", async () => {
    const address = await visitor().begin("/", "github");
    expect(address.searchParams.get("status")).toBe("404");
  });
});
