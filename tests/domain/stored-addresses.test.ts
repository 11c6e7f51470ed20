import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { copyFolder } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { setResolver } from "@/lib/platform/outside/resolve";
import { git, type Upstream } from "../support/git";
import { connect, unitId } from "../support/loop";
import { OPEN } from "../support/outside";
import { makePerson } from "../support/people";
import { textRow } from "../support/text-rows";

/** Addresses that were allowed once, or got past whoever looked at them: what is done with them later. */

const root = mkdtempSync(join(tmpdir(), "loquat-stored-"));
const mark = join(root, "it-ran");
let admin: Actor;
let before: Environment;
let listener: Server;
let port = 0;
let requests: string[] = [];

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  before = environment();
  listener = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  port = (listener.address() as AddressInfo).port;
});
afterEach(() => {
  setEnvironment(before);
  setResolver(undefined);
  requests = [];
});
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await new Promise<void>((done) => listener.close(() => done()));
});

const set = (more: Partial<Environment>) => setEnvironment({ ...environment(), ...more });

const connected = (): Promise<{ component: ComponentRow; upstream: Upstream }> =>
  connect(
    admin,
    { "l/en.json": '{"a": "Apple"}', "l/cs.json": "{}" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  );

/** Makes a translation that waits to be pushed. */
async function edit(component: ComponentRow): Promise<void> {
  await editUnit(admin, await unitId(component, "cs", "a"), { targets: ["Jablko"], state: 20 });
}

async function edited(): Promise<{ component: ComponentRow; upstream: Upstream }> {
  const made = await connected();
  await edit(made.component);
  return made;
}

const store = (component: ComponentRow, column: "url" | "push", address: string) =>
  column === "url"
    ? db.run(sql`update repositories set url = ${address} where id = ${component.repositoryId}`)
    : db.run(sql`update repositories set push = ${address} where id = ${component.repositoryId}`);

const alert = (component: ComponentRow, kind: string) =>
  textRow<{ details: { error?: string } }>(
    db,
    sql`select details from alerts where component_id = ${component.id} and kind = ${kind}`,
  );

async function refusal(work: Promise<unknown>): Promise<Record<string, string>> {
  const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Invalid);
  return Object.fromEntries((error as Invalid).fields.map((field) => [field.path, field.message]));
}

describe("a push address that leads into a working copy", () => {
  it("runs no hook and gets nothing, whatever has been opened and however it is written", async () => {
    const { component, upstream } = await connected();
    const copy = copyFolder(component.repositoryId);
    const evil = join(copy, "evil2.git");
    plantHook(upstream, evil);
    expect(await performOperation(component.repositoryId, "pull")).toMatchObject({ result: true });
    expect(existsSync(join(evil, "hooks", "pre-receive"))).toBe(true);
    await edit(component);
    set({ localRepositories: ["/"] });
    for (const push of ["./evil2.git", "evil2.git", evil, `file://${evil}`, `file://${copy}/x/%2e%2e/evil2.git`]) {
      expect((await refusal(updateComponent(admin, component, { push }))).push).toMatch(
        /absolute path|data folder|an address such as/,
      );
      await store(component, "push", push);
      expect(await performOperation(component.repositoryId, "push"), push).toMatchObject({ result: false });
      expect((await alert(component, "PushFailure"))?.details.error).toMatch(
        /absolute path|data folder|an address such as https/,
      );
    }
    expect(existsSync(mark)).toBe(false);
    expect(upstream.read("l/cs.json")).not.toContain("Jablko");
    await store(component, "push", upstream.url);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(await alert(component, "PushFailure")).toBeUndefined();
    expect(upstream.read("l/cs.json")).toContain("Jablko");
  });
});

