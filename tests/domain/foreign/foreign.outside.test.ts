import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect as connectTo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listAlerts } from "@/lib/domain/components/alerts";
import type { NewComponent } from "@/lib/domain/components/component-input";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { addHttpAccount } from "@/lib/domain/http-accounts/accounts";
import { componentRepositoryStatus, performOperation } from "@/lib/domain/integrate/operations";
import { performPlan } from "@/lib/domain/integrate/plan-operation";
import { createProject } from "@/lib/domain/projects/projects";
import { installationKey } from "@/lib/domain/ssh/keys";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { copyFolder, dropWorkingCopy, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { setResolver } from "@/lib/platform/outside/resolve";
import { VcsError } from "@/lib/platform/vcs/vcs";
import { type ForeignUpstream, makeMercurial, makeSubversion } from "../../support/foreign";
import { git } from "../../support/git";
import { counterDrift, unitId } from "../../support/loop";
import { OPEN } from "../../support/outside";
import { makePerson } from "../../support/people";
import { serveSsh } from "../../support/ssh-server";

/** The whole way through repositories that are not git's, by the real programs. */

let admin: Actor;
let petra: Actor;
let jana: Actor;
let upstream: ForeignUpstream;
let before: Environment;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  jana = await makePerson("jana");
});

const catalogue = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const KEYS = { a: "Apple", b: "Bean", c: "Carrot", d: "Date" };
const FILES = { "l/en.json": catalogue(KEYS), "l/cs.json": catalogue({ a: "Jablko" }), "notes.txt": "1\n" };

async function connect(settings: Partial<NewComponent> = {}): Promise<ComponentRow> {
  const slug = `p${Math.random().toString(36).slice(2, 10)}`;
  await createProject(admin, { name: slug, slug, web: "https://example.org/" });
  const push = upstream.kind === "mercurial" ? { push: upstream.address } : {};
  const made = await createComponent(admin, slug, {
    ...{ name: "App", slug: "app", repo: upstream.address, vcs: upstream.kind, ...push },
    ...{ filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false },
    ...settings,
  });
  await importComponent(made.id, () => {});
  return findComponentById(admin, made.id);
}

const translate = async (component: ComponentRow, key: string, text: string, who = petra) =>
  editUnit(who, await unitId(component, "cs", key), { targets: [text], state: 20 });
const push = ({ repositoryId }: ComponentRow) => performOperation(repositoryId, "push");
const pull = ({ repositoryId }: ComponentRow) => performOperation(repositoryId, "pull");
const statusOf = (component: ComponentRow) => componentRepositoryStatus(admin, component);
const texts = () => JSON.parse(upstream.read("l/cs.json"));
const remoteHead = ({ repositoryId }: ComponentRow) => withWorkingCopy(repositoryId, ({ copy }) => copy.remoteHead());
const history = ({ repositoryId }: ComponentRow) =>
  git(
    copyFolder(repositoryId),
    "log",
    "--format=%an <%ae>|%s",
    "refs/remotes/origin/HEAD_BRANCH".replace("HEAD_BRANCH", upstream.kind === "mercurial" ? "default" : "trunk"),
  )
    .trim()
    .split("\n");

