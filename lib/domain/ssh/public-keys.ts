import { openpgpKeys, projects } from "@/lib/generated/tables";
import { combined, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleProjects } from "../access/demand";
import { readPublicKey, type SshKeyView } from "./keys";

/** Public halves of keys, for whoever has to let Loquat in or wants to check a signature. */

const [o, p] = [openpgpKeys.as("o"), projects.as("p")];

const COLUMNS = combined(pick(o, "publicKey", "fingerprint", "createdAt"), pick(p, "id", "name", "slug"));

/** The OpenPGP key of a project. */
export type ProjectSigningKey = SelectedRow<typeof COLUMNS>;

/** The installation's SSH key, undefined when none was needed yet, and a page of OpenPGP keys of projects that the actor may see. */
export async function publicKeys(
  actor: Actor,
  { after = 0, limit }: { after?: number; limit: number },
): Promise<{ ssh: SshKeyView | undefined; openpgp: ProjectSigningKey[]; next: number | undefined }> {
  const [ssh, found] = await Promise.all([
    readPublicKey(null),
    db.rows(sql`
      select ${COLUMNS} from ${o} join ${p} on ${p.id} = ${o.projectId}
      where ${visibleProjects(actor)} and ${p.id} > ${after} order by ${p.id} limit ${limit + 1}`),
  ]);
  const openpgp = found.slice(0, limit);
  return { ssh, openpgp, next: found.length > limit ? openpgp.at(-1)?.id : undefined };
}
