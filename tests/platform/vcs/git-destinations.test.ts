import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createPlainServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { setResolver } from "@/lib/platform/outside/resolve";
import { gitDriver } from "@/lib/platform/vcs/git";
import { makeUpstream } from "../../support/git";
import { CLOSED, hosts, OPEN } from "../../support/outside";

/** Where git goes: real git, real sockets. */

const LOQUAT = { name: "Loquat", email: "loquat@example.org" };
const root = mkdtempSync(join(tmpdir(), "loquat-goes-"));
const bytes = (text: string) => new TextEncoder().encode(text);
const settings = (url: string, push = "") => ({ url, branch: "main", push, pushBranch: "" });
let count = 0;
const folder = () => join(root, `copy-${count++}`);

let before: Environment;
beforeAll(() => {
  before = environment();
});
afterEach(() => {
  setEnvironment(before);
  setResolver(undefined);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("where git goes", () => {
  let server: Server;
  let port = 0;
  let seen: string[] = [];
  let answer: { status: number; headers: Record<string, string> } = { status: 404, headers: {} };

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(`${request.headers.host} ${request.url}`);
      response.writeHead(answer.status, answer.headers).end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    seen = [];
    answer = { status: 404, headers: {} };
  });
  afterAll(() => new Promise<void>((done) => server.close(() => done())));

  const connections = () => new Promise<number>((done) => server.getConnections((_, number) => done(number)));

  it("is not into a private network, neither to read nor to push", async () => {
    setEnvironment({ ...environment(), privateRepositories: CLOSED });
    setResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
    const upstream = makeUpstream({ "a.txt": "1\n" });
    for (const host of ["127.0.0.1", "2130706433", "localhost", "looks-public.example"]) {
      const url = `http://${host}:${port}/x`;
      await expect(gitDriver.probe(url, "")).rejects.toMatchObject({ problem: "not-allowed" });
      await expect(gitDriver.clone(folder(), settings(url))).rejects.toMatchObject({ problem: "not-allowed" });
      const copy = await gitDriver.clone(folder(), settings(upstream.url, url));
      await copy.commit([{ path: "a.txt", content: bytes("2\n") }], "x", LOQUAT, LOQUAT);
      await expect(copy.push()).rejects.toThrow(/LOQUAT_PRIVATE_REPOSITORIES/);
    }
    expect(seen).toEqual([]);
    expect(await connections()).toBe(0);
  });

  it("is the very address that was judged, whatever the name says a moment later", async () => {
    setEnvironment({ ...environment(), privateRepositories: hosts("code.example") });
    let asked = 0;
    setResolver(async () => {
      asked++;
      return [{ address: "127.0.0.1", family: 4 }];
    });
    // Nobody but our resolver knows this name: git can only have the address from us.
    await expect(gitDriver.probe(`http://code.example:${port}/x`, "")).rejects.toMatchObject({ problem: "not-found" });
    expect(seen).toEqual([`code.example:${port} /x/info/refs?service=git-upload-pack`]);
    expect(asked).toBe(1);
    // And a name that everybody knows goes where we say, not where it is.
    seen = [];
    setEnvironment({ ...environment(), privateRepositories: OPEN });
    setResolver(async () => [{ address: "127.0.0.2", family: 4 }]);
    await expect(gitDriver.probe(`http://localhost:${port}/x`, "")).rejects.toMatchObject({ name: "VcsError" });
    expect(seen).toEqual([]);
  });

  it("is never where a redirect points", async () => {
    const other = createServer((request, response) => {
      seen.push(`other ${request.url}`);
      response.writeHead(404).end();
    });
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    setEnvironment({ ...environment(), privateRepositories: hosts("127.0.0.1") });
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/y`;
    for (const status of [301, 302, 307, 308]) {
      answer = { status, headers: { location: `${elsewhere}/info/refs?service=git-upload-pack` } };
      await expect(gitDriver.probe(`http://127.0.0.1:${port}/x`, "")).rejects.toThrow(/final address/);
    }
    expect(seen).toHaveLength(4);
    expect(seen.join()).not.toContain("other");
    await new Promise<void>((done) => other.close(() => done()));
  });

  it("is the judged address by the git protocol, too", async () => {
    const lines: string[] = [];
    const daemon = createPlainServer((socket) => {
      socket.on("data", (data) => {
        lines.push(data.toString("latin1"));
        socket.end();
      });
      socket.on("error", () => {});
    });
    await new Promise<void>((done) => daemon.listen(0, "127.0.0.1", done));
    setEnvironment({ ...environment(), privateRepositories: hosts("code.example") });
    setResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
    const place = `code.example:${(daemon.address() as AddressInfo).port}`;
    await expect(gitDriver.probe(`git://${place}/x.git`, "")).rejects.toMatchObject({ name: "VcsError" });
    expect(lines.join()).toContain(`git-upload-pack /x.git\0host=${place}`);
    await new Promise<void>((done) => daemon.close(() => done()));
  });
});
