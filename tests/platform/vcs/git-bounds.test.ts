import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { setResolver } from "@/lib/platform/outside/resolve";
import { gitDriver } from "@/lib/platform/vcs/git";
import { gitRemote } from "@/lib/platform/vcs/git-remote";
import { callRemote } from "@/lib/platform/vcs/git-remote-call";
import type { VcsError } from "@/lib/platform/vcs/vcs";
import { git, makeUpstream, type Upstream } from "../../support/git";
import { OPEN } from "../../support/outside";

/** What git sees and what it starts: real git, and traps that leave a mark when they close. */

const LOQUAT = { name: "Loquat", email: "loquat@example.org" };
const root = mkdtempSync(join(tmpdir(), "loquat-bounds-"));
const mark = join(root, "it-ran");
const bytes = (text: string) => new TextEncoder().encode(text);
const settings = (url: string, push = "") => ({ url, branch: "main", push, pushBranch: "" });
let count = 0;
const folder = () => join(root, `copy-${count++}`);

let before: Environment;
beforeAll(() => {
  before = environment();
});
beforeEach(() => rmSync(mark, { force: true }));
afterEach(() => {
  setEnvironment(before);
  setResolver(undefined);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A program that leaves the mark. */
function trap(path: string, ending = "exit 0"): string {
  writeFileSync(path, `#!/bin/sh\necho "$0 $@" >>${mark}\n${ending}\n`);
  chmodSync(path, 0o755);
  return path;
}

const HOOKS = [
  ...["pre-receive", "update", "post-receive", "post-update", "reference-transaction", "proc-receive", "pre-auto-gc"],
  ...["push-to-checkout", "pre-push", "pre-commit", "post-checkout", "post-merge", "post-index-change", "commit-msg"],
];

/** Sets every trap that a Git directory can hold. */
function setTraps(gitFolder: string): void {
  mkdirSync(join(gitFolder, "hooks"), { recursive: true });
  for (const name of HOOKS) trap(join(gitFolder, "hooks", name));
  const program = trap(join(gitFolder, "trap"));
  const other = mkdtempSync(join(root, "other-"));
  git(other, "init", "--quiet", "--bare");
  mkdirSync(join(gitFolder, "objects", "info"), { recursive: true });
  writeFileSync(join(gitFolder, "objects", "info", "alternates"), `${other}/objects\n`);
  appendFileSync(
    join(gitFolder, "config"),
    `[core]\n\tfsmonitor = ${program}\n\talternateRefsCommand = ${program}\n\tsshCommand = ${program}\n\tgitProxy = ${program}\n\tpager = ${program}\n\teditor = ${program}\n` +
      `[uploadpack]\n\tpackObjectsHook = ${program}\n[gc]\n\tauto = 1\n\trecentObjectsHook = ${program}\n` +
      `[filter "lfs"]\n\tclean = ${program}\n\tsmudge = ${program}\n\tprocess = ${program}\n\trequired = true\n[credential]\n\thelper = ${program}\n`,
  );
}

const ran = () => (existsSync(mark) ? readFileSync(mark, "utf8") : "");

describe("a folder full of traps", () => {
  const ATTRIBUTES = "* filter=lfs diff=lfs merge=lfs\n";

  it("is fetched from and pushed to without closing one", async () => {
    const upstream = makeUpstream({ "a.txt": "1\n", ".gitattributes": ATTRIBUTES, ".gitmodules": "[submodule x]\n" });
    setTraps(upstream.url);
    expect((await gitDriver.probe(upstream.url, "")).branch).toBe("main");
    const copy = await gitDriver.clone(folder(), settings(upstream.url));
    await copy.commit([{ path: "a.txt", content: bytes("2\n") }], "two", LOQUAT, LOQUAT);
    await copy.push();
    await copy.fetch();
    await copy.cleanup();
    expect(upstream.read("a.txt")).toBe("2\n");
    expect(ran()).toBe("");
    // They do work: a push of somebody else closes one.
    const work = mkdtempSync(join(root, "plain-"));
    git(work, "clone", "--quiet", upstream.url, "w");
    git(join(work, "w"), "commit", "--quiet", "--allow-empty", "-m", "x");
    git(join(work, "w"), "push", "--quiet", "origin", "HEAD:refs/heads/elsewhere");
    expect(ran()).toContain("pre-receive");
  });

  it("that is checked out keeps its branch and starts nothing", async () => {
    const upstream = makeUpstream({ "a.txt": "1\n", ".gitattributes": ATTRIBUTES });
    const work = mkdtempSync(join(root, "work-"));
    git(work, "clone", "--quiet", upstream.url, "w");
    setTraps(join(work, "w", ".git"));
    appendFileSync(join(work, "w", ".git", "config"), "[receive]\n\tdenyCurrentBranch = updateInstead\n");
    const copy = await gitDriver.clone(folder(), settings(upstream.url, join(work, "w")));
    await copy.commit([{ path: "a.txt", content: bytes("2\n") }], "two", LOQUAT, LOQUAT);
    await expect(copy.push()).rejects.toMatchObject({ name: "VcsError" });
    expect(readFileSync(join(work, "w", "a.txt"), "utf8")).toBe("1\n");
    expect(ran()).toBe("");
  });

  it("that comes in a tree starts nothing, and nothing is pushed to it", async () => {
    const evil = makeEvil();
    const where = folder();
    for (const push of ["./evil2.git", "evil2.git", join(where, "evil2.git"), `file://${where}/evil2.git`]) {
      const copy = await gitDriver.clone(where, settings(evil.url, push));
      expect(existsSync(join(where, "evil2.git", "hooks", "pre-receive"))).toBe(true);
      await copy.commit([{ path: "a.txt", content: bytes(`${push}\n`) }], "x", LOQUAT, LOQUAT);
      // As if the copy lay where copies lie.
      setEnvironment({ ...before, dataFolder: root });
      await expect(copy.push()).rejects.toMatchObject({ problem: "not-allowed" });
      setEnvironment(before);
      await copy.status();
    }
    expect(ran()).toBe("");
  });
});

/** A repository whose tree holds a bare one with a hook; the finding C1. */
function makeEvil(): Upstream {
  const made = mkdtempSync(join(root, "evil-"));
  git(made, "init", "--quiet", "--bare", "evil2.git");
  const inner = join(made, "evil2.git");
  const files: Record<string, string> = { "a.txt": "1\n" };
  for (const name of ["HEAD", "config"]) files[`evil2.git/${name}`] = readFileSync(join(inner, name), "utf8");
  for (const name of ["objects/info/keep", "objects/pack/keep", "refs/heads/.keep"]) files[`evil2.git/${name}`] = "";
  files["evil2.git/hooks/pre-receive"] = `#!/bin/sh\necho ran >>${mark}\n`;
  const upstream = makeUpstream(files);
  const work = mkdtempSync(join(root, "evil-work-"));
  git(work, "clone", "--quiet", upstream.url, "w");
  git(join(work, "w"), "update-index", "--chmod=+x", "evil2.git/hooks/pre-receive");
  git(join(work, "w"), "commit", "--quiet", "-m", "executable");
  git(join(work, "w"), "push", "--quiet", "origin", "main");
  return upstream;
}

describe("what git sees", () => {
  const log = join(root, "calls.jsonl");
  const saved = { ...process.env };

  interface Call {
    args: string[];
    env: Record<string, string>;
    config: string[];
  }

  beforeAll(() => {
    const bin = join(root, "bin");
    mkdirSync(bin);
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    // Node.js needs more memory than a list of branches may: the watcher has the limit lifted, and no variable of the shell.
    writeFileSync(
      join(bin, "git"),
      `#!/bin/sh\nulimit -S -d unlimited\nunset PWD OLDPWD\nexec "${process.execPath}" "${join(bin, "watch.cjs")}" "$@"\n`,
    );
    writeFileSync(
      join(bin, "watch.cjs"),
      `const { spawnSync } = require("node:child_process");
const args = process.argv.slice(2);
let at = 0;
while (args[at] === "-c") at += 2;
const config = spawnSync(${JSON.stringify(real)}, [...args.slice(0, at), "config", "--list", "--show-scope"], { encoding: "utf8" });
require("node:fs").appendFileSync(${JSON.stringify(log)}, JSON.stringify({ args: args.slice(at), given: args.slice(0, at), env: process.env, config: config.stdout.trim().split("\\n") }) + "\\n");
process.exit(spawnSync(${JSON.stringify(real)}, args, { stdio: "inherit" }).status ?? 1);
`,
    );
    chmodSync(join(bin, "git"), 0o755);
    const program = trap(join(root, "program"));
    const home = join(root, "home");
    mkdirSync(join(home, ".ssh"), { recursive: true });
    writeFileSync(
      join(home, ".gitconfig"),
      `[core]\n\thooksPath = ${root}\n[url "http://127.0.0.1/"]\n\tinsteadOf = /\n`,
    );
    Object.assign(process.env, {
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      HOME: home,
      XDG_CONFIG_HOME: home,
      GIT_SSH: program,
      GIT_ASKPASS: program,
      SSH_ASKPASS: program,
      GIT_PROXY_COMMAND: program,
      GIT_EXTERNAL_DIFF: program,
      GIT_EDITOR: program,
      GIT_TEMPLATE_DIR: root,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.sshCommand",
      GIT_CONFIG_VALUE_0: program,
      http_proxy: "http://127.0.0.1:1",
      HTTPS_PROXY: "http://127.0.0.1:1",
      ALL_PROXY: "http://127.0.0.1:1",
      LOQUAT_TEST_SECRET: "hidden",
      DATABASE_URL: "postgresql://secret@host/x",
    });
  });
  afterAll(() => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, saved);
  });

  const VARIABLES = [
    ...["PATH", "HOME", "LC_ALL", "GIT_TERMINAL_PROMPT", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL"],
    ...["GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_ALLOW_PROTOCOL", "GIT_CEILING_DIRECTORIES", "GIT_NO_LAZY_FETCH"],
    ...["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"],
    // simple-git's own.
    "GIT_TEST_DISALLOW_ABBREVIATED_OPTIONS",
    // Names the call, so that nothing of it goes on when it has failed.
    "LOQUAT_GIT_CALL",
    // Of the machine, where it has them, and of its shell.
    ...["_", "SHLVL", "SSH_AUTH_SOCK", "SystemRoot", "TEMP"],
  ];

  const SETTINGS: Record<string, string> = {
    "core.hookspath": "/dev/null",
    "core.fsmonitor": "false",
    "core.symlinks": "false",
    "core.autocrlf": "false",
    "core.quotepath": "false",
    "core.attributesfile": "/dev/null",
    "credential.helper": "",
    "protocol.allow": "never",
    "protocol.ext.allow": "never",
    "protocol.file.allow": "never",
    "safe.barerepository": "explicit",
    "submodule.recurse": "false",
    "fetch.recursesubmodules": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "commit.gpgsign": "false",
    "advice.detachedhead": "false",
    "user.useconfigonly": "false",
    "safe.directory": "*",
    "http.followredirects": "false",
    "http.proxy": "",
    "http.lowspeedlimit": "100",
    "http.lowspeedtime": "60",
  };
  /** What `git init` writes into a working copy. */
  const LOCAL = ["core.repositoryformatversion", "core.filemode", "core.bare", "core.logallrefupdates"];

  it("is these variables and these settings, in every call of a day", async () => {
    const upstream = makeUpstream({ "a.txt": "1\n" });
    writeFileSync(log, "");
    await gitDriver.probe(upstream.url, "");
    const where = folder();
    await gitDriver.clone(where, settings(upstream.url));
    // A copy of a former version knows an address, with its secret.
    git(where, "remote", "add", "origin", "https://user:secret@127.0.0.1/x");
    const copy = await gitDriver.open(where, settings(upstream.url));
    if (!copy) throw new Error("The copy cannot be opened.");
    const base = await copy.head();
    await copy.commit([{ path: "a.txt", content: bytes("2\n") }], "two", LOQUAT, LOQUAT);
    const made = await copy.head();
    await copy.resetTo(base);
    await copy.carryOver(made, LOQUAT);
    upstream.commit({ "b.txt": "1\n" });
    await copy.merge((await copy.fetch()) as string, "merge", LOQUAT, []);
    await copy.push();
    await copy.cleanup();
    await copy.status();
    await copy.commitInfo("HEAD");
    const calls = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Call);
    const ours = calls.filter((call) => call.args[0] !== "-C" && call.env.GIT_CONFIG_NOSYSTEM === "1");
    expect(ours.length).toBeGreaterThan(20);
    expect(new Set(ours.map((call) => call.args[0])).size).toBeGreaterThan(12);
    for (const { args, env, config } of ours) {
      expect(Object.keys(env).filter((name) => !VARIABLES.includes(name))).toEqual([]);
      expect(env).toMatchObject({ GIT_CONFIG_GLOBAL: "/dev/null", GIT_SSH_VARIANT: "ssh", GIT_TERMINAL_PROMPT: "0" });
      expect(env.HOME).toBe(join(environment().dataFolder, "home"));
      const lines = config.map((line) => /^(\w+)\t([^=]+)=?(.*)$/s.exec(line) ?? []);
      expect(new Set(lines.map(([, scope]) => scope)), args.join(" ")).toEqual(
        new Set(args[0] === "ls-remote" || args[0] === "init" ? ["command"] : ["command", "local"]),
      );
      const remote = ["ls-remote", "fetch", "push"].includes(args[0] ?? "");
      expect(env.GIT_ALLOW_PROTOCOL).toBe(remote ? "file" : "none");
      const given: Record<string, string> = {};
      for (const [, scope, name = "", value = ""] of lines)
        if (scope === "command") given[name] = value;
        else if (args[0] !== "config") expect([...LOCAL, "remote.origin.url", "remote.origin.fetch"]).toContain(name);
      expect(given).toEqual({ ...SETTINGS, ...(remote && { "protocol.file.allow": "always" }) });
    }
    expect(readFileSync(join(where, ".git", "config"), "utf8")).not.toContain("secret");
    expect(ran()).toBe("");
  });

  it("is a password in a variable, for its own server, and never on the command line", async () => {
    const heard: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.writeHead(401, { "www-authenticate": "Basic" }).end("no p@ss w\u00f6rd s3cret-value here");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    setResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
    setEnvironment({ ...before, privateRepositories: OPEN });
    writeFileSync(log, "");
    const address = `http://m%40e:s3cret-value%20%C3%B6@code.example:${port}/x.git`;
    const failed = (await gitDriver.probe(address, "").catch((error: unknown) => error)) as VcsError;
    await new Promise((done) => server.close(done));
    expect(heard[0]).toBe(`Basic ${Buffer.from("m@e:s3cret-value \u00f6").toString("base64")}`);
    expect(failed).toMatchObject({ problem: "authentication" });
    expect(`${failed.message}${failed.output}`).not.toContain("s3cret");
    const calls = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Call & { given: string[] });
    const [call] = calls.filter(({ args }) => args[0] === "ls-remote");
    expect(call?.args).toContain(`http://code.example:${port}/x.git`);
    for (const { args, given } of calls) expect(JSON.stringify([args, given])).not.toMatch(/s3cret|Authorization/i);
    const further = Object.keys(call?.env ?? {}).filter((name) => !VARIABLES.includes(name));
    expect(further.sort()).toEqual(["GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0", "GIT_CONFIG_VALUE_0"]);
    expect(call?.env).toMatchObject({
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: `http.http://code.example:${port}/.extraHeader`,
    });
    await expect(gitDriver.probe(`http://code.example:${port}/x?private_token=s3cret`, "")).rejects.toMatchObject({
      problem: "not-allowed",
      message: expect.not.stringContaining("s3cret"),
    });
    expect(heard.length).toBeLessThan(3);
  });

  it("is ssh bound to the address that was judged", async () => {
    setResolver(async () => [{ address: "203.0.114.7", family: 4 }]);
    const called = join(root, "ssh.txt");
    writeFileSync(join(root, "bin", "ssh"), `#!/bin/sh\nfor a in "$@"; do echo "$a"; done >${called}\nexit 1\n`);
    chmodSync(join(root, "bin", "ssh"), 0o755);
    await expect(gitDriver.probe("ssh://git@Code.Example:2222/x.git", "")).rejects.toMatchObject({ name: "VcsError" });
    const args = readFileSync(called, "utf8").trim().split("\n");
    expect(args.slice(0, 2)).toEqual(["-F", "/dev/null"]);
    for (const option of [
      "HostName=203.0.114.7",
      "HostKeyAlias=[code.example]:2222",
      "ProxyCommand=none",
      "BatchMode=yes",
    ])
      expect(args).toContain(`-o${option}`);
    expect(args.filter((arg) => arg.startsWith("-oHostName"))).toHaveLength(1);
  });
});

