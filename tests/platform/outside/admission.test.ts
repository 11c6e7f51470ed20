import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Environment,
  EnvironmentError,
  environment,
  readEnvironment,
  setEnvironment,
} from "@/lib/platform/environment";
import {
  admitRepository,
  admitService,
  repositoryProblem,
  serviceProblem,
  typedRepositoryProblem,
} from "@/lib/platform/outside/admission";
import { isPublicAddress } from "@/lib/platform/outside/networks";
import { setResolver } from "@/lib/platform/outside/resolve";
import { git } from "../../support/git";
import { CLOSED, hosts, OPEN } from "../../support/outside";
import { said } from "../../support/said";

let before: Environment;
const root = mkdtempSync(join(tmpdir(), "loquat-door-"));
const data = join(root, "data");
const open = join(root, "open");

function bare(...path: string[]): string {
  const folder = join(root, ...path);
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--bare");
  return folder;
}

bare("open", "a.git");
bare("shut", "b.git");
bare("data", "repositories", "5");
bare("data", "demo", "12", "d.git");
symlinkSync(join(root, "shut"), join(open, "out"));
symlinkSync(data, join(open, "data"));
symlinkSync(open, join(root, "link"));
mkdirSync(join(open, "w"));
git(join(open, "w"), "init", "--quiet");
symlinkSync(join(root, "shut", "b.git"), join(open, "w", "inner"));
mkdirSync(join(open, "v"));
symlinkSync(join(root, "shut", "b.git"), join(open, "v", ".git"));
symlinkSync(join(root, "shut", "b.git"), join(open, "u.git"));

beforeAll(() => {
  before = environment();
});
beforeEach(() => {
  setEnvironment({
    ...environment(),
    dataFolder: data,
    localRepositories: [open],
    privateRepositories: CLOSED,
    privateServices: CLOSED,
  });
});
afterEach(() => {
  setResolver(undefined);
  setEnvironment(before);
});

