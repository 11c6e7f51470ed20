import { TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionActor } from "@/lib/api/actor";
import { readStep } from "@/lib/api/sign-in-cookies";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { can, denial } from "@/lib/domain/access/demand";
import { componentsWith, projectsWith } from "@/lib/domain/access/permission-conditions";
import { sendMails } from "@/lib/domain/mail/send-mails";
import { updateProject } from "@/lib/domain/projects/projects";
import { addPasskey, passkeyToAdd } from "@/lib/domain/users/passkeys";
import {
  askedFactors,
  enterWithCode,
  enterWithPasskey,
  factorPasskey,
  REMEMBER_DAYS,
  signInPasskey,
  signInWithPasskey,
} from "@/lib/domain/users/second-factor-sign-in";
import {
  appInSetup,
  beginApp,
  confirmApp,
  removeFactor,
  renewRecoveryCodes,
  resetSecondFactors,
  securityOf,
} from "@/lib/domain/users/second-factors";
import { beginSession, type Browser as Client, sessionUser } from "@/lib/domain/users/sessions";
import { isPending, type StartedSession, signIn } from "@/lib/domain/users/sign-in";
import { createPersonalToken } from "@/lib/domain/users/tokens";
import { insertUser, setPassword, type UserRow } from "@/lib/domain/users/users";
import { components, projects } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { resetThrottle } from "@/lib/platform/throttle-store";
import { ACCESS } from "@/lib/text/codes";
import { Authenticator } from "../support/authenticator";
import { type MailServer, startMailServer, useMailServer } from "../support/mail-server";
import { useSignIn } from "../support/sign-in-settings";
import { Browser } from "./browser";

/** Second factors: setting them up, signing in with them, losing them, and demanding them. */

const PASSWORD = "a long and quiet river";
let serial = 0;
let server: MailServer;
let leave: () => void;

const client = (mark?: string): Client => ({ address: `192.0.2.${++serial % 250}`, userAgent: "test", mark });

beforeEach(async () => {
  server = await startMailServer();
  leave = useMailServer(`smtp://127.0.0.1:${server.port}`);
  await db.run(sql`delete from mails`);
  await db.run(sql`delete from rate_limits`);
  resetThrottle();
});
afterEach(async () => {
  leave();
  await server.stop();
});

async function person(given: Partial<Parameters<typeof insertUser>[1]> = {}): Promise<UserRow> {
  const username = `person${++serial}`;
  return inTransaction((tx) =>
    insertUser(tx, { username, fullName: "Per Son", email: `${username}@example.org`, password: PASSWORD, ...given }),
  );
}

async function actorOf(user: UserRow, weak = true): Promise<Actor> {
  const actor = await loadActor(user.id, { weak });
  if (!actor) throw new Error("no actor");
  return actor;
}

/** Subjects of the mails that have been sent. */
async function mailed(): Promise<string[]> {
  await sendMails();
  return server.mails.map((mail) => mail.text ?? "");
}

/** A code of an app; `ahead` steps from now. */
const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret, digits: 6, period: 30, algorithm: "SHA1" }).generate({ timestamp: Date.now() + ahead * 30_000 });

/** Somebody with an authenticator app: its secret, the recovery codes, and the session that it was set up in. */
async function withApp(given: Parameters<typeof person>[0] = {}) {
  const user = await person(given);
  const session = await beginSession(user, client());
  const actor = await actorOf(user);
  await beginApp(actor, { secret: PASSWORD, session });
  const { secret = "" } = (await appInSetup(actor, "loquat.test")) ?? {};
  const codes = (await confirmApp(actor, { otp: codeOf(secret, -1), name: "Phone" }, session)) ?? [];
  return { user, actor, session, secret, codes };
}

/** The first step with the right password. */
async function firstStep(user: UserRow, from = client()) {
  const here = await signIn(user.username, PASSWORD, from);
  if (!here || !isPending(here)) throw new Error("No second factor was asked for.");
  return { pending: here.pending, from };
}

