import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { connect } from "../support/loop";
import { json, type Person, PO, person, send } from "./support";

/** What hooks, exports and feeds have in common with the API, and what they do not. */

const PING = { body: { zen: "x" }, headers: { "x-github-event": "ping" } };
let admin: Person;
const before = environment();

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  const { component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  await db.run(sql`update projects set slug = 'alpha' where id = ${component.projectId}`);
});
afterEach(() => setEnvironment(before));

const statusOf = async (...given: Parameters<typeof send>) => (await send(...given)).status;

describe("hooks", () => {
  it("do not ask who is there: a wrong token is not looked at", async () => {
    expect(await statusOf("POST", "/hooks/github/", { ...PING, key: "wrong" })).toBe(201);
    expect(await statusOf("GET", "/hooks/update/alpha/", { key: "wrong" })).toBe(200);
  });

  it("answer what is not offered with 404 for what is not there, and 405 with Allow for the rest", async () => {
    expect(await statusOf("POST", "/hooks/nothing/", PING)).toBe(404);
    expect(await statusOf("GET", "/hooks/nothing/")).toBe(404);
    expect(await statusOf("POST", "/hooks/github/more/", PING)).toBe(404);
    const forge = await json("GET", "/hooks/github/");
    expect(forge).toMatchObject({ status: 405, body: { errors: [{ code: "method_not_allowed" }] } });
    expect(forge.headers.get("allow")).toBe("POST, OPTIONS");
    expect(await statusOf("DELETE", "/hooks/update/alpha/")).toBe(405);
  });

  it("are all closed when the installation takes none", async () => {
    setEnvironment({ ...before, hooksEnabled: false });
    for (const path of ["/hooks/github/", "/hooks/nothing/", "/hooks/update/alpha/", "/hooks/a/b/"])
      expect(await json("POST", path, PING), path).toMatchObject({
        status: 405,
        body: { detail: expect.stringContaining("turned off") },
      });
  });

  it("take no more than a code host sends", async () => {
    const body = JSON.stringify({ zen: "x".repeat(5_000_001) });
    const headers = { "content-type": "application/json", "x-github-event": "ping" };
    expect(await statusOf("POST", "/hooks/github/", { body, headers })).toBe(413);
  });
});

describe("exports and feeds", () => {
  it("look at tokens, and offer reading alone", async () => {
    for (const path of ["/exports/stats/alpha/", "/exports/rss/alpha/", "/changes/csv/alpha/"]) {
      expect(await statusOf("GET", path, { key: "wrong" }), path).toBe(401);
      expect(await statusOf("POST", path, { key: admin.key, body: {} }), path).toBe(405);
      const answer = await send("HEAD", path, { key: admin.key });
      expect([answer.status, await answer.text()], path).toEqual([200, ""]);
    }
    expect(await statusOf("GET", "/exports/nothing/")).toBe(404);
  });
});

describe("both", () => {
  const paths = ["/exports/stats/alpha/", "/exports/rss/", "/hooks/update/alpha/"];

  it("are not counted against the allowance of their callers", async () => {
    setEnvironment({ ...before, rateAnonymous: "1/hour" });
    expect(await statusOf("GET", "/api/")).toBe(200);
    expect(await statusOf("GET", "/api/")).toBe(429);
    for (const path of paths) {
      const answer = await send("GET", path);
      expect([answer.status, answer.headers.get("x-ratelimit-limit")], path).toEqual([200, null]);
    }
  });

  it("say what they are, and have the headers of every answer", async () => {
    for (const path of [...paths, "/hooks/github/"]) {
      const { status, body } = await json("OPTIONS", path);
      expect([status, typeof body.name, body.name === ""], path).toEqual([200, "string", false]);
    }
    for (const path of paths) {
      const { headers } = await send("GET", path);
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("allow"), path).toContain("GET");
    }
  });
});
