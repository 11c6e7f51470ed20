import { sshKeys } from "@/lib/generated/tables";
import { assigned, names, pick, row } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { sqlNow } from "@/lib/platform/expressions";
import { fingerprint, makeKeyPair } from "@/lib/platform/vcs/ssh-key";
import { VcsError } from "@/lib/platform/vcs/vcs";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand, type PermissionScope } from "../access/demand";
import { Failed, NotFound, sentenceOf } from "../errors";
import { openFrom, SEALED, sealFor } from "../secrets";

/**
 * Keys that Loquat signs in with at SSH servers. The installation has one, made when it is needed first; a project may
 * have its own, which is then the only one shown for its repositories. Private keys never leave the server.
 */

const k = sshKeys.as("k");

type Project = PermissionScope["project"] & { slug: string };

/** A key as people see it. */
export interface SshKeyView {
  /** A line of authorized_keys. */
  publicKey: string;
  fingerprint: string;
  createdAt: Date;
  /** Whether it is a project's own. */
  own: boolean;
}

interface StoredKey {
  private: string;
  public: string;
  project: boolean;
}

const COLUMNS = pick(k, "projectId", "publicKey", "createdAt");
const ofProject = (id: number | null): Sql => (id === null ? sql`${k.projectId} is null` : sql`${k.projectId} = ${id}`);

const view = (found: { projectId: number | null; publicKey: string; createdAt: Date }): SshKeyView => ({
  publicKey: found.publicKey,
  fingerprint: fingerprint(found.publicKey.split(" ")[1] ?? ""),
  createdAt: found.createdAt,
  own: found.projectId !== null,
});

/** The key of the installation. Needs `management.use`. @throws NotFound when none was needed yet */
export async function installationKey(actor: Actor): Promise<SshKeyView> {
  demand(actor, "management.use");
  const found = await readPublicKey(null);
  if (!found) throw new NotFound(refusal("installationNoSsh"));
  return found;
}

/** The key that is shown for the repositories of a project: its own, or the installation's, made now if need be. */
export async function keyInUse(actor: Actor, project: Project): Promise<SshKeyView> {
  demand(actor, "project.edit", { project });
  return (await readPublicKey(project.id)) ?? (await readPublicKey(null)) ?? (await store(null, false));
}

/** The public half of a key, which is no secret; undefined when there is none. */
export async function readPublicKey(projectId: number | null): Promise<SshKeyView | undefined> {
  const found = await db.one(sql`select ${COLUMNS} from ${k} where ${ofProject(projectId)}`);
  return found && view(found);
}

/** Makes a new key of the installation; servers that know the former one no longer let Loquat in. Needs `management.use`. */
export async function renewInstallationKey(actor: Actor): Promise<SshKeyView> {
  demand(actor, "management.use");
  return store(null, true);
}

/** Makes a key of the project's own, or a new one in its place. Needs `project.edit`. */
export async function renewProjectKey(actor: Actor, project: Project): Promise<SshKeyView> {
  demand(actor, "project.edit", { project });
  return store(project.id, true, project.slug);
}

/** Removes the project's own key: it uses the installation's again. Needs `project.edit`. @throws NotFound */
export async function removeProjectKey(actor: Actor, project: Project): Promise<void> {
  demand(actor, "project.edit", { project });
  const removed = await db.run(sql`delete from ${k} where ${ofProject(project.id)}`);
  if (removed === 0) throw new NotFound(refusal("projectNoSsh"));
}

async function store(projectId: number | null, replace: boolean, of = ""): Promise<SshKeyView> {
  const pair = await makeKeyPair(`loquat${of && `-${of}`}@${new URL(environment().baseUrl).hostname}`).catch(
    (error: unknown) => {
      throw error instanceof VcsError ? new Failed(sentenceOf(error), { cause: error }) : error;
    },
  );
  const values = { publicKey: pair.public, privateKey: sealFor(SEALED.sshKey, pair.private) };
  const kept = replace ? sql`true` : sql`${sshKeys.privateKey} = ''`;
  await db.run(sql`
    insert into ${sshKeys} ${row(sshKeys, { projectId, ...values })}
    on conflict (${names(sshKeys, "projectId")}) do update set ${assigned(sshKeys, { ...values, createdAt: sqlNow })} where ${kept}`);
  const stored = await readPublicKey(projectId);
  if (!stored) throw new Error("The SSH key was not stored.");
  return stored;
}

/** The key for the repositories of a project, made when there is none. @throws Failed when it cannot be opened or made */
export async function openKey(projectId: number | null): Promise<StoredKey> {
  const find = () =>
    db.one(sql`
      select ${pick(k, "projectId", "publicKey", "privateKey")} from ${k}
      where (${k.projectId} = ${projectId} or ${k.projectId} is null) and ${k.privateKey} <> ''
      order by ${k.projectId} nulls last limit 1`);
  let found = await find();
  if (!found) {
    await store(null, false);
    found = await find();
  }
  if (!found) throw new Failed(refusal("noSshKey"));
  return {
    private: openFrom(SEALED.sshKey, found.privateKey),
    public: found.publicKey,
    project: found.projectId !== null,
  };
}