describe.each([
  ["mercurial", makeMercurial],
  ["subversion", makeSubversion],
] as const)("%s", (kind, make) => {
  beforeEach(() => {
    before = environment();
    upstream = make(FILES);
    setEnvironment({ ...before, localRepositories: [...before.localRepositories, join(upstream.repository, "..")] });
  });
  afterEach(() => {
    setEnvironment(before);
    upstream.remove();
  });

  it("takes translations, each with its author and no other file", async () => {
    upstream.commit({ "notes.txt": "2\n" });
    const component = await connect();
    await translate(component, "b", "Fazole");
    await translate(component, "c", "Mrkev", jana);
    expect(await push(component)).toEqual({ result: true });
    expect(texts()).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
    const [newest, second, third] = upstream.log();
    expect([newest?.paths, second?.paths]).toEqual([["l/cs.json"], ["l/cs.json"]]);
    const said = (one: typeof newest) => (kind === "mercurial" ? one?.author : one?.message.split("\n").at(-1));
    const from = kind === "mercurial" ? "" : "From: ";
    expect([said(second), said(newest)]).toEqual([
      `${from}Petra <petra@example.org>`,
      `${from}Jana <jana@example.org>`,
    ]);
    expect(third?.message).toBe("Change files");
    expect(await statusOf(component)).toMatchObject({ outgoing: 0, missing: 0, needsPush: false, needsCommit: false });
    // Only the newest revision was taken when it was connected, and ours came back.
    expect(history(component).length).toBe(3);
    expect(history(component).slice(0, 2)).toEqual([
      expect.stringMatching(/^Jana <jana@example\.org>\|/),
      expect.stringMatching(/^Petra <petra@example\.org>\|/),
    ]);
    expect(await push(component)).toEqual({ result: true });
    expect(upstream.log().length).toBe(kind === "mercurial" ? 4 : 5);
    expect(await counterDrift()).toEqual([]);
  });

  it("brings what others change, string by string, and new files and removed ones", async () => {
    const component = await connect({ mergeStyle: "merge" });
    await translate(component, "b", "Fazole");
    upstream.commit({ "l/cs.json": catalogue({ a: "Jablíčko" }), "l/de.json": catalogue({ a: "Apfel" }) }, "New texts");
    upstream.commit({ "l/en.json": catalogue({ ...KEYS, e: "Elder" }), "notes.txt": null }, "A key");
    expect(await push(component)).toEqual({ result: true });
    expect(texts()).toEqual({ a: "Jablíčko", b: "Fazole" });
    expect(await statusOf(component)).toMatchObject({ outgoing: 0, missing: 0 });
    expect(history(component).map((line) => line.split("|")[1])).toEqual([
      expect.any(String),
      "A key",
      "New texts",
      "Start",
    ]);
    const tree = git(copyFolder(component.repositoryId), "ls-tree", "-r", "--name-only", "HEAD").trim().split("\n");
    expect(tree).toEqual(["l/cs.json", "l/de.json", "l/en.json"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("makes the same commits on every machine, and loses none that is not pushed", async () => {
    const component = await connect();
    upstream.commit({ "notes.txt": "2\n" });
    await pull(component);
    await translate(component, "b", "Fazole");
    await performOperation(component.repositoryId, "commit");
    const head = await remoteHead(component);
    const outgoing = (await statusOf(component)).outgoing;
    expect(outgoing).toBe(1);
    await dropWorkingCopy(component.repositoryId);
    expect(await remoteHead(component)).toBe(head);
    expect(await statusOf(component)).toMatchObject({ outgoing: 1, missing: 0 });
    upstream.commit({ "notes.txt": "3\n" });
    await dropWorkingCopy(component.repositoryId);
    expect(await push(component)).toEqual({ result: true });
    expect(texts()).toEqual({ a: "Jablko", b: "Fazole" });
    expect(git(copyFolder(component.repositoryId), "merge-base", "--is-ancestor", head ?? "", "HEAD")).toBe("");
    expect(history(component).length).toBe(4);
  });

  it("refuses a push when somebody was faster, and a branch of its own", async () => {
    const component = await connect();
    await translate(component, "b", "Fazole");
    await performOperation(component.repositoryId, "commit");
    upstream.commit({ "notes.txt": "2\n" });
    const told = await withWorkingCopy(component.repositoryId, ({ copy }) => copy.push()).catch((error) => error);
    expect(told).toBeInstanceOf(VcsError);
    expect(told.problem).toBe("rejected");
    expect(texts()).toEqual({ a: "Jablko" });
    expect(await push(component)).toEqual({ result: true });
    expect(texts()).toEqual({ a: "Jablko", b: "Fazole" });
    await expect(connect({ pushBranch: "l10n" })).rejects.toThrow(/pushBranch/);
  });

  it("begins anew where the repository was replaced", async () => {
    const component = await connect();
    const old = upstream;
    const other = make({ ...FILES, "l/cs.json": catalogue({ a: "Jiné" }) });
    try {
      await db.run(
        sql`update repositories set url = ${other.address}, push = ${kind === "mercurial" ? other.address : ""}`,
      );
      const opened = [...environment().localRepositories, join(other.repository, "..")];
      setEnvironment({ ...environment(), localRepositories: opened });
      expect(await pull(component)).toEqual({ result: true });
      upstream = other;
      await translate(component, "b", "Fazole");
      expect(await push(component)).toEqual({ result: true });
      expect(texts()).toEqual({ a: "Jiné", b: "Fazole" });
      await dropWorkingCopy(component.repositoryId);
      expect(await statusOf(component)).toMatchObject({ outgoing: 0 });
      expect(await push(component)).toEqual({ result: true });
    } finally {
      upstream = old;
      other.remove();
    }
  });

  it("plans without touching anybody", async () => {
    const component = await connect();
    await translate(component, "b", "Fazole");
    upstream.commit({ "notes.txt": "2\n" });
    expect(await performPlan(component.repositoryId, "push")).toMatchObject({ result: true, outgoing: [{}] });
    expect(texts()).toEqual({ a: "Jablko" });
    expect(await push(component)).toEqual({ result: true });
    expect(texts()).toEqual({ a: "Jablko", b: "Fazole" });
  });

  it("writes new languages and files with hard names, byte for byte", async () => {
    const odd = "l/a b%20@c ž/cs.json";
    upstream.commit({
      [odd]: catalogue({ a: "x" }),
      [odd.replace("cs", "en")]: '{\r\n  "a": "Apple",\r\n  "b": "Bean"\r\n}',
    });
    const place = odd.replace("cs.json", "");
    const component = await connect({
      filemask: `${place}*.json`,
      template: `${place}en.json`,
      newBase: `${place}en.json`,
    });
    await translate(component, "b", "Žlutý\t“kůň”");
    expect(await push(component)).toEqual({ result: true });
    expect(JSON.parse(upstream.read(odd))).toEqual({ a: "x", b: "Žlutý\t“kůň”" });
    expect(upstream.read(odd.replace("cs", "en"))).toBe('{\r\n  "a": "Apple",\r\n  "b": "Bean"\r\n}');
  });

  it("leaves links alone and runs nothing that a repository names", async () => {
    const trace = join(upstream.repository, "..", "trace");
    upstream.commit({ "l/de.json": "→/etc/hostname", linked: "→/etc", "l/it.json": "→en.json" });
    if (kind === "mercurial") {
      upstream.add?.(".hgsub", "sub = [hg]file:///etc");
      upstream.add?.(".hgsubstate", `${"1".repeat(40)} sub`);
      upstream.hook(`touch ${trace}`);
    }
    const component = await connect();
    const tree = git(copyFolder(component.repositoryId), "ls-tree", "-r", "--name-only", "HEAD");
    expect(tree).not.toMatch(/de\.json|linked|it\.json/);
    await translate(component, "b", "Fazole");
    expect(await push(component)).toEqual({ result: true });
    expect(existsSync(trace)).toBe(false);
    if (kind === "mercurial") return;
    upstream.hook(`touch ${trace}`);
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toMatchObject({ result: false, detail: expect.stringContaining("has hooks") });
    expect(existsSync(trace)).toBe(false);
    expect((await listAlerts(component.id)).map((alert) => alert.kind)).toContain("PushFailure");
  });

  it("says what is wrong with an address and a branch", async () => {
    const missing = join(upstream.repository, "..", "nothing");
    const asked = kind === "mercurial" ? missing : `file://${missing}`;
    await expect(connect({ repo: asked })).rejects.toThrow(/no repository|no Subversion|no Mercurial/);
    await expect(connect({ branch: "nowhere" })).rejects.toThrow(/branch/);
    await expect(connect({ repo: "git://example.org/app" })).rejects.toThrow(/git/);
    await expect(connect({ repo: "/etc" })).rejects.toThrow(/LOQUAT_LOCAL_REPOSITORIES/);
  });
});

/** Waits until somebody listens at a port of this machine. */
async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connectTo(port, "127.0.0.1");
    const there = await Promise.race([once(socket, "connect"), once(socket, "error")]).then(
      () => socket.readyState === "open",
      () => false,
    );
    socket.destroy();
    if (there) return;
    await pause(50);
  }
}

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** The whole way, at an address of a server. */
async function goesThrough(address: string): Promise<void> {
  const component = await connect({ repo: address, ...(upstream.kind === "mercurial" ? { push: address } : {}) });
  await translate(component, "b", "Fazole");
  expect(await push(component)).toEqual({ result: true });
  expect(texts()).toEqual({ a: "Jablko", b: "Fazole" });
  upstream.commit({ "notes.txt": "2\n" });
  expect(await pull(component)).toEqual({ result: true });
  expect(await statusOf(component)).toMatchObject({ outgoing: 0, missing: 0 });
}

describe("at a server", () => {
  let server: ChildProcess | undefined;
  beforeEach(async () => {
    before = environment();
    await db.run(sql`truncate http_accounts, ssh_keys, ssh_host_keys`);
  });
  afterEach(async () => {
    // A server that still runs may write into the folder that goes.
    if (server?.kill()) await once(server, "exit");
    setEnvironment(before);
    upstream.remove();
  });

  it("Mercurial is reached over HTTP, and not where nobody may go", async () => {
    upstream = makeMercurial(FILES);
    const port = await freePort();
    server = spawn(
      "hg",
      [
        ...["serve", "-R", upstream.repository, "-a", "127.0.0.1", "-p", String(port), "--config", "web.push_ssl=no"],
        ...["--config", "web.allow_push=*"],
      ],
      { stdio: "ignore", env: { ...process.env, HGRCPATH: "", HGPLAIN: "1" } },
    );
    await answers(port);
    const address = `http://127.0.0.1:${port}/`;
    await expect(connect({ repo: address, push: address })).rejects.toThrow(/private network/);
    setEnvironment({ ...before, privateRepositories: OPEN });
    await goesThrough(address);
  });

  it("Subversion is reached over HTTP with the account that is entered for it, and by nobody else", async () => {
    upstream = makeSubversion(FILES);
    const folder = join(upstream.repository, "..");
    const port = await freePort();
    writeFileSync(join(folder, "users"), `loquat:{SHA}${createHash("sha1").update("p%4äss wörd").digest("base64")}\n`);
    const modules = "mpm_prefork authn_core authn_file authz_core authz_user auth_basic dav dav_svn".split(" ");
    const config = `
ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
Mutex file:${folder}
User www-data
Group www-data
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
<Location /svn>
  DAV svn
  SVNPath ${upstream.repository}
  AuthType Basic
  AuthName svn
  AuthUserFile ${folder}/users
  Require valid-user
</Location>
`;
    writeFileSync(join(folder, "apache.conf"), config);
    execFileSync("chmod", ["-R", "a+rwX", folder]);
    server = spawn("apache2", ["-f", join(folder, "apache.conf"), "-DFOREGROUND"], {
      stdio: "ignore",
      // It ends all of its group.
      detached: true,
    });
    await answers(port);
    const address = `http://127.0.0.1:${port}/svn/trunk`;
    setEnvironment({ ...before, privateRepositories: OPEN });
    await expect(connect({ repo: address })).rejects.toThrow(/user name and password/);
    await addHttpAccount(admin, { place: `http://127.0.0.1:${port}/`, username: "loquat", password: "p%4äss wörd" });
    await goesThrough(address);
    expect(upstream.log()[1]?.author).toBe("loquat");
  });

  it("Subversion is reached by its own protocol with the account of the address, and only where it was judged to be", async () => {
    upstream = makeSubversion(FILES);
    const conf = join(upstream.repository, "conf");
    writeFileSync(
      join(conf, "svnserve.conf"),
      "[general]\nanon-access = none\nauth-access = write\npassword-db = passwd\n",
    );
    writeFileSync(join(conf, "passwd"), "[users]\nloquat = p%4 word\n");
    const port = await freePort();
    const words = ["--daemon", "--foreground", "--listen-host", "127.0.0.1", "--listen-port", String(port)];
    server = spawn("svnserve", [...words, "--root", join(upstream.repository, "..")], { stdio: "ignore" });
    await answers(port);
    const at = (account: string, path = "remote/trunk", host = "127.0.0.1") =>
      `svn://${account}${host}:${port}/${path}`;
    const address = at("loquat:p%254%20word@");
    await expect(connect({ repo: address })).rejects.toThrow(/private network/);
    setEnvironment({ ...before, privateRepositories: OPEN });
    await expect(connect({ repo: address, vcs: "git" })).rejects.toThrow(/Only Subversion speaks the protocol svn/);
    await expect(connect({ repo: address, vcs: "mercurial" })).rejects.toThrow(
      /Only Subversion speaks the protocol svn/,
    );
    const wrong = await connect({ repo: at("loquat:wrong@") }).catch((error: Error) => error.message);
    expect(wrong).toMatch(/user name and password/);
    expect(wrong).not.toContain("wrong@");
    await expect(connect({ repo: at("") })).rejects.toThrow(/user name and password/);
    await expect(connect({ repo: at("loquat:p%254%20word@", "none") })).rejects.toThrow(
      /There is no Subversion folder/,
    );
    await goesThrough(address);
    expect(upstream.log()[1]?.author).toBe("loquat");
    // The program itself asks nobody where a host is: a name that only we know is reached.
    setResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
    try {
      await connect({ repo: at("loquat:p%254%20word@", "remote/trunk", "svn.test") });
    } finally {
      setResolver(undefined);
    }
    server.kill();
    await once(server, "exit");
    await expect(connect({ repo: address })).rejects.toThrow(/cannot be reached/);
  });

  it.each([
    [
      "Mercurial",
      makeMercurial,
      (repository: string) => (command: string) =>
        /^hg -R '?remote'? serve --stdio$/.test(command) ? ["hg", "-R", repository, "serve", "--stdio"] : undefined,
      "/remote",
    ],
    [
      "Subversion",
      makeSubversion,
      (repository: string) => (command: string) =>
        command === "svnserve -t" ? ["svnserve", "-t", "-r", join(repository, "..")] : undefined,
      "/remote/trunk",
    ],
  ] as const)("%s is reached over SSH with Loquat's key", async (_, make, commands, path) => {
    upstream = make(FILES);
    const ssh = await serveSsh(commands(upstream.repository));
    try {
      const address = ssh.url.replace("/remote.git", path);
      await expect(connect({ repo: address, push: address })).rejects.toThrow(
        /not accept Loquat's SSH key.*: ssh-ed25519 /s,
      );
      ssh.admit((await installationKey(admin)).publicKey);
      await goesThrough(address);
    } finally {
      await ssh.close();
    }
  });
});
