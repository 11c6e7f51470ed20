import { repositories } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { canGive, type GivenBranch, ServesOthers, uploadPack } from "@/lib/platform/vcs/git-serve";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { type ComponentRow, findComponentById, scopeOf } from "../components/components";
import { Busy, Failed } from "../errors";
import { copyFolder, withWorkingCopy } from "../working-copy/working-copy";

/**
 * The repository of a component for reading, as git fetches it: the branch with Loquat's own commits, those included that
 * upstream does not have yet. What waits for a commit is not in it.
 */

const r = repositories.as("r");

/** How long to wait for whoever works on the repository, when the copy here is not where it should be. */
const WAIT_MS = 30_000;

/**
 * Refuses who may not fetch the repository of a component. Needs `vcs.access`, and where the repository is another
 * component's, there as well.
 */
export async function demandRepository(actor: Actor, component: ComponentRow): Promise<void> {
  demand(actor, "vcs.access", scopeOf(component));
  if (component.linkedComponentId === null) return;
  demand(actor, "vcs.access", scopeOf(await findComponentById(actor, component.linkedComponentId)));
}

/**
 * Answers git's fetch, piece by piece.
 * @param asked what it has sent; without a body it is told which branches there are
 * @throws Busy, Locked; Failed when the repository cannot be cloned
 */
export async function repositoryPack(
  actor: Actor,
  component: ComponentRow,
  asked: Parameters<typeof uploadPack>[1],
): Promise<AsyncGenerator<Uint8Array>> {
  await demandRepository(actor, component);
  try {
    return await uploadPack(await givenBranch(component.repositoryId), asked);
  } catch (error) {
    if (!(error instanceof ServesOthers)) throw error;
    throw new Busy(refusal("tooManyRepositories"), { seconds: 30, own: false });
  }
}

/** What the database says that the branch is, in a copy that has it: one that is missing or behind is brought there. */
async function givenBranch(repositoryId: number): Promise<GivenBranch> {
  const find = async () => {
    const row = await db.one(sql`select ${pick(r, "branch", "keptHead")} from ${r} where ${r.id} = ${repositoryId}`);
    if (!row?.keptHead) return undefined;
    const given = { folder: copyFolder(repositoryId), branch: row.branch, commit: row.keptHead };
    return (await canGive(given)) ? given : undefined;
  };
  const found = await find();
  if (found) return found;
  await withWorkingCopy(repositoryId, ({ copy }) => copy.complete(), { waitMs: WAIT_MS });
  const made = await find();
  if (!made) throw new Failed(refusal("repositoryCouldNot"));
  return made;
}
