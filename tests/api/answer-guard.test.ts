import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { guardAnswer } from "@/lib/api/answer-guard";
import { holdHead } from "@/lib/api/answer-length";
import { noteDatabaseAway, noteDatabaseHere } from "@/lib/platform/database-presence";

/** What our own server adds to answers, and what it makes of pages that failed. */

async function answered(
  work: (response: ServerResponse) => void,
  {
    secure = false,
    answer = {},
    headers = {},
  }: { secure?: boolean; answer?: { status?: number }; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const server = createServer((request, response) => {
    holdHead(response);
    guardAnswer(request, response, { secure, answer });
    work(response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const given = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/projects/`, { headers });
  const text = await given.text();
  await new Promise((done) => server.close(done));
  return { status: given.status, headers: given.headers, text };
}

const failing = (type: string) => (response: ServerResponse) => {
  response.statusCode = 500;
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Encoding", "gzip");
  response.flushHeaders();
  response.write("<title>Not found</title>");
  response.end("rest");
};

describe("an answer", () => {
  it("promises https where the installation is reached by it", async () => {
    const plain = await answered((response) => response.end("x"));
    expect(plain.headers.get("strict-transport-security")).toBeNull();
    const secure = await answered((response) => response.writeHead(404, { "content-type": "text/plain" }).end("x"), {
      secure: true,
    });
    expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect(secure.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  });

  it("keeps a policy of its own, which says at least who may frame it", async () => {
    const { headers } = await answered((response) => {
      response.setHeader("Content-Security-Policy", "sandbox");
      response.end("x");
    });
    expect(headers.get("content-security-policy")).toBe("sandbox; frame-ancestors 'none'");
  });

  it("has the status its page has said, but for one that failed", async () => {
    expect((await answered((response) => response.end("x"), { answer: { status: 403 } })).status).toBe(403);
    const redirect = (response: ServerResponse) => response.writeHead(404).end();
    expect((await answered(redirect, { answer: { status: 403 } })).status).toBe(404);
  });
});

/** As the framework's compression does it: the head is written before the first piece of the body. */
const failingHeadFirst = (type: string) => (response: ServerResponse) => {
  response.statusCode = 500;
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Encoding", "gzip");
  response.writeHead(500);
  response.write("<title>Not found</title>");
  response.end("rest");
};

describe("a page that failed", () => {
  it.each([
    ["its body", failing],
    ["its head", failingHeadFirst],
  ])("is answered with its right title and a text that needs no script, whichever came first: %s", async (_, fail) => {
    const { status, headers, text } = await answered(fail("text/html; charset=utf-8"));
    expect(status).toBe(500);
    expect(text).toMatch(
      /<title>Something went wrong here — Loquat<\/title>.*500: the server encountered an error.*<code>[0-9a-f]{8}<\/code>.*<\/html>$/,
    );
    expect(headers.get("content-encoding")).toBeNull();
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("is left alone for the application's own navigation and for what is no page", async () => {
    const plain = (response: ServerResponse) => {
      response.statusCode = 500;
      response.setHeader("Content-Type", "application/json");
      response.end("{}");
    };
    expect((await answered(plain)).text).toBe("{}");
    const rsc = (response: ServerResponse) => {
      response.statusCode = 500;
      response.setHeader("Content-Type", "text/html");
      response.end("tree");
    };
    expect((await answered(rsc, { headers: { rsc: "1" } })).text).toBe("tree");
  });

  it("of a page that failed for want of the database says so, and when to come again", async () => {
    noteDatabaseAway();
    const away = await answered(failing("text/html; charset=utf-8"));
    noteDatabaseHere();
    expect(away.status).toBe(503);
    expect(away.headers.get("retry-after")).toBe("5");
    expect(away.text).toContain("the database cannot be reached");
    expect(away.text).not.toContain("rest");
    const here = await answered(failing("text/html; charset=utf-8"));
    expect(here.status).toBe(500);
    expect(here.headers.get("retry-after")).toBeNull();
  });
});