const set = (more: Partial<Environment>) => setEnvironment({ ...environment(), ...more });
const refusal = (address: string) =>
  admitRepository(address).then(
    () => "admitted",
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe("a folder", () => {
  it.each([
    ["itself", () => join(open, "a.git")],
    ["without its ending", () => join(open, "a")],
    ["as a file: address", () => `file://${open}/a.git`],
    ["with slashes too many", () => `file:////${open}//a.git/`],
    ["percent-encoded", () => `file://${open}/%61.git`],
    ["through a link to the opened folder", () => join(root, "link", "a.git")],
  ])("inside an opened one is admitted by its real path: %s", async (_, address) => {
    expect(await admitRepository(address())).toEqual({ kind: "folder", path: join(open, "a.git") });
  });

  it("is that of the repository when it is a work tree", async () => {
    expect(await admitRepository(join(open, "w"))).toMatchObject({ path: join(open, "w", ".git") });
  });

  it.each([
    ["elsewhere", () => join(root, "shut", "b.git")],
    ["elsewhere, as a file: address", () => `file://${root}/shut/b.git`],
    ["up and out", () => `${open}/../shut/b.git`],
    ["up and out, percent-encoded", () => `file://${open}/%2e%2e/shut/b.git`],
    ["through a link", () => join(open, "out", "b.git")],
    ["through a link within a work tree", () => join(open, "w", "inner")],
    ["with a name that begins like it", () => `${open}er/x.git`],
    ["elsewhere and not there", () => join(root, "shut", "nothing.git")],
  ])("is refused %s, with the setting and the folder to put into it", async (_, address) => {
    expect(await refusal(address())).toMatch(/^NotAdmitted: .* to LOQUAT_LOCAL_REPOSITORIES\.$/);
    expect(said(repositoryProblem(address()))).toContain("LOQUAT_LOCAL_REPOSITORIES");
  });

  it("is refused when its Git directory is a link that leads out", async () => {
    for (const name of ["v", "u"]) expect(await refusal(join(open, name))).toMatch(/^NotAdmitted: .*\/shut\/b\.git/);
  });

  it("names the folder to open", () => {
    expect(said(repositoryProblem(join(root, "shut", "b.git")))).toContain(`by adding ${root}/shut to`);
  });

  it.each([
    "./evil.git",
    "../evil.git",
    "evil.git",
    "~/x.git",
    "~root/x.git",
    "file:evil.git",
    "file:/etc",
    "file://localhost/etc",
    "FILE://localhost/etc",
    "file://%2Fetc",
    "file:///a%00b",
    "file:///%zz",
    "file:///a%0ab",
  ])("is refused when it is not absolute or not plain: %s", async (address) => {
    set({ localRepositories: ["/"] });
    expect(said(repositoryProblem(address))).toBeTruthy();
    expect(await refusal(address)).toMatch(/^NotAdmitted/);
  });

  it("below the data folder is refused whatever has been opened", async () => {
    const inside = [`${data}/repositories/5`, `file://${data}/repositories/5`, `${open}/data/repositories/5`, data];
    for (const roots of [["/"], [root], [data], [join(data, "repositories")], [open]]) {
      set({ localRepositories: roots });
      for (const address of inside) expect(await refusal(address), `${roots} ${address}`).toMatch(/data folder/);
    }
    // The data folder itself may be reached by a link.
    symlinkSync(data, join(root, "other-name"));
    set({ localRepositories: ["/"], dataFolder: join(root, "other-name") });
    for (const address of inside) expect(await refusal(address)).toMatch(/data folder/);
  });

  it("of the demo is admitted for its own project, and for others only when it is named", async () => {
    const demo = join(data, "demo", "12", "d.git");
    const problem = (use?: number) => said(repositoryProblem(demo, use));
    set({ localRepositories: ["/", root, data, join(data, "demo", "12")] });
    expect(problem()).toContain("belongs to the demo");
    for (const other of [1, 2, 123]) expect(problem(other)).toContain("belongs to the demo");
    expect(problem(12)).toBeUndefined();
    // Of another project, by a way round.
    expect(said(repositoryProblem(`${join(data, "demo", "1")}/../12/d.git`, 1))).toContain("belongs to the demo");
    expect(said(repositoryProblem(join(data, "repositories", "5"), 5))).toMatch(/data folder/);
    // What a component has was judged when it was typed.
    expect(await admitRepository(demo)).toMatchObject({ path: demo });
    set({ localRepositories: [join(data, "demo")] });
    expect(problem()).toBeUndefined();
    expect(await admitRepository(demo)).toMatchObject({ path: demo });
    expect(await refusal(join(data, "demo", "..", "repositories", "5"))).toMatch(/data folder/);
  });

  it("is refused when nothing has been opened", async () => {
    set({ localRepositories: [] });
    expect(await refusal(join(open, "a.git"))).toMatch(/LOQUAT_LOCAL_REPOSITORIES/);
  });
});

const PRIVATE = [
  ...["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "0.0.0.0", "10.1.2.3", "100.64.0.1"],
  ...["169.254.169.254", "172.16.0.1", "192.168.1.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
  ...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::7f00:1]", "[::ffff:0:127.0.0.1]"],
  ...["[64:ff9b::7f00:1]", "[64:ff9b::10.0.0.1]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[2001::1]", "[2001:db8::1]"],
  ...["[fc00::1]", "[fd12::1]", "[fe80::1]", "[fec0::1]", "[ff02::1]", "[100::1]", "[1::1]"],
  ...[
    "127.0.0.1.",
    "127.0.0.1..",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "printer.local",
    "x.internal.",
  ],
  ...["１２７.0.0.1", "127。0。0。1", "ⓛocalhost", "%6cocalhost"],
];

describe("a host", () => {
  it.each(PRIVATE)("in a private network is refused by its text: %s", (host) => {
    const named = /LOQUAT_PRIVATE_REPOSITORIES|not a complete address/;
    expect(said(repositoryProblem(`http://${host}:8080/x`))).toMatch(named);
    expect(said(repositoryProblem(`https://user:pass@${host}/x`))).toMatch(named);
    expect(said(serviceProblem(`https://${host}/x`))).toMatch(/LOQUAT_PRIVATE_SERVICES|complete address/);
  });

  it.each([
    "ssh://git@127.0.0.1/x",
    "git@127.0.0.1:x",
    "ssh://2130706433/x",
    "git@127.1:x",
    "git://localhost/x",
    "ssh://[::1]/x",
    "git@localhost.:x",
    "ssh://git@[::ffff:7f00:1]:22/x",
  ])("in a private network is refused by every protocol: %s", async (address) => {
    expect(await refusal(address)).toMatch(/LOQUAT_PRIVATE_REPOSITORIES/);
  });

  it.each([
    "ssh://ｌocalhost/x",
    "ssh://%6cocalhost/x",
    "git@ｌocalhost:x",
    "ssh://-oProxyCommand=id/x",
    "ssh://-oProxyCommand=id@host/x",
    "http://good.example\\@127.0.0.1/x",
    "http:///x",
    "ext::sh",
    "fd::7",
    "ftp://x/y",
  ])("that two programs could read differently is refused: %s", (address) => {
    expect(said(repositoryProblem(address))).toBeTruthy();
  });

  it("is judged by what it resolves to, and by all of it, each time", async () => {
    const answers = [["93.184.215.14"], ["93.184.215.14", "10.0.0.1"], ["::ffff:127.0.0.1"], ["64:ff9b::a00:1"], []];
    setResolver(async () => (answers.shift() ?? []).map((address) => ({ address, family: 4 as const })));
    const address = "https://code.example/x";
    expect(await admitRepository(address)).toMatchObject({ addresses: [{ address: "93.184.215.14" }] });
    for (let turn = 0; turn < 3; turn++) expect(await refusal(address)).toMatch(/private network/);
    expect(await refusal(address)).toMatch(/cannot be found/);
  });

  it("that cannot be found may be entered all the same; one inside may not", async () => {
    setResolver(async () => {
      throw new Error("ENOTFOUND");
    });
    expect(said(await typedRepositoryProblem("https://later.example/x", 1))).toBeUndefined();
    expect(await refusal("https://later.example/x")).toMatch(/later\.example cannot be found/);
    setResolver(async () => [{ address: "10.0.0.1", family: 4 }]);
    expect(said(await typedRepositoryProblem("https://later.example/x", 1))).toMatch(
      /LOQUAT_PRIVATE_REPOSITORIES=later.example/,
    );
    await expect(admitService("https://later.example/x")).rejects.toThrow(/LOQUAT_PRIVATE_SERVICES=later.example/);
  });

  it("is opened by name or by network, for what has been named alone", async () => {
    setResolver(async (host) => [{ address: host === "git.intern" ? "10.1.1.1" : "10.2.1.1", family: 4 }]);
    const admitted = async (setting: string) => {
      set({ privateRepositories: hosts(setting) });
      const all = ["https://git.intern/x", "https://other.intern/x", "git@GIT.intern.:x", "http://10.1.9.9/x"];
      return (await Promise.all(all.map(refusal))).map((answer) => answer === "admitted");
    };
    expect(await admitted("off")).toEqual([false, false, false, false]);
    expect(await admitted("git.intern")).toEqual([true, false, true, false]);
    expect(await admitted("*.intern")).toEqual([true, true, true, false]);
    expect(await admitted("10.1.0.0/16, fd00::/8")).toEqual([true, false, true, true]);
    expect(await admitted("10.1.9.9")).toEqual([false, false, false, true]);
    expect(await admitted("on")).toEqual([true, true, true, true]);
    set({ privateRepositories: CLOSED, privateServices: OPEN });
    expect(await refusal("https://git.intern/x")).toMatch(/LOQUAT_PRIVATE_REPOSITORIES/);
    expect((await admitService("https://git.intern/x")).addresses).toEqual([{ address: "10.1.1.1", family: 4 }]);
  });

  it("is given to git as it was read", async () => {
    setResolver(async () => [{ address: "93.184.215.14", family: 4 }]);
    expect(await admitRepository("HTTPS://u:p@Code.Example./a/../b?x=1")).toMatchObject({
      host: "code.example",
      port: 443,
      url: "https://u:p@code.example/b?x=1",
    });
    expect(await admitRepository("git@Code.example:a/b.git")).toMatchObject({
      url: "git@code.example:a/b.git",
      port: 22,
    });
    expect(await admitRepository("http://0x5db8d70e/")).toMatchObject({ host: "93.184.215.14" });
  });
});

describe("public addresses", () => {
  it.each(["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])("%s is one", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each(["", "x", "1.2.3", "fe80::1%eth0", "300.1.1.1"])("%j is none", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("the settings", () => {
  const read = (variables: Record<string, string | undefined>) => readEnvironment({ LOQUAT_DATA: "/x", ...variables });

  it("open nothing unless they say so", () => {
    for (const none of [
      {},
      { LOQUAT_LOCAL_REPOSITORIES: "", LOQUAT_PRIVATE_REPOSITORIES: "", LOQUAT_PRIVATE_SERVICES: "" },
    ])
      expect(read(none)).toMatchObject({ localRepositories: [], privateRepositories: CLOSED, privateServices: CLOSED });
    expect(read({ LOQUAT_LOCAL_REPOSITORIES: "off" }).localRepositories).toEqual([]);
  });

  it("list folders, hosts and networks", () => {
    expect(read({ LOQUAT_LOCAL_REPOSITORIES: "/srv/git:/srv/b, /c" }).localRepositories).toEqual([
      "/srv/git",
      "/srv/b",
      "/c",
    ]);
    expect(read({ LOQUAT_PRIVATE_SERVICES: "a.intern,10.0.0.0/8,::1" }).privateServices).toMatchObject({
      all: false,
      hosts: ["a.intern"],
    });
  });

  it.each([
    ["LOQUAT_LOCAL_REPOSITORIES", "on", /name those that may be used/],
    ["LOQUAT_LOCAL_REPOSITORIES", "srv/git", /absolute folders/],
    ["LOQUAT_LOCAL_REPOSITORIES", "/srv/git:../x", /absolute folders/],
    ["LOQUAT_PRIVATE_REPOSITORIES", "10.0.0.0/99", /list of hosts and networks/],
    ["LOQUAT_PRIVATE_SERVICES", "https://x/", /list of hosts and networks/],
    ["LOQUAT_PRIVATE_SERVICES", "1.2.3", /list of hosts and networks/],
  ])("%s=%s keeps the start back", (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(EnvironmentError);
    expect(() => read({ [name]: value })).toThrow(message);
    expect(() => read({ [name]: value })).toThrow(name);
  });
});
