import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { asker, problemOf, waitOf, wordsOf } from "@/lib/platform/hosts/ask";
import { github } from "@/lib/platform/hosts/github";
import { HostError } from "@/lib/platform/hosts/host";
import { textsOf } from "@/lib/text/messages/catalogue";
import { sayRefusal } from "@/lib/text/messages/refusal";
import { CLOSED, OPEN } from "../../support/outside";

/** The way to a code host's API: bounded, and refusals in the host's own words. */

let server: Server;
let api = "";
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const before = environment();

beforeEach(async () => {
  setEnvironment({ ...before, privateRepositories: OPEN, privateServices: CLOSED });
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  setEnvironment(before);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const ask = (patienceMs?: number) =>
  asker(github, { api, username: "bot", token: "s3cret-t0ken" }, patienceMs)({ path: "/user" });

const refusal = async (status: number, body: string, headers: Record<string, string> = {}): Promise<HostError> => {
  answer = (_, response) => response.writeHead(status, headers).end(body);
  const error = await ask().catch((thrown: unknown) => thrown);
  if (!(error instanceof HostError)) throw new Error(`This was not refused: ${JSON.stringify(error)}`);
  return error;
};

describe("what a code host refuses", () => {
  it("is said in the language of a reader around the host's own words, and in English as the message has it", async () => {
    const error = await refusal(429, '{"message": "Slow down."}', { "retry-after": "1500" });
    const host = new URL(api).host;
    expect(error.message).toBe(
      `${host} takes no more requests for now. It takes requests again in 1500 seconds. It says: Slow down.`,
    );
    expect(error.said && sayRefusal(textsOf("en"), error.said)).toBe(error.message);
    const german = error.said ? sayRefusal(textsOf("de"), error.said) : "";
    expect(german).toMatch(/nimmt vorerst keine Anfragen mehr an.*1500 Sekunden.*Slow down\.$/);
  });
});

describe("a request to a code host", () => {
  it("is signed, and gives what was answered", async () => {
    let signed = "";
    answer = (request, response) => {
      signed = request.headers.authorization ?? "";
      response.writeHead(200).end('{"login": "bot"}');
    };
    expect(await ask()).toEqual({ status: 200, json: { login: "bot" } });
    expect(signed).toBe("Bearer s3cret-t0ken");
  });

  it("ends when the host never answers", async () => {
    answer = () => {};
    await expect(ask(50)).rejects.toMatchObject({
      problem: "unreachable",
      message: "127.0.0.1 did not answer in time.",
    });
  });

  it("ends when the answer has no end", async () => {
    answer = (_, response) => {
      const more = () => void response.write("x".repeat(1_000_000), more);
      more();
    };
    await expect(ask()).rejects.toMatchObject({ problem: "unreachable", message: /too large/ });
  });

  it("follows no redirect, which would take the token along", async () => {
    answer = (_, response) => response.writeHead(301, { location: "https://example.org/" }).end();
    await expect(ask()).rejects.toMatchObject({ problem: "unreachable", message: /redirects/ });
  });

  it("goes into a private network only where git may", async () => {
    answer = (_, response) => response.writeHead(200).end("{}");
    setEnvironment({ ...environment(), privateRepositories: CLOSED, privateServices: OPEN });
    await expect(ask()).rejects.toMatchObject({ problem: "unreachable", message: /LOQUAT_PRIVATE_REPOSITORIES/ });
  });

  it("tells what is wrong with the token, and never the token", async () => {
    const error = await refusal(401, '{"message": "Bad credentials: s3cret-t0ken"}');
    expect(error).toMatchObject({ problem: "credentials", words: "Bad credentials: ***" });
    expect(error.message).toMatch(
      /does not accept the token of Loquat's account bot.* It says: Bad credentials: \*\*\*$/,
    );
  });

  it("tells when it may ask again", async () => {
    const error = await refusal(429, '{"message": "API rate limit exceeded"}', { "retry-after": "90" });
    expect(error).toMatchObject({ problem: "rate-limit", retryAfter: 90 });
    expect(error.message).toContain("It takes requests again in 90 seconds.");
  });

  it("does not take a page for an answer of the API", async () => {
    answer = (_, response) => response.writeHead(200).end("<html>Sign in</html>");
    await expect(ask()).rejects.toMatchObject({ problem: "broken" });
    expect(await refusal(502, "<html>Bad gateway</html>")).toMatchObject({ problem: "broken", words: "" });
  });
});

it.each([
  [401, {}, "credentials"],
  [403, {}, "rights"],
  [403, { "x-ratelimit-remaining": "0" }, "rate-limit"],
  [403, { "retry-after": "5" }, "rate-limit"],
  [404, {}, "not-found"],
  [410, {}, "not-found"],
  [422, {}, "refused"],
  [429, {}, "rate-limit"],
  [503, {}, "broken"],
] as const)("status %i with %j is about %s", (status, headers, problem) => {
  expect(problemOf(status, headers)).toBe(problem);
});

it("reads how long to wait in each of its spellings", () => {
  const now = Date.parse("2026-11-23T10:00:00Z");
  expect(waitOf({ "retry-after": "12" }, now)).toBe(12);
  expect(waitOf({ "retry-after": "Mon, 23 Nov 2026 10:01:00 GMT" }, now)).toBe(60);
  expect(waitOf({ "x-ratelimit-reset": String(now / 1000 + 30) }, now)).toBe(30);
  expect(waitOf({ "ratelimit-reset": String(now / 1000 - 30) }, now)).toBe(0);
  expect(waitOf({}, now)).toBeUndefined();
});

it.each([
  [
    '{"message": "Validation Failed", "errors": [{"code": "custom", "message": "No commits"}]}',
    "Validation Failed No commits custom",
  ],
  ['{"message": {"base": ["is locked"]}}', "base: is locked"],
  ['{"error": "invalid_token", "error_description": "Token was revoked"}', "invalid_token Token was revoked"],
  ['{"type": "error", "error": {"message": "Access denied", "detail": "Ask."}}', "Access denied Ask."],
  ['{"errors": [{"context": null, "message": "You may not."}]}', "You may not."],
  ["[]", ""],
  ["no JSON", ""],
])("finds the words in %s", (text, words) => {
  expect(wordsOf(text)).toBe(words);
});
