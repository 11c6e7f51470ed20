import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET, HEAD, POST } from "@/app/git/[...path]/route";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { commitPending } from "@/lib/domain/integrate/commit";
import { createProject, updateProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { dropWorkingCopy, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import type { Upstream } from "../support/git";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, person, projectKey } from "./support";

/** Real git against the real route, through HTTP. */

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "loquat-clone-"));
let server: Server;
let base = "";
let admin: Person;
let stranger: Person;
let component: ComponentRow;
let upstream: Upstream;
let clones = 0;

/** Hands a request to the route, as the framework does. */
async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://loquat.test");
  const headers = new Headers({ "x-loquat-client": "192.0.2.1" });
  for (const [name, value] of Object.entries(request.headers)) if (value) headers.set(name, String(value));
  const method = request.method ?? "GET";
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const body = method === "POST" ? (Readable.toWeb(request) as ReadableStream<Uint8Array>) : undefined;
  const asked = new NextRequest(url, { method, headers, body, duplex: "half", signal: gone.signal } as never);
  const path = url.pathname.split("/").filter(Boolean).slice(1).map(decodeURIComponent);
  const answer = await { GET, HEAD, POST }[method as "GET"](asked, { params: Promise.resolve({ path }) });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) response.end();
  else Readable.fromWeb(answer.body as never).pipe(response);
}

const SETTINGS = ["-c", "protocol.file.allow=always", "-c", "credential.helper=", "-c", "gc.auto=0"];

async function git(...words: string[]): Promise<string> {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  const { stdout } = await run("git", [...SETTINGS, ...words], { env });
  return stdout.trim();
}

const place = (name = "app") => `${component.project.slug}/${name}`;
const address = (key?: string, name?: string) =>
  `${key ? base.replace("://", `://whoever:${key}@`) : base}/git/${place(name)}/`;

async function clone(from: string, ...options: string[]): Promise<string> {
  const into = join(folder, String(++clones));
  await git("clone", "--quiet", ...options, from, into);
  return into;
}

const grant = (level: number) =>
  db.run(sql`update projects set access_control = ${level} where id = ${component.projectId}`);