/** A bare repository with a hook, in the tree of an ordinary one. */
function plantHook(upstream: Upstream, evil: string): void {
  const work = mkdtempSync(join(root, "w-"));
  git(work, "clone", "--quiet", upstream.url, "w");
  const inner = join(work, "w", "evil2.git");
  git(work, "init", "--quiet", "--bare", inner);
  rmSync(join(inner, "hooks"), { recursive: true });
  mkdirSync(join(inner, "hooks"));
  writeFileSync(join(inner, "hooks", "pre-receive"), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  for (const name of ["objects/info/keep", "objects/pack/keep", "refs/heads/.keep"])
    writeFileSync(join(inner, name), "");
  git(join(work, "w"), "add", "--all", "--force");
  git(join(work, "w"), "commit", "--quiet", "-m", "x");
  // The trap is a real one: git itself falls into it.
  execFileSync("git", ["-C", join(work, "w"), "push", "--quiet", "./evil2.git", "HEAD:refs/heads/x"]);
  expect(existsSync(mark), evil).toBe(true);
  rmSync(mark);
  git(join(work, "w"), "push", "--quiet", "origin", "HEAD:main");
}

describe("a folder", () => {
  it("that is no longer opened is refused at the next pull and push, with an alert that names the setting", async () => {
    const { component, upstream } = await edited();
    await store(component, "url", `file://${upstream.url}`);
    expect(await performOperation(component.repositoryId, "pull")).toMatchObject({ result: true });
    set({ localRepositories: [] });
    upstream.commit({ "l/cs.json": '{"a": "Jablíčko"}' });
    for (const operation of ["pull", "push"] as const)
      expect(await performOperation(component.repositoryId, operation)).toMatchObject({
        result: false,
        detail: expect.stringContaining("LOQUAT_LOCAL_REPOSITORIES"),
      });
    expect((await alert(component, "UpdateFailure"))?.details.error).toContain("to LOQUAT_LOCAL_REPOSITORIES");
    expect(upstream.read("l/cs.json")).toContain("Jablíčko");
    expect(await performOperation(component.repositoryId, "commit")).toMatchObject({ result: true });
    // Other settings can still be changed.
    await updateComponent(admin, await findComponentById(admin, component.id), { name: "Renamed" });
    setEnvironment(before);
    expect(await performOperation(component.repositoryId, "pull")).toMatchObject({ result: true });
    expect(await alert(component, "UpdateFailure")).toBeUndefined();
  });

  it("that is refused is not cloned either when the working copy is lost", async () => {
    const { component } = await edited();
    rmSync(copyFolder(component.repositoryId), { recursive: true });
    set({ localRepositories: [] });
    expect(await performOperation(component.repositoryId, "pull")).toMatchObject({
      result: false,
      detail: expect.stringContaining("LOQUAT_LOCAL_REPOSITORIES"),
    });
    expect((await alert(component, "UpdateFailure"))?.details.error).toContain("LOQUAT_LOCAL_REPOSITORIES");
    expect(existsSync(join(copyFolder(component.repositoryId), ".git"))).toBe(false);
  });

  it("below the data folder is no repository: nobody reads another's strings", async () => {
    const { component } = await edited();
    const secret = copyFolder(component.repositoryId);
    for (const roots of [["/"], [tmpdir()], [environment().dataFolder], [secret]])
      for (const repo of [secret, `file://${secret}`, `file:///${secret}/.git`]) {
        set({ localRepositories: roots });
        const made = createComponent(admin, component.project.slug, {
          ...{ name: "Leak", slug: "leak", repo, filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
        });
        expect((await refusal(made)).repo, `${roots} ${repo}`).toMatch(/data folder/);
      }
    await store(component, "url", `file://${secret}`);
    expect(await performOperation(component.repositoryId, "pull")).toMatchObject({
      result: false,
      detail: expect.stringContaining("data folder"),
    });
  });
});

describe("a host in a private network", () => {
  it("is refused as push address when it is typed, by its text and by what it resolves to", async () => {
    const { component } = await edited();
    setResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
    for (const push of [
      `http://127.0.0.1:${port}/pushssrf`,
      "ssh://git@localhost/x",
      `http://public.example:${port}/x`,
    ])
      expect((await refusal(updateComponent(admin, component, { push }))).push).toMatch(/LOQUAT_PRIVATE_REPOSITORIES/);
    expect(requests).toEqual([]);
  });

  it("gets no push and no fetch when it is stored already", async () => {
    const { component } = await edited();
    setResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
    for (const push of [`http://127.0.0.1:${port}/pushssrf`, `http://public.example:${port}/x`]) {
      await store(component, "push", push);
      expect(await performOperation(component.repositoryId, "push")).toMatchObject({ result: false });
      expect((await alert(component, "PushFailure"))?.details.error).toContain("LOQUAT_PRIVATE_REPOSITORIES");
    }
    await store(component, "url", `http://user:secret@127.0.0.1:${port}/x`);
    expect(await performOperation(component.repositoryId, "pull")).toMatchObject({ result: false });
    const told = (await alert(component, "UpdateFailure"))?.details.error;
    expect(told).toContain("LOQUAT_PRIVATE_REPOSITORIES");
    expect(told).not.toContain("secret");
    expect(requests).toEqual([]);
    // The listener does hear it when the network is opened.
    set({ privateRepositories: OPEN });
    await performOperation(component.repositoryId, "pull");
    expect(requests).toEqual(["/x/info/refs?service=git-upload-pack"]);
    expect(readFileSync(join(copyFolder(component.repositoryId), ".git", "config"), "utf8")).not.toContain("secret");
  });
});