describe("a server that means harm", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    setEnvironment({ ...before, privateRepositories: OPEN });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.git`;
  }
  /** Programs that talk to it still. */
  const talking = (url: string) =>
    spawnSync("ps", ["axww", "-o", "args"], { encoding: "utf8" })
      .stdout.split("\n")
      .filter((line) => line.includes(url) && line.includes("git"));

  it("and sends without end gets a limit of memory", async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" });
      const piece = Buffer.alloc(1 << 20, 48);
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on("drain", more);
      more();
    });
    await expect(gitDriver.probe(url, "")).rejects.toMatchObject({
      problem: "unreachable",
      message: expect.stringContaining("sends more data than Loquat accepts from one repository"),
    });
    expect(talking(url)).toEqual([]);
  });

  it("and never answers leaves nothing running behind the call", async () => {
    const url = await serve(() => {});
    const remote = await gitRemote(url, root);
    const words = ["ls-remote", "--", remote.url];
    const asked = callRemote("list", root, remote, words, { block: 5000 }).catch((error) => error);
    await expect.poll(() => talking(url).length, { timeout: 4900, interval: 50 }).toBeGreaterThan(1);
    expect((await asked).message).toContain("block timeout reached");
    expect(talking(url)).toEqual([]);
  });

  it("keeps four lists waiting at most, and the fifth gets its turn", async () => {
    const asked: ServerResponse[] = [];
    const url = await serve((_, response) => asked.push(response));
    const remote = await gitRemote(url, root);
    const one = () => callRemote("list", root, remote, ["ls-remote", "--", remote.url]).catch(() => 1);
    const five = Array.from({ length: 5 }, one);
    const seen = () => asked.length;
    await expect.poll(seen, { timeout: 60_000, interval: 20 }).toBe(4);
    await new Promise((done) => setTimeout(done, 300));
    expect(seen()).toBe(4);
    asked[0]?.destroy();
    await expect.poll(seen, { timeout: 60_000, interval: 20 }).toBe(5);
    for (const response of asked) response.destroy();
    await Promise.all(five);
  });
});
