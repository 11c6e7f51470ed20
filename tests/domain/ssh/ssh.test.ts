import { readdirSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject, findProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { addHostKey, forgetHost, listHostKeys } from "@/lib/domain/ssh/hosts";
import {
  installationKey,
  keyInUse,
  removeProjectKey,
  renewInstallationKey,
  renewProjectKey,
} from "@/lib/domain/ssh/keys";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { gitHome } from "@/lib/platform/vcs/git-command";
import { makeUpstream, type Upstream } from "../../support/git";
import { unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { type SshServer, serveSsh } from "../../support/ssh-server";
import { textRows } from "../../support/text-rows";

let admin: Actor;
let stranger: Actor;
let project: ProjectRow;
let upstream: Upstream;
let server: SshServer;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  stranger = await makePerson("petra");
});

beforeEach(async () => {
  await db.run(sql`truncate ssh_keys, ssh_host_keys`);
  const slug = `p${Math.random().toString(36).slice(2, 10)}`;
  await createProject(admin, { name: slug, slug, web: "https://example.org/" });
  project = await findProject(admin, slug);
  upstream = makeUpstream({ "l/en.json": '{"a": "Apple"}\n', "l/cs.json": "{}\n" });
  server = await serveSsh(upstream);
});

afterEach(async () => {
  await server.close();
  // Keys lie in files only while they are used.
  expect(readdirSync(gitHome()).filter((name) => name.startsWith("ssh-"))).toEqual([]);
});

const bare = (key: string) => key.split(" ").slice(0, 2).join(" ");
const use = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false };

async function makeComponent() {
  const settings = { name: "App", slug: "app", repo: server.url, push: server.url, ...use };
  const made = await createComponent(admin, project.slug, settings);
  await importComponent(made.id, () => {});
  return findComponentById(admin, made.id);
}

it("makes a key when one is needed, and tells it to whoever has to authorise it", async () => {
  const failed = await makeComponent().catch((error: Error) => error.message);
  const key = await keyInUse(admin, project);
  expect(key.publicKey).toMatch(/^ssh-ed25519 \S+ loquat@[\w.-]+$/);
  expect(failed).toContain("does not accept Loquat's SSH key");
  expect(failed).toContain(key.publicKey);
  expect(server.shown()).toContain(bare(key.publicKey));
  expect(await installationKey(admin)).toEqual(key);
});

it("fetches and pushes with the key of the installation", async () => {
  const { publicKey } = await renewInstallationKey(admin);
  server.admit(publicKey);
  const component = await makeComponent();
  await editUnit(admin, await unitId(component, "cs", "a"), { targets: ["Jablko"], state: 20 });
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  expect(upstream.read("l/cs.json")).toContain("Jablko");
});

it("lies sealed in the database", async () => {
  await renewInstallationKey(admin);
  const [row] = await textRows<{ privateKey: string }>(db, sql`select private_key as "privateKey" from ssh_keys`);
  expect(row?.privateKey).toMatch(/^sealed:v1:/);
  expect(row?.privateKey).not.toContain("OPENSSH");
});

it("shows nothing but a project's own key for its repositories", async () => {
  const site = await renewInstallationKey(admin);
  const own = await renewProjectKey(admin, project);
  server.admit(own.publicKey);
  await makeComponent();
  expect(server.shown()).toEqual([bare(own.publicKey)]);
  expect(await keyInUse(admin, project)).toEqual(own);
  await removeProjectKey(admin, project);
  expect(await keyInUse(admin, project)).toEqual(site);
});

it("knows a server by the key that it showed first, and stops at another one", async () => {
  server.admit((await renewInstallationKey(admin)).publicKey);
  const component = await makeComponent();
  const [known] = await listHostKeys(admin);
  expect(known).toMatchObject({ host: server.host, type: "ssh-ed25519" });
  await server.changeKey();
  upstream.commit({ "l/cs.json": '{"a": "Jablko"}\n' });
  server.shown();
  expect(await performOperation(component.repositoryId, "pull")).toEqual({
    result: false,
    detail: expect.stringMatching(/SSH host key of \S+ is not the one that Loquat knows; it is SHA256:\S{43} now/),
    told: [expect.objectContaining({ key: "vcsHostChangedTo" })],
  });
  expect(server.shown()).toEqual([]);
  const [alert] = await textRows<{ kind: string }>(
    db,
    sql`select kind from alerts where component_id = ${component.id}`,
  );
  expect(alert?.kind).toBe("UpdateFailure");
  expect(await listHostKeys(admin)).toEqual([known]);
  await forgetHost(admin, server.host);
  expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
  expect((await listHostKeys(admin)).map((key) => key.fingerprint)).not.toEqual([known?.fingerprint]);
});

it("takes a server's key before the server is met, and refuses lines that are none", async () => {
  server.admit((await renewInstallationKey(admin)).publicKey);
  const other = bare((await renewProjectKey(admin, project)).publicKey);
  await removeProjectKey(admin, project);
  await addHostKey(admin, `${server.host} ${other}`);
  await expect(makeComponent()).rejects.toThrow("is not the one that Loquat knows");
  const third = bare((await renewInstallationKey(admin)).publicKey);
  await expect(addHostKey(admin, `${server.host} ${third}`)).rejects.toThrow("known by another key");
  for (const line of ["", "example.org", "example.org ssh-ed25519 AAAA", `example.org ssh-rsa ${other.split(" ")[1]}`])
    await expect(addHostKey(admin, line), line).rejects.toThrow("Enter a line of known_hosts");
  await expect(addHostKey(admin, `a b ${other}`)).rejects.toThrow("Enter a line of known_hosts");
});

it("has none before one is needed", async () => {
  await expect(installationKey(admin)).rejects.toThrow("no SSH key yet");
  await expect(removeProjectKey(admin, project)).rejects.toThrow("no SSH key of its own");
  await expect(forgetHost(admin, "example.org")).rejects.toThrow("No SSH host key of example.org");
});

it("is nobody's business but the administrators'", async () => {
  for (const work of [
    () => installationKey(stranger),
    () => renewInstallationKey(stranger),
    () => listHostKeys(stranger),
    () => forgetHost(stranger, "example.org"),
    () => addHostKey(stranger, "example.org ssh-ed25519 AAAA"),
  ])
    await expect(work()).rejects.toThrow("management.use");
  for (const work of [keyInUse, renewProjectKey, removeProjectKey])
    await expect(work(stranger, project)).rejects.toThrow("project.edit");
});
