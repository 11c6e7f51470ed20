import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { importRevision } from "@/lib/platform/vcs/foreign/import";
import { readChangeset } from "@/lib/platform/vcs/foreign/mercurial";
import { pinnedProxy } from "@/lib/platform/vcs/foreign/pinned-proxy";
import { ProgramFailed, ProgramMissing, run } from "@/lib/platform/vcs/foreign/run";
import { readLog, readSummary } from "@/lib/platform/vcs/foreign/subversion";
import { git } from "../../../support/git";

/** What is known of other version control systems without their programs. */

const root = mkdtempSync(join(tmpdir(), "loquat-other-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("a changeset of Mercurial", () => {
  const line = (user: string, date = "1700000000 -7200") =>
    JSON.stringify({ node: "a".repeat(40), p1: "b".repeat(40), p2: "0".repeat(40), user, date, desc: "One\n\ntwo" });

  it("has its author, its time with the place's offset, and its real parents", () => {
    expect(readChangeset(line("Jana Nováková <jana@example.org>"))).toEqual({
      ...{ id: "a".repeat(40), parents: ["b".repeat(40)], message: "One\n\ntwo" },
      author: { name: "Jana Nováková", email: "jana@example.org" },
      date: { seconds: 1_700_000_000, offset: "+0200" },
    });
  });

  it.each([
    ["jana", { name: "jana", email: "" }],
    ["jana@example.org", { name: "jana@example.org", email: "jana@example.org" }],
    ["<jana@example.org>", { name: "jana@example.org", email: "jana@example.org" }],
    ["", { name: "", email: "" }],
  ])("can be of somebody who is called %j", (user, author) => {
    expect(readChangeset(line(user)).author).toEqual(author);
  });

  it.each([
    ["-5 12600", { seconds: 0, offset: "-0330" }],
    ["0.5 0", { seconds: 0, offset: "+0000" }],
    ["1 999999999", { seconds: 1, offset: "-1400" }],
  ])("can have the time %j", (date, read) => {
    expect(readChangeset(line("j", date)).date).toEqual(read);
  });
});

describe("the log of Subversion", () => {
  const entry = (revision: number, more: string) => `<logentry\n   revision="${revision}">\n${more}</logentry>\n`;

  it("is a line of revisions, with the author that their messages name", () => {
    const xml = `<?xml version="1.0"?>\n<log>\n${entry(
      7,
      "<author>jana</author>\n<date>2026-11-23T20:45:32.453704Z</date>\n<msg>One &amp; &lt;/logentry&gt;</msg>\n",
    )}${entry(9, "<date>2026-11-23T20:45:33.0Z</date>\n<msg>Two\n\nFrom: Petra P. &lt;p@example.org&gt;\n</msg>\n")}</log>`;
    expect(readLog(xml, "u-1", "u-1:3")).toEqual([
      {
        ...{ id: "u-1:7", parents: ["u-1:3"], message: "One & </logentry>" },
        ...{ author: { name: "jana", email: "jana@u-1" }, date: { seconds: 1_795_466_732, offset: "+0000" } },
      },
      {
        ...{ id: "u-1:9", parents: ["u-1:7"], message: "Two\n\nFrom: Petra P. <p@example.org>\n" },
        ...{ author: { name: "Petra P.", email: "p@example.org" }, date: { seconds: 1_795_466_733, offset: "+0000" } },
      },
    ]);
    expect(readLog(entry(1, ""), "u", undefined)).toMatchObject([
      { id: "u:1", parents: [], author: { name: "(no author)" }, date: { seconds: 0 } },
    ]);
  });

  it("names files below the address, whatever characters they have", () => {
    const path = (item: string, kind: string, url: string) =>
      `<path\n   item="${item}"\n   props="none"\n   kind="${kind}">${url}</path>`;
    const base = "https://svn.example.org/a%20b/trunk";
    const xml = [
      path("added", "file", `${base}/l/b%20@x&amp;y%25.txt`),
      path("modified", "file", `${base}/cs.po`),
      path("none", "dir", `${base}/dir`),
      path("deleted", "dir", `${base}/gone`),
      path("added", "file", "https://svn.example.org/a%20b/trunkated/no.po"),
    ].join("\n");
    expect(readSummary(xml, base)).toEqual({ changed: ["l/b @x&y%.txt", "cs.po"], removed: ["gone"] });
  });
});

