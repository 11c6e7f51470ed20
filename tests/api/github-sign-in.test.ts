import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStep } from "@/lib/api/sign-in-cookies";
import { environment } from "@/lib/platform/environment";
import { useSignIn } from "../support/sign-in-settings";
import { Visitor } from "./provider-visitor";

/** GitHub speaks OAuth 2 without discovery: a server that answers as its documentation says. */

let server: Server;
let url = "";
let leave: () => void;
/** What the browser was sent with, and who it is there. */
let challenge = "";
let user: Record<string, unknown> = {};
let emails: unknown = [];
let refusal = "";

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const say = (status: number, value: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    if (request.url === "/login/oauth/access_token") {
      const given = new URLSearchParams(body);
      const proven =
        createHash("sha256")
          .update(given.get("code_verifier") ?? "")
          .digest("base64url") === challenge;
      return given.get("code") === "the-code" && proven
        ? say(200, { access_token: "gho_token", token_type: "bearer", scope: "read:user,user:email" })
        : // GitHub says so with status 200.
          say(200, { error: refusal });
    }
    if (request.headers.authorization !== "Bearer gho_token") return say(401, { message: "Bad credentials" });
    if (request.url === "/api/v3/user") return say(200, user);
    if (request.url === "/api/v3/user/emails") return say(200, emails);
    return say(404, { message: "Not Found" });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  leave = useSignIn({
    AUTH_GITHUB_ID: "client",
    AUTH_GITHUB_SECRET: "secret",
    AUTH_GITHUB_URL: url,
    AUTH_VERIFIED_EMAILS: "github",
  });
});
afterAll(async () => {
  leave();
  await new Promise((done) => server.close(done));
});

async function comeBack(code: string) {
  const who = new Visitor("203.0.113.77");
  const asked = await who.begin("/", "github");
  challenge = asked.searchParams.get("code_challenge") ?? "";
  const back = new URL(`${environment().baseUrl}/api/auth/callback/github`);
  back.searchParams.set("code", code);
  back.searchParams.set("state", asked.searchParams.get("state") ?? "");
  const answer = await who.back(back);
  return { asked, answer, identity: await readStep("identity", (name) => who.jar().get(name)) };
}

describe("GitHub", () => {
  it("says who somebody is by a number, with the address that it has verified", async () => {
    user = { id: 583231, login: "octocat", name: "The Octocat", email: "public@example.org", email_verified: true };
    emails = [
      { email: "old@example.org", primary: false, verified: true },
      { email: "octocat@example.org", primary: true, verified: true },
    ];
    const { asked, identity } = await comeBack("the-code");
    expect(asked.href).toContain(`${url}/login/oauth/authorize?`);
    expect(asked.searchParams.get("scope")).toBe("read:user user:email");
    expect(identity).toEqual({
      provider: "github",
      subject: "583231",
      username: "octocat",
      fullName: "The Octocat",
      email: "octocat@example.org",
      emailVerified: true,
      next: "/",
    });
  });

  it("is not believed about an address that it has not verified", async () => {
    emails = [{ email: "octocat@example.org", primary: true, verified: false }];
    expect((await comeBack("the-code")).identity).toMatchObject({ emailVerified: false });
    // The profile may say anything: its public address is no proof.
    emails = [];
    expect((await comeBack("the-code")).identity).toMatchObject({ email: null, emailVerified: false });
  });

  it("without an id is nobody", async () => {
    user = { login: "octocat" };
    const { answer, identity } = await comeBack("the-code");
    expect(identity).toBeUndefined();
    expect(answer.headers.get("location")).toContain("problem=failed");
  });

  it.each([
    ["bad_verification_code", "expired"],
    ["incorrect_client_credentials", "refused"],
  ])("says %s with status 200, which is no success", async (error, problem) => {
    refusal = error;
    const { answer, identity } = await comeBack("another-code");
    expect(identity).toBeUndefined();
    expect(answer.headers.get("location")).toContain(`problem=${problem}`);
  });
});
