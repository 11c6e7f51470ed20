import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/auth/[...nextauth]/route";
import { callerOf, sessionActor } from "@/lib/api/actor";
import { answerSignIn } from "@/lib/api/sign-in";
import { insertUser, setPassword } from "@/lib/domain/users/users";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { csrfToken, readSession, sessionCookie } from "@/lib/platform/sign-in";
import { Browser } from "./browser";
import { json, send } from "./support";

const PASSWORD = "a long and quiet river";
let userId = 0;

const context = (...path: string[]) => ({ params: Promise.resolve({ nextauth: path }) });

/** The cookies a browser would send next. */
function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Signs in on a browser of its own. */
async function signIn(username: string, password: string, client = "192.0.2.1", more: Record<string, string> = {}) {
  return (await new Browser(client).signIn(username, password, more)).answer;
}

const withCookie = (cookie: string, more: RequestInit = {}) =>
  new Request("http://localhost/api/projects/", { ...more, headers: { cookie, ...(more.headers as object) } });

beforeAll(async () => {
  const user = await inTransaction((tx) =>
    insertUser(tx, { username: "vera", fullName: "Vera", email: "vera@example.org", password: PASSWORD }),
  );
  userId = user.id;
});

describe("signing in", () => {
  it("gives a session to the right password only", async () => {
    const wrong = await signIn("vera", "another password altogether");
    expect(cookiesOf(wrong)).not.toContain(sessionCookie());
    const right = await signIn("VERA@example.org", PASSWORD);
    expect(await readSession(withCookie(cookiesOf(right)))).toMatchObject({ userId });
    const { actor, session } = await callerOf(withCookie(cookiesOf(right)));
    expect(actor.username).toBe("vera");
    expect(session).toBeDefined();
  });

  it("refuses unsafe requests that other sites could have sent", async () => {
    const cookie = cookiesOf(await signIn("vera", PASSWORD));
    const session = await readSession(withCookie(cookie));
    if (!session) throw new Error("no session");
    const token = await csrfToken(session);
    const post = (headers: Record<string, string>, more = "") =>
      callerOf(withCookie(`${cookie}${more}`, { method: "POST", headers }));
    await expect(post({})).rejects.toThrow("X-CSRFToken");
    await expect(post({ origin: "http://evil.test" })).rejects.toThrow("X-CSRFToken");
    await expect(post({ "x-csrftoken": "guess" }, "; csrftoken=guess")).rejects.toThrow("X-CSRFToken");
    await expect(post({ "x-csrftoken": token })).rejects.toThrow("X-CSRFToken");
    expect((await post({ "x-csrftoken": token }, `; csrftoken=${token}`)).actor.userId).toBe(userId);
    expect((await post({ origin: "http://loquat.test" })).actor.userId).toBe(userId);
  });

  it("makes the browsable pages work: a token for their forms, and writing with it", async () => {
    const cookie = cookiesOf(await signIn("vera", PASSWORD));
    await db.run(sql`update users set is_superuser = true where id = ${userId}`);
    const page = await send("GET", "/api/projects/", { headers: { cookie, accept: "text/html" } });
    const text = await page.text();
    const token = /<meta name="csrf" content="([^"]+)">/.exec(text)?.[1] ?? "";
    expect(text).toContain("Signed in as");
    expect(page.headers.getSetCookie()[0]).toMatch(new RegExp(`^csrftoken=${token}; Path=/; SameSite=Lax`));
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    const body = new URLSearchParams({
      name: "By form",
      slug: "by-form",
      web: "https://example.org/",
      commit_policy: "",
    });
    const post = (headers: Record<string, string>) => json("POST", "/api/projects/", { body, headers });
    const refused = await post({ cookie });
    expect(refused).toMatchObject({ status: 403, body: { errors: [{ code: "permission_denied" }] } });
    expect((await post({ cookie: `${cookie}; csrftoken=${token}`, "x-csrftoken": token })).status).toBe(201);
    await db.run(sql`update users set is_superuser = false where id = ${userId}`);
  });

  it("ends every session when the password changes, and takes no forged cookie", async () => {
    const cookie = cookiesOf(await signIn("vera", PASSWORD));
    const session = await readSession(withCookie(cookie));
    expect(await sessionActor(session)).toBeDefined();
    await setPassword(userId, "vera", PASSWORD);
    expect(await sessionActor(session)).toBeUndefined();
    expect((await callerOf(withCookie(cookie))).actor.isAnonymous).toBe(true);
    expect(await readSession(withCookie(`${sessionCookie()}=eyJhbGciOiJub25lIn0.e30.`))).toBeUndefined();
  });

  it("answers 429 when one network tries too often", async () => {
    const statuses: number[] = [];
    const began = Date.now();
    await signIn("user", "x", "198.51.100.8");
    const wanted = 30 * (Date.now() - began);
    // Where a new minute begins between the attempts, the sliding window takes those before it as spread over their minute.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < wanted) await pause(left);
    while (statuses.length < 22 && !statuses.includes(429))
      statuses.push((await signIn(`user${statuses.length}`, "x", "198.51.100.7")).status);
    expect(statuses.slice(0, 20)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("what next-auth answers", () => {
  const ask = (path: string, query = "", cookie = "") =>
    GET(
      new Request(`http://localhost/api/auth/${path}${query}`, { headers: cookie ? { cookie } : {} }),
      context(...path.split("/")),
    );

  it.each(["signin", "signout", "verify-request", "error", "session", "providers", "csrf"])(
    "%s is never a page of its own, and carries the headers of safety",
    async (path) => {
      const answer = await ask(path);
      expect(answer.headers.get("content-type") ?? "").not.toContain("html");
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("cache-control")).toContain("no-store");
      const place = answer.headers.get("location");
      if (["signin", "signout", "verify-request", "error"].includes(path))
        expect(place).toMatch(
          /^http:\/\/loquat\.test\/accounts\/log(in|out)\/|^http:\/\/loquat\.test\/api\/auth\/signin\?error/,
        );
    },
  );

  it.each([
    "http://127.0.0.1:4051.evil.example/",
    "http://evil.example/",
    "/..//evil.example/x",
    "//evil.example",
    "%00",
  ])("does not lead to %s, and does not fail on it", async (place) => {
    const first = await ask("signin", `?callbackUrl=${encodeURIComponent(place)}`);
    expect(first.status).toBe(302);
    expect(decodeURIComponent(first.headers.get("location") ?? "")).toBe(
      "http://loquat.test/accounts/login/?callbackUrl=http://loquat.test/",
    );
    const planted = await ask("csrf", "", `next-auth.callback-url=${encodeURIComponent(place)}`);
    expect(planted.status).toBe(200);
    const right = await signIn("vera", PASSWORD, "192.0.2.77", { callbackUrl: place });
    expect(right.status).toBe(200);
    expect(await right.json()).toEqual({ url: "http://loquat.test/" });
  });

  it("leads back to a page of ours", async () => {
    const right = await signIn("vera", PASSWORD, "192.0.2.78", { callbackUrl: "http://loquat.test/projects/?q=a" });
    expect(await right.json()).toEqual({ url: "http://loquat.test/projects/?q=a" });
  });

  it.each(["_log", "foo", "callback/credentials/more", ""])("has nothing at %s", async (path) => {
    expect((await ask(path)).status).toBe(404);
  });
});

it("asks for a POST where next-auth would fail", async () => {
  const refused = await answerSignIn(new Request("http://loquat.test/api/auth/callback/credentials"), [
    "callback",
    "credentials",
  ]);
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "POST"]);
});