describe("a revision as a commit", () => {
  it("is the same wherever it is made, has files alone, and none where git cannot have one", async () => {
    const folder = join(root, "files");
    mkdirSync(join(folder, "l", ".git"), { recursive: true });
    writeFileSync(join(folder, "l", "cs.po"), "a\r\nb\0");
    writeFileSync(join(folder, "run.sh"), "x", { mode: 0o755 });
    writeFileSync(join(folder, "l", ".git", "config"), "evil");
    symlinkSync("/etc/hostname", join(folder, "link"));
    const revision = {
      ...{ id: "1", parents: [], author: { name: "Jana <\n> N", email: "j>@x" } },
      ...{ date: { seconds: 100, offset: "+0200" }, message: "One\n\nfrom x\ndata 5\n" },
    };
    const changed = ["l/cs.po", "run.sh", "link", "l/.git/config", "../files/run.sh", "missing"];
    const files = { folder, whole: true, changed, removed: [] };
    const [one, other] = [join(root, "one"), join(root, "other")];
    for (const repository of [one, other]) {
      mkdirSync(repository);
      git(repository, "init", "--quiet");
    }
    const id = await importRevision(one, revision, [], files);
    expect(await importRevision(other, revision, [], { ...files, changed: changed.toReversed() })).toBe(id);
    expect(git(one, "ls-tree", "-r", "--format=%(objectmode) %(path)", id)).toBe("100644 l/cs.po\n100755 run.sh\n");
    expect(git(one, "show", `${id}:l/cs.po`)).toBe("a\r\nb\0");
    expect(git(one, "cat-file", "commit", id).split("\n").slice(1)).toEqual(
      "author Jana  N <j@x> 100 +0200\ncommitter Jana  N <j@x> 100 +0200\n\nOne\n\nfrom x\ndata 5\n".split("\n"),
    );
    const next = { ...revision, id: "2", parents: ["1"] };
    const second = await importRevision(one, next, [id], { folder, whole: false, changed: [], removed: ["l"] });
    expect(git(one, "ls-tree", "-r", "--name-only", second)).toBe("run.sh\n");
    expect(git(one, "rev-list", "--parents", second)).toContain(`${second} ${id}`);
  });
});

describe("a program", () => {
  const given = { cwd: root, env: { PATH: process.env.PATH ?? "" } };

  it("that is missing, fails or does not end is told apart, and its helpers end with it", async () => {
    await expect(run("no-such-program", [], { ...given, seconds: 20 })).rejects.toThrow(ProgramMissing);
    await expect(run("sh", ["-c", "echo no >&2; exit 3"], { ...given, seconds: 20 })).rejects.toThrow(/^no$/);
    await expect(run("sh", ["-c", "sleep 300 & sleep 300"], { ...given, seconds: 1 })).rejects.toThrow(ProgramFailed);
    const said = await run("sh", ["-c", "cat; echo $HOME; sleep 300 >/dev/null 2>&1 &"], {
      ...given,
      seconds: 20,
      input: "in ",
    });
    expect(said.trim()).toBe("in");
  });
});

describe("the proxy", () => {
  let server: Server;
  let port = 0;
  let seen: string[] = [];
  beforeAll(async () => {
    server = createServer((incoming, response) => {
      seen.push(`${incoming.method} ${incoming.headers.host}${incoming.url} ${incoming.headers.authorization ?? ""}`);
      response.writeHead(200, { "x-made": "here" }).end("hello");
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => {
    seen = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const open = () =>
    pinnedProxy({
      ...{ kind: "host", scheme: "http", host: "hg.example.org", port, url: `http://hg.example.org:${port}/` },
      addresses: [{ address: "127.0.0.1", family: 4 }],
    });
  const ask = (proxy: number, url: string) =>
    new Promise<number>((done, fail) => {
      const headers = { host: new URL(url).host, authorization: "Basic x", "proxy-authorization": "secret" };
      request({ host: "127.0.0.1", port: proxy, path: url, headers }, (answer) => {
        answer.resume();
        done(answer.statusCode ?? 0);
      })
        .on("error", fail)
        .end();
    });
  const tunnel = (proxy: number, to: string) =>
    new Promise<string>((done) => {
      const socket = connect(proxy, "127.0.0.1", () => socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`));
      socket.once("data", (piece: Buffer) => {
        done(piece.toString().split("\r\n")[0] ?? "");
        socket.destroy();
      });
    });

  it("leads to the one host at its address, and to no other", async () => {
    const proxy = await open();
    try {
      expect(await ask(proxy.port, `http://hg.example.org:${port}/repo?cmd=capabilities`)).toBe(200);
      expect(seen).toEqual([`GET hg.example.org:${port}/repo?cmd=capabilities Basic x`]);
      expect(await ask(proxy.port, `http://hg.example.org:${port + 1}/`)).toBe(403);
      expect(await ask(proxy.port, `http://169.254.169.254:${port}/latest`)).toBe(403);
      expect(await ask(proxy.port, `http://127.0.0.1:${port}/`)).toBe(403);
      expect(await tunnel(proxy.port, `hg.example.org:${port}`)).toBe("HTTP/1.1 200 Connection established");
      expect(await tunnel(proxy.port, `127.0.0.1:${port}`)).toBe("HTTP/1.1 403 Forbidden");
      expect(await tunnel(proxy.port, `elsewhere.example.org:${port}`)).toBe("HTTP/1.1 403 Forbidden");
      expect(seen.length).toBe(1);
    } finally {
      await proxy.close();
    }
  });
});
