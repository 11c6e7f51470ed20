import { localCommits, repositories } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { VcsError } from "@/lib/platform/vcs/vcs";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { clearAlert } from "../components/alerts";
import { componentsOfRepository } from "../components/components";
import { Failed } from "../errors";
import { storeStatus } from "../working-copy/status";
import type { Checkout } from "../working-copy/working-copy";
import { commitPending } from "./commit";
import { isPaused } from "./internal/pause";
import { commitToPush } from "./internal/push-addons";
import { pushBranch } from "./internal/push-branch";
import { ensureSynced, reportFailure, unlockWhenResolved, updateRepository } from "./update";

const r = repositories.as("r");

/** How often upstream may be faster than us in one push. */
const TRIES = 3;

/**
 * Commits, takes over upstream where it is ahead, and pushes. Pushing what is there already is a success.
 * @throws Failed when there is nowhere to push to, or the remote refuses
 */
export async function pushRepository(checkout: Checkout): Promise<{ pushed: number }> {
  await ensureSynced(checkout);
  await commitPending(checkout);
  if (!checkout.driver.hasRemote) {
    await updateRepository(checkout);
    return { pushed: 0 };
  }
  if (checkout.driver.needsPushUrl && !checkout.repository.push)
    throw new Failed("No push address is set. Enter one in the component's settings under version control.");
  const components = await componentsOfRepository(checkout.repository.id);
  for (let attempt = 1; ; attempt++) {
    await updateRepository(checkout);
    const remote = await checkout.copy.remoteHead();
    const outgoing = remote ? await checkout.copy.missing(remote, await checkout.copy.head(), 10_000) : [];
    let pushed = 0;
    try {
      if (remote && outgoing.length > 0) {
        const done = await pushBranch(checkout, remote, () => commitToPush(checkout, components[0], remote));
        if (done) pushed = outgoing.length;
      }
    } catch (error) {
      if (!(error instanceof VcsError)) throw error;
      // Somebody pushed between our fetch and our push.
      if (error.problem === "rejected" && attempt < TRIES) continue;
      await reportFailure(checkout, components, {
        action: ACTION.REPOSITORY_PUSH_FAILED,
        alert: "PushFailure",
        text: [error.message, error.output].filter(Boolean).join("\n"),
        details: error.refusal && { kind: error.refusal.kind, words: error.refusal.words },
      });
      throw new Failed(error.message, { cause: error });
    }
    await afterPush(checkout, components, pushed);
    return { pushed };
  }
}

/** Pushes where every commit is to be pushed; what nobody asked for waits while the repository's work is paused. */
export async function pushIfWanted(checkout: Checkout): Promise<void> {
  const { id, pushOnCommit, push } = checkout.repository;
  if (!pushOnCommit || !push || (checkout.askedBy === null && (await isPaused(id)))) return;
  await pushRepository(checkout);
}

async function afterPush(
  checkout: Checkout,
  components: Awaited<ReturnType<typeof componentsOfRepository>>,
  count: number,
): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.run(sql`update ${r} set ${assigned(r, { pushWantedAt: null })} where ${r.id} = ${checkout.repository.id}`);
    for (const component of components) {
      await clearAlert(tx, component.id, ["PushFailure"]);
      if (component.lockedAuto) await unlockWhenResolved(tx, component);
      if (count > 0)
        await record(tx, SERVICE, [
          {
            action: ACTION.CHANGES_PUSHED,
            userId: checkout.askedBy,
            projectId: component.projectId,
            componentId: component.id,
            details: { commits: count },
          },
        ]);
    }
  });
  // Upstream holds our texts now: taking it over settles their rows, because both sides say the same.
  if (count > 0) await updateRepository(checkout);
  else await storeStatus(checkout);
  await db.run(sql`
    delete from ${localCommits} where ${localCommits.repositoryId} = ${checkout.repository.id}
      and (select ${r.outgoing} from ${r} where ${r.id} = ${checkout.repository.id}) = 0`);
}
