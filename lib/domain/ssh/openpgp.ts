import { openpgpKeys, projects } from "@/lib/generated/tables";
import { assigned, names, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import { makeOpenpgpKey } from "@/lib/platform/vcs/openpgp";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand, type PermissionScope } from "../access/demand";
import { COMMITTER } from "../committer";
import { NotFound } from "../errors";
import { SEALED, sealFor } from "../secrets";

/** OpenPGP keys of projects: where there is one, commits are signed with it and not with the SSH key. */

const [k, p] = [openpgpKeys.as("k"), projects.as("p")];

type Project = NonNullable<PermissionScope["project"]>;

/** A key as people see it. */
export interface OpenpgpKeyView {
  /** Armoured. */
  publicKey: string;
  fingerprint: string;
  createdAt: Date;
}

/** The key of a project; undefined when it has none. Needs `project.edit`. */
export async function openpgpKey(actor: Actor, project: Project): Promise<OpenpgpKeyView | undefined> {
  demand(actor, "project.edit", { project });
  return db.one(sql`
    select ${pick(k, "publicKey", "fingerprint", "createdAt")} from ${k} where ${k.projectId} = ${project.id}`);
}

/** Makes a key, or a new one in its place, and signs commits with it from now on. Needs `project.edit`. */
export async function renewOpenpgpKey(actor: Actor, project: Project): Promise<OpenpgpKeyView> {
  demand(actor, "project.edit", { project });
  const made = makeOpenpgpKey(`${COMMITTER.name} <${COMMITTER.email}>`);
  const values = {
    ...{ publicKey: made.public, fingerprint: made.fingerprint },
    privateKey: sealFor(SEALED.openpgpKey, made.private),
  };
  await inTransaction(async (tx) => {
    await tx.run(sql`
      insert into ${openpgpKeys} ${row(openpgpKeys, { projectId: project.id, ...values })}
      on conflict (${names(openpgpKeys, "projectId")}) do update set ${assigned(openpgpKeys, { ...values, createdAt: sqlNow })}`);
    await tx.run(sql`update ${p} set ${assigned(p, { signCommits: true })} where ${p.id} = ${project.id}`);
  });
  const stored = await openpgpKey(actor, project);
  if (!stored) throw new Error("The OpenPGP key was not stored.");
  return stored;
}

/** Removes the key: commits that are signed are signed with the SSH key again. Needs `project.edit`. @throws NotFound */
export async function removeOpenpgpKey(actor: Actor, project: Project): Promise<void> {
  demand(actor, "project.edit", { project });
  const removed = await db.run(sql`delete from ${k} where ${k.projectId} = ${project.id}`);
  if (removed === 0) throw new NotFound(refusal("projectNoOpenpgp"));
}