const copyOf = () => dataFolder("repositories", String(component.repositoryId));

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  stranger = await person("stranger");
  ({ component, upstream } = await connect(
    admin.actor,
    { "po/cs.po": PO, "readme.txt": "Read me\n" },
    { filemask: "po/*.po", fileFormat: "po" },
  ));
  server = createServer((request, response) => {
    pass(request, response).catch((error) => response.destroy(error as Error));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

describe("git_export", () => {
  it("is the address that git clones, or another one that was set", async () => {
    const at = `/api/components/${place()}/`;
    const own = `http://loquat.test/git/${place()}/`;
    expect((await json("GET", at, { key: admin.key })).body).toMatchObject({ git_export: own });
    const set = async (git_export: string) =>
      (await json("PATCH", at, { key: admin.key, body: { git_export } })).body.git_export;
    expect(await set("https://mirror.example/app.git")).toBe("https://mirror.example/app.git");
    // What was answered and comes back is no address of its own, which would stay when the component is renamed.
    expect(await set(own)).toBe(own);
    const stored = await db.prisma.component.findFirst({ where: { id: component.id }, select: { gitExport: true } });
    expect(stored).toEqual({ gitExport: "" });
  });
});

describe("cloning", () => {
  it.each([["0"], ["1"], ["2"]])(
    "works in version %s of the protocol, for guests of a public project",
    async (version) => {
      const into = await clone(address(), "-c", `protocol.version=${version}`);
      expect(readFileSync(join(into, "readme.txt"), "utf8")).toBe("Read me\n");
      expect(await git("-C", into, "rev-parse", "HEAD")).toBe(upstream.git("rev-parse", "main").trim());
      expect(await git("-C", into, "symbolic-ref", "--short", "HEAD")).toBe("main");
    },
  );

  it("gives our commits that upstream lacks, and no other branch or reference", async () => {
    const into = await clone(address());
    await editUnit(admin.actor, await unitId(component, "cs", "Quit"), { targets: ["Ukončit"], state: 20 });
    await withWorkingCopy(component.repositoryId, commitPending);
    await git("-C", into, "pull", "--quiet");
    expect(readFileSync(join(into, "po/cs.po"), "utf8")).toContain('msgstr "Ukončit"');
    expect(upstream.read("po/cs.po")).not.toContain("Ukončit");
    const head = await git("-C", into, "rev-parse", "HEAD");
    expect(await git("ls-remote", address())).toBe(`${head}\tHEAD\n${head}\trefs/heads/main`);
  });

  it("gives parts: the newest commit, and no files until they are needed", async () => {
    const shallow = await clone(address(), "--depth=1");
    expect(await git("-C", shallow, "rev-list", "--count", "HEAD")).toBe("1");
    await git("-C", shallow, "fetch", "--quiet", "--unshallow");
    expect(await git("-C", shallow, "rev-list", "--count", "HEAD")).toBe("2");
    const partial = await clone(address(), "--filter=blob:none", "--no-checkout");
    expect(await git("-C", partial, "rev-list", "--objects", "--missing=print", "HEAD")).toMatch(/^\?/m);
    await git("-C", partial, "checkout", "--quiet", "main");
    expect(readFileSync(join(partial, "readme.txt"), "utf8")).toBe("Read me\n");
    await expect(clone(address(), "--filter=sparse:oid=HEAD:readme.txt")).rejects.toThrow(/filter .*not supported/);
  });

  it("works when the working copy is gone, and leaves nothing behind", async () => {
    const head = await git("-C", await clone(address()), "rev-parse", "HEAD");
    await dropWorkingCopy(component.repositoryId);
    expect(existsSync(copyOf())).toBe(true);
    rmSync(copyOf(), { recursive: true });
    expect(await git("-C", await clone(address()), "rev-parse", "HEAD")).toBe(head);
    await expect.poll(() => readdirSync(dataFolder("exports"))).toEqual([]);
  });

  it("shows nothing that an operation has not finished", async () => {
    const head = await git("-C", await clone(address()), "rev-parse", "HEAD");
    const git1 = upstream.git("rev-parse", "main").trim();
    await git("-C", copyOf(), "update-ref", "refs/heads/main", git1);
    expect(await git("ls-remote", address(), "main")).toBe(`${head}\trefs/heads/main`);
    await git("-C", copyOf(), "update-ref", "refs/heads/main", head);
  });

  it("gives linked components the repository that they share", async () => {
    const made = await createComponent(admin.actor, component.project.slug, {
      ...{ name: "Other", slug: "other", repo: `weblate://${place()}` },
      ...{ filemask: "po/*.po", fileFormat: "po" },
    });
    await importComponent(made.id, () => {});
    expect((await findComponentById(admin.actor, made.id)).linkedComponentId).toBe(component.id);
    expect(existsSync(join(await clone(address(undefined, "other")), "readme.txt"))).toBe(true);
  });

  it("takes no pushes, and no protocol but the smart one", async () => {
    const into = await clone(address(admin.key));
    await git(
      "-C",
      into,
      "-c",
      "user.name=A",
      "-c",
      "user.email=a@b.cz",
      "commit",
      "--quiet",
      "--allow-empty",
      "-m",
      "x",
    );
    await expect(git("-C", into, "push", "--quiet")).rejects.toThrow(/403/);
    expect((await fetch(`${address()}info/refs`)).status).toBe(403);
    const sent = await fetch(`${address()}git-receive-pack`, { method: "POST", body: "0000" });
    expect([sent.status, await sent.text()]).toEqual([
      403,
      "This copy of the repository is for reading. Push to the repository itself.\n",
    ]);
  });

  it("leads a browser to the page of the repository", async () => {
    const answer = await fetch(address(), { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `http://loquat.test/repository/${place()}/`]);
  });
});

describe("private projects", () => {
  beforeAll(() => grant(100));
  afterAll(() => grant(0));

  it("take a token as password, which says nothing to others of what is there", async () => {
    expect(existsSync(join(await clone(address(admin.key)), "readme.txt"))).toBe(true);
    const own = await projectKey(admin.actor, component.projectId);
    expect(existsSync(join(await clone(address(own)), "readme.txt"))).toBe(true);
    const refs = "info/refs?service=git-upload-pack";
    const [there, nowhere] = await Promise.all([fetch(address() + refs), fetch(`${base}/git/no/thing/${refs}`)]);
    expect(there.status).toBe(401);
    expect(there.headers.get("www-authenticate")).toMatch(/^Basic realm="Loquat"/);
    expect([nowhere.status, await nowhere.text()]).toEqual([401, await there.text()]);
    await expect(clone(address())).rejects.toThrow(/could not read Username/);
    await expect(clone(address(stranger.key))).rejects.toThrow(/not found/);
    await expect(clone(address("wrong"))).rejects.toThrow(/Authentication failed/);
    const posted = await fetch(`${address()}git-upload-pack`, { method: "POST", body: "0000" });
    expect(posted.status).toBe(401);
  });

  it("need the permission where the repository stands, too", async () => {
    await createProject(admin.actor, { name: "Open", slug: "open", web: "https://example.org/" });
    const made = await createComponent(admin.actor, "open", {
      ...{ name: "Linked", slug: "linked", repo: `weblate://${place()}` },
      ...{ filemask: "po/*.po", fileFormat: "po" },
    });
    await importComponent(made.id, () => {});
    const linked = `${base}/git/open/linked/`;
    await expect(clone(linked)).rejects.toThrow(/could not read Username/);
    await grant(0);
    expect(existsSync(join(await clone(linked), "readme.txt"))).toBe(true);
  });
});

describe("requests", () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${address()}git-upload-pack`, { method: "POST", body, headers });

  it("have bounds, and what is no request is refused", async () => {
    expect((await post(Buffer.alloc(16_000_001))).status).toBe(413);
    expect((await post("no gzip", { "content-encoding": "gzip" })).status).toBe(400);
    expect((await post("x", { "content-encoding": "br" })).status).toBe(415);
    // git ends, and with it the answer.
    expect(await (await post("0009bogus")).text()).not.toContain("PACK");
  });

  it("cannot name an option, a path or another protocol", async () => {
    const head = { method: "HEAD" };
    for (const path of ["--upload-pack=x/app", "..%2F..%2Fapp/app", `${place()}/objects/info/alternates`])
      expect((await fetch(`${base}/git/${path}/info/refs?service=git-upload-pack`, head)).status, path).toBe(401);
    const answer = await fetch(`${address()}info/refs?service=git-upload-pack`, {
      headers: { "git-protocol": "version=2:x=$(touch /tmp/x)" },
    });
    expect(await answer.text()).toMatch(/^001e# service=git-upload-pack\n0000/);
  });

  it("are ended when the client goes away", async () => {
    const gone = new AbortController();
    const asked = fetch(`${address()}info/refs?service=git-upload-pack`, { signal: gone.signal });
    gone.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => readdirSync(dataFolder("exports"))).toEqual([]);
    expect(existsSync(join(await clone(address()), "readme.txt"))).toBe(true);
  });
});

describe("renamed and moved components", () => {
  it("are cloned and fetched from where they were, and private ones show nothing of where they are", async () => {
    const before = address();
    const into = await clone(before);
    await updateComponent(admin.actor, component, { slug: "fresh" });
    component = await findComponentById(admin.actor, component.id);
    await updateProject(admin.actor, component.project.slug, { slug: "orangery" });
    component = await findComponentById(admin.actor, component.id);
    const now = "/git/orangery/fresh/";
    const refs = "info/refs?service=git-upload-pack";
    const answer = await fetch(before + refs, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([301, now + refs]);
    const page = await fetch(before, { redirect: "manual" });
    expect(page.headers.get("location")).toBe("http://loquat.test/repository/orangery/fresh/");
    await editUnit(admin.actor, await unitId(component, "cs", "Quit"), { targets: ["Konec"], state: 20 });
    await withWorkingCopy(component.repositoryId, commitPending);
    await git("-C", into, "pull", "--quiet");
    expect(readFileSync(join(into, "po/cs.po"), "utf8")).toContain('msgstr "Konec"');
    expect(existsSync(join(await clone(before), "readme.txt"))).toBe(true);

    await grant(100);
    const [hidden, never] = await Promise.all([fetch(before + refs), fetch(`${base}/git/no/thing/${refs}`)]);
    expect([hidden.status, hidden.redirected, await hidden.text()]).toEqual([401, false, await never.text()]);
    const withKey = (key: string) => before.replace("://", `://whoever:${key}@`);
    expect(existsSync(join(await clone(withKey(admin.key)), "readme.txt"))).toBe(true);
    await expect(clone(withKey(stranger.key))).rejects.toThrow(/not found/);
    // A rename between git's two requests: the second one is answered where it comes.
    const packed = await fetch(`${before}git-upload-pack`, {
      ...{ method: "POST", body: "0014command=ls-refs\n0000" },
      headers: { authorization: `Token ${admin.key}`, "git-protocol": "version=2" },
    });
    expect([packed.status, await packed.text()]).toEqual([200, expect.stringContaining("HEAD")]);
    await grant(0);
  });
});
