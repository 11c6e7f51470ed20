import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { isPage, pageLimit } from "@/lib/cli/page-limit";
import { PageCounter } from "@/lib/platform/page-counter";

describe("the counter of pages", () => {
  it("grants so many in any stretch of time, and tells when the next may come", () => {
    let now = 1_000_000 * 60_000;
    const counter = new PageCounter(10, 60, () => now);
    for (let n = 0; n < 10; n++) expect(counter.take("a")).toBe(0);
    expect(counter.take("a")).toBe(60);
    expect(counter.take("b")).toBe(0);
    now += 90_000;
    // Half of the window before is still in reach.
    expect(Array.from({ length: 7 }, () => counter.take("a")).filter((seconds) => seconds === 0)).toHaveLength(5);
    now += 120_000;
    expect(counter.take("a")).toBe(0);
  });

  it.each([
    ["/", true],
    ["/translate/pub/app/cs/?q=x", true],
    ["/exports/rss/", true],
    ["/projects/logo.svg", true],
    ["/api/projects/", false],
    ["/hooks/github/", false],
    ["/_next/static/chunks/a.js", false],
    ["/texts/cs/editor/?v=abc", false],
    ["/health", false],
    ["/logo.svg", false],
  ])("%s is a page: %s", (path, page) => {
    expect(isPage(path)).toBe(page);
  });

  it("refuses pages over the limit with 429, more of them with a session, and nothing else", async () => {
    const refused = pageLimit("3/minute");
    const server = createServer((request, response) => {
      if (!refused(request, response, "192.0.2.9")) response.end("a page");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(base + path, { headers });
      await answer.text();
      return answer;
    };
    try {
      // Not where one minute ends and another begins.
      if (Date.now() % 60_000 > 55_000) await new Promise((done) => setTimeout(done, 6000));
      const statuses: number[] = [];
      for (let n = 0; n < 5; n++) statuses.push((await ask("/projects/")).status);
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
      const answer = await ask("/");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await ask("/api/projects/")).status).toBe(200);
      const cookie = { cookie: "a=b; next-auth.session-token=x" };
      for (let n = 0; n < 15; n++) expect((await ask("/", cookie)).status).toBe(200);
      expect((await ask("/", cookie)).status).toBe(429);
    } finally {
      server.close();
    }
  });

  it("may be off", () => {
    expect(pageLimit("off")({ url: "/" } as never, {} as never, "x")).toBe(false);
  });
});