describe("an authenticator app", () => {
  it("is set up by a code of it, with the password, and told by mail", async () => {
    const user = await person();
    const session = await beginSession(user, client());
    const actor = await actorOf(user);
    await expect(beginApp(actor, { secret: "", session })).rejects.toThrow("Enter your password");
    await expect(beginApp(actor, { secret: "wrong", session })).rejects.toThrow("not your password");
    expect(await appInSetup(actor, "loquat.test")).toBeUndefined();
    await beginApp(actor, { secret: PASSWORD, session });
    const setup = await appInSetup(actor, "loquat.test");
    expect(setup?.address).toMatch(/^otpauth:\/\/totp\/loquat\.test:person\d+\?.*secret=[A-Z2-7]{32}/);
    // Until it is confirmed, nothing is asked for.
    expect(isPending((await signIn(user.username, PASSWORD, client())) ?? { pending: undefined as never })).toBe(false);
    await expect(confirmApp(actor, { otp: "000000", name: "" }, session)).rejects.toThrow(
      "otp: This code is not right",
    );
    const codes = await confirmApp(actor, { otp: codeOf(setup?.secret ?? ""), name: "Phone" }, session);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    await expect(confirmApp(actor, { otp: codeOf(setup?.secret ?? ""), name: "Phone" }, session)).rejects.toThrow(
      "Begin again",
    );
    expect(await securityOf(actor)).toMatchObject({
      apps: [{ name: "Phone", kind: "totp" }],
      passkeys: [],
      codesLeft: 10,
    });
    expect((await mailed()).join()).toContain("an authenticator app was added");
    expect(JSON.stringify(await db.prisma.secondFactor.findMany({ where: { userId: user.id } }))).not.toContain(
      setup?.secret ?? "?",
    );
    expect(JSON.stringify(await db.prisma.recoveryCode.findMany())).not.toContain(codes?.[0] ?? "?");
  });

  it("is asked for after the password, and each of its codes is taken once", async () => {
    const { user, secret } = await withApp();
    const { pending, from } = await firstStep(user);
    expect(await askedFactors(pending)).toMatchObject({ app: true, passkey: false });
    await expect(enterWithCode(pending, { otp: "123456", remember: false }, from)).rejects.toThrow("not right");
    const otp = codeOf(secret);
    const here = await enterWithCode(pending, { otp: `${otp.slice(0, 3)} ${otp.slice(3)}`, remember: false }, from);
    expect(await sessionUser(here.session)).toBe(user.id);
    const second = await firstStep(user);
    await expect(enterWithCode(second.pending, { otp, remember: false }, second.from)).rejects.toThrow("has been used");
    // Nor one of the past, when a later one has been taken.
    await expect(
      enterWithCode(second.pending, { otp: codeOf(secret, -1), remember: false }, second.from),
    ).rejects.toThrow();
    await expect(
      enterWithCode(second.pending, { otp: codeOf(secret, 3), remember: false }, second.from),
    ).rejects.toThrow();
    await enterWithCode(second.pending, { otp: codeOf(secret, 1), remember: false }, second.from);
  });

  it("takes one code once, even from two requests at a time", async () => {
    const { user, secret } = await withApp();
    const [first, second] = [await firstStep(user), await firstStep(user)];
    const given = { otp: codeOf(secret), remember: false };
    const results = await Promise.allSettled(
      [first, second].map(({ pending, from }) => enterWithCode(pending, given, from)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is asked for over HTTP, too, and a pending sign-in is no session", async () => {
    const { user } = await withApp();
    const browser = new Browser("198.51.100.33");
    const { answer, outcome } = await browser.signIn(user.username, PASSWORD);
    expect(outcome).toBe(403);
    expect(await answer.json()).toMatchObject({ url: `${environment().baseUrl}/accounts/factor/` });
    expect(await readStep("factor", (name) => browser.cookies.get(name))).toMatchObject({ userId: user.id });
    expect(await sessionActor(undefined)).toBeUndefined();
    expect(await (await browser.get("session")).json()).toEqual({});
    expect(await readStep("identity", () => browser.cookies.get("loquat-factor"))).toBeUndefined();
  });

  it("does not count any more for a first step before the password changed", async () => {
    const { user, secret } = await withApp();
    const { pending, from } = await firstStep(user);
    await setPassword(user.id, user.username, "another long sentence");
    await expect(enterWithCode(pending, { otp: codeOf(secret), remember: false }, from)).rejects.toThrow("too long");
  });

  it("is not guessed at: attempts are counted for the account, with recovery codes among them", async () => {
    const { user, secret } = await withApp();
    const outcomes: string[] = [];
    for (let tries = 0; tries < 12; tries++) {
      const { pending, from } = { ...(await firstStep(user)), from: client() };
      const otp = tries % 2 ? "000000" : "aaaa-aaaa-aaaa-aaaa";
      outcomes.push(
        await enterWithCode(pending, { otp, remember: false }, from).then(
          () => "in",
          (error) => error.name,
        ),
      );
    }
    expect(outcomes.slice(0, 10)).toEqual(Array(10).fill("Invalid"));
    expect(outcomes.at(-1)).toBe("Throttled");
    const { pending } = await firstStep(user);
    await expect(enterWithCode(pending, { otp: codeOf(secret), remember: false }, client())).rejects.toThrow(
      "Too many",
    );
  });
});

describe("a remembered browser", () => {
  it("is not asked for a while, and asked again after a reset of the password", async () => {
    const { user, secret } = await withApp();
    const { pending, from } = await firstStep(user);
    const { mark } = await enterWithCode(pending, { otp: codeOf(secret), remember: true }, from);
    const again = (await signIn(user.username, PASSWORD, client(mark))) as StartedSession;
    expect(isPending(again)).toBe(false);
    const days = await db.prisma.knownBrowser.findFirst({ where: { userId: user.id, factorUntil: { not: null } } });
    expect((days?.factorUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan((REMEMBER_DAYS - 1) * 86_400_000);
    // Another account in the same browser, or another browser of the same account, is asked.
    await firstStep(user, client("guess"));
    await firstStep((await withApp()).user, client(again.mark));
    await db.run(sql`update known_browsers set factor_until = now() - interval '1 minute' where user_id = ${user.id}`);
    await firstStep(user, client(again.mark));
  });

  it("is not made by a sign-in that did not ask for it", async () => {
    const { user, secret } = await withApp();
    const { pending, from } = await firstStep(user);
    const { mark } = await enterWithCode(pending, { otp: codeOf(secret), remember: false }, from);
    await firstStep(user, client(mark));
  });
});

describe("recovery codes", () => {
  it("stand in for a factor once each, are counted and replaced", async () => {
    const { user, actor, session, codes, secret } = await withApp();
    const [code = ""] = codes;
    const { pending, from } = await firstStep(user);
    await enterWithCode(pending, { otp: ` ${code.toUpperCase()} `, remember: false }, from);
    expect((await securityOf(actor)).codesLeft).toBe(9);
    expect((await mailed()).join()).toContain("with a recovery code");
    const second = await firstStep(user);
    await expect(enterWithCode(second.pending, { otp: code, remember: false }, second.from)).rejects.toThrow(
      "not right",
    );
    const stranger = await withApp();
    await expect(
      enterWithCode((await firstStep(stranger.user)).pending, { otp: codes[1] ?? "", remember: false }, client()),
    ).rejects.toThrow("not right");
    await expect(renewRecoveryCodes(actor, { secret: "wrong", session })).rejects.toThrow("This is not");
    // A code of the app is proof, too.
    const fresh = await renewRecoveryCodes(actor, { secret: codeOf(secret), session });
    await expect(
      enterWithCode(second.pending, { otp: codes[1] ?? "", remember: false }, second.from),
    ).rejects.toThrow();
    await enterWithCode(second.pending, { otp: fresh[0] ?? "", remember: false }, second.from);
  });
});

describe("a passkey", () => {
  const origin = () => environment().baseUrl;

  async function withPasskey(verifies = true) {
    const user = await person();
    const session = await beginSession(user, client());
    const actor = await actorOf(user);
    const key = new Authenticator(origin(), verifies);
    const { challenge } = await passkeyToAdd(actor, { secret: PASSWORD, session });
    const codes = await addPasskey(actor, { name: "Laptop", response: key.made(challenge) }, session);
    return { user, actor, session, key, codes, challenge };
  }

  it("is added with the password, with what was asked for, once", async () => {
    const { user, actor, session, codes, challenge, key } = await withPasskey();
    expect(codes).toHaveLength(10);
    expect(await securityOf(actor)).toMatchObject({ passkeys: [{ name: "Laptop" }], codesLeft: 10 });
    const again = new Authenticator(origin());
    await expect(addPasskey(actor, { name: "", response: again.made(challenge) }, session)).rejects.toThrow(
      "could not be checked",
    );
    await expect(passkeyToAdd(actor, { secret: "wrong", session })).rejects.toThrow("not your password");
    const other = await person();
    const theirs = await passkeyToAdd(await actorOf(other), { secret: PASSWORD, session: "" });
    await expect(addPasskey(actor, { name: "", response: again.made(theirs.challenge) }, session)).rejects.toThrow();
    const phish = new Authenticator("http://loquat.test.evil.example");
    const asked = await passkeyToAdd(actor, { secret: PASSWORD, session });
    await expect(addPasskey(actor, { name: "", response: phish.made(asked.challenge) }, session)).rejects.toThrow();
    const twice = await passkeyToAdd(actor, { secret: PASSWORD, session });
    await expect(addPasskey(actor, { name: "", response: key.made(twice.challenge) }, session)).rejects.toThrow(
      "belongs to an account",
    );
    for (const nonsense of [null, "x", {}, { id: "a", response: {} }])
      await expect(addPasskey(actor, { name: "", response: nonsense }, session)).rejects.toThrow(
        "could not be checked",
      );
    expect((await securityOf(await actorOf(user))).passkeys).toHaveLength(1);
  });

  it("signs in alone, and each signature counts once", async () => {
    const { user, key } = await withPasskey();
    const { challenge } = await signInPasskey(client());
    const signed = key.signed(challenge);
    const here = await signInWithPasskey(signed, client());
    expect(here.user.id).toBe(user.id);
    await expect(signInWithPasskey(signed, client())).rejects.toThrow("could not be checked");
    await expect(signInWithPasskey(key.signed("AAAA"), client())).rejects.toThrow("could not be checked");
    // One whose counter went back is a copy.
    key.count = 0;
    await expect(signInWithPasskey(key.signed((await signInPasskey(client())).challenge), client())).rejects.toThrow();
    await db.run(sql`update users set is_active = false where id = ${user.id}`);
    key.count = 50;
    await expect(signInWithPasskey(key.signed((await signInPasskey(client())).challenge), client())).rejects.toThrow(
      "closed",
    );
  });

  it("alone must have checked its owner; after a password it need not", async () => {
    const { user, key } = await withPasskey(false);
    await expect(signInWithPasskey(key.signed((await signInPasskey(client())).challenge), client())).rejects.toThrow();
    const { pending, from } = await firstStep(user);
    const { challenge } = await factorPasskey(pending);
    await enterWithPasskey(pending, { response: key.signed(challenge), remember: false }, from);
  });

  it("is a second factor of its own account only, and a challenge for one thing is none for another", async () => {
    const [one, two] = [await withPasskey(), await withPasskey()];
    const { pending, from } = await firstStep(one.user);
    const { challenge } = await factorPasskey(pending);
    await expect(
      enterWithPasskey(pending, { response: two.key.signed(challenge), remember: false }, from),
    ).rejects.toThrow("another account");
    const alone = await signInPasskey(client());
    await expect(
      enterWithPasskey(pending, { response: one.key.signed(alone.challenge), remember: false }, from),
    ).rejects.toThrow("could not be checked");
  });

  it("stays when it is the only way in", async () => {
    const { user, actor, key } = await withPasskey();
    await db.run(sql`update users set password_hash = null where id = ${user.id}`);
    const session = await beginSession(user, client());
    const [only] = (await securityOf(actor)).passkeys;
    await expect(removeFactor(actor, only?.id ?? 0, { secret: "", session })).rejects.toThrow("only way into");
    await signInWithPasskey(key.signed((await signInPasskey(client())).challenge), client());
  });
});

describe("removing and resetting", () => {
  it("asks for the password or a code, tells the owner, and takes the recovery codes along", async () => {
    const { user, actor, session, codes } = await withApp();
    const [app] = (await securityOf(actor)).apps;
    const stranger = await withApp();
    await expect(removeFactor(stranger.actor, app?.id ?? 0, { secret: PASSWORD, session })).rejects.toThrow(
      "removed already",
    );
    await expect(removeFactor(actor, app?.id ?? 0, { secret: "", session })).rejects.toThrow("Enter your password");
    await removeFactor(actor, app?.id ?? 0, { secret: PASSWORD, session });
    expect(await securityOf(actor)).toMatchObject({ apps: [], codesLeft: 0 });
    expect(codes).toHaveLength(10);
    const here = await signIn(user.username, PASSWORD, client());
    expect(here && isPending(here)).toBe(false);
    expect((await mailed()).join()).toContain("a second factor was removed");
  });

  it("is for managers of users, ends all sessions, and leaves superusers to superusers", async () => {
    const { user, session } = await withApp();
    const admin = await actorOf(await person({ isSuperuser: true }), false);
    await expect(resetSecondFactors(await actorOf(await person()), user.username)).rejects.toThrow("user.edit");
    const manager: Actor = {
      ...(await actorOf(await person(), false)),
      grants: [
        {
          teamId: 1,
          name: "m",
          permissions: new Set(["user.edit"]),
          projectSelection: 1,
          projects: [],
          components: [],
          languages: undefined,
        },
      ],
    };
    await expect(resetSecondFactors(manager, admin.username)).rejects.toThrow("Only superusers");
    expect(await resetSecondFactors(manager, user.username)).toBe(1);
    expect(await sessionUser(session)).toBeUndefined();
    const here = await signIn(user.username, PASSWORD, client());
    expect(here && isPending(here)).toBe(false);
    expect((await mailed()).join()).toContain("an administrator removed all second factors");
  });
});

describe("demanding a second factor", () => {
  it("lets sessions without one read and not change, in the project that demands it", async () => {
    const owner = await withApp({ isSuperuser: true });
    const slug = `guarded-${++serial}`;
    const made = await db.prisma.project.create({ data: { name: slug, slug } });
    const weak = await actorOf(owner.user);
    const strong = await actorOf(owner.user, false);
    // Nobody shuts oneself out.
    await expect(updateProject(weak, slug, { enforced2fa: true })).rejects.toThrow(
      "Set up a second factor of your own",
    );
    await updateProject(strong, slug, { enforced2fa: true });
    const blocked = await actorOf(owner.user);
    const scope = { project: { id: made.id, accessControl: ACCESS.PUBLIC } };
    const elsewhere = { project: { id: made.id + 1000, accessControl: ACCESS.PUBLIC } };
    expect(denial(blocked, "unit.edit", scope)).toMatchObject({ reason: "two-factor-required" });
    expect(can(blocked, "translation.download", scope)).toBe(true);
    expect(can(blocked, "unit.edit", elsewhere)).toBe(true);
    expect(can(strong, "unit.edit", scope)).toBe(true);
    const p = projects.as("p");
    const c = components.as("c");
    const asked = async (actor: Actor, permission: "unit.edit" | "vcs.view") =>
      (
        await db.rows(
          sql`select ${pick(p, "id")} from ${p} where ${p.id} = ${made.id} and ${projectsWith(actor, permission)}`,
        )
      ).length;
    expect([
      await asked(blocked, "unit.edit"),
      await asked(blocked, "vcs.view"),
      await asked(strong, "unit.edit"),
    ]).toEqual([0, 1, 1]);
    await db.rows(sql`
      select ${pick(c, "id")} from ${c} join ${p} on ${p.id} = ${c.projectId} where ${componentsWith(blocked, "unit.edit")}`);
    // A token would be the way around it; those that there are go on.
    await expect(createPersonalToken(blocked, "way around", null)).rejects.toThrow("second factor");
    expect((await createPersonalToken(strong, "fine", null)).key).toMatch(/^svcu_/);
    const byToken = await loadActor(owner.user.id, { cause: "api" });
    expect(byToken && can(byToken, "unit.edit", scope)).toBe(true);
    const bot = await person({ isBot: true, isSuperuser: true });
    expect(can(await actorOf(bot), "unit.edit", scope)).toBe(true);
    await updateProject(strong, slug, { enforced2fa: false });
  });

  it("holds for the whole installation by a setting, until the session has one", async () => {
    const back = useSignIn({ LOQUAT_SECOND_FACTOR: "required" });
    const user = await person({ isSuperuser: true });
    const session = await beginSession(user, client());
    const seen = async () => sessionActor({ userId: user.id, id: session });
    expect(denial((await seen()) as Actor, "management.use")).toMatchObject({ reason: "two-factor-required" });
    const actor = (await seen()) as Actor;
    await beginApp(actor, { secret: PASSWORD, session });
    const { secret = "" } = (await appInSetup(actor, "loquat.test")) ?? {};
    await confirmApp(actor, { otp: codeOf(secret), name: "" }, session);
    expect(can((await seen()) as Actor, "management.use")).toBe(true);
    back();
  });
});
