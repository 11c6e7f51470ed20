import { localCommits, repositories } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { HostError } from "@/lib/platform/hosts/host";
import { VcsError } from "@/lib/platform/vcs/vcs";
import { refusal } from "@/lib/text/messages/refusal";
import { SERVICE } from "../access/actor";
import { addonsNear } from "../addons/installed";
import { notifyAddons } from "../addons/queue";
import { findAddonType } from "../addons/registry";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { clearAlert } from "../components/alerts";
import { unlockWhenResolved } from "../components/automatic-locks";
import { componentsOfRepository } from "../components/components";
import { Failed, sentenceOf } from "../errors";
import { opensRequests, pushesAnyway } from "../requests/accounts";
import { storeStatus } from "../working-copy/status";
import type { Checkout } from "../working-copy/working-copy";
import { type CommitReport, commitPending } from "./commit";
import { isPaused } from "./internal/pause";
import { commitToPush } from "./internal/push-addons";
import { pushBranch } from "./internal/push-branch";
import { lookBeforePush, pushForRequest } from "./internal/push-request";
import { ensureSynced, reportFailure, updateRepository } from "./update";

const r = repositories.as("r");

/** How often upstream may be faster than us in one push. */
const TRIES = 3;

export interface PushReport extends Pick<CommitReport, "problems" | "clashes"> {
  pushed: number;
}

/**
 * Commits, takes over upstream where it is ahead, and pushes. Pushing what is there already is a success.
 * @returns beside what was pushed, what could not be written and so is not among it
 * @throws Failed when there is nowhere to push to, or the remote refuses
 */
export async function pushRepository(checkout: Checkout): Promise<PushReport> {
  await ensureSynced(checkout);
  let { problems, clashes } = await commitPending(checkout);
  const update = async () => {
    const { commit } = await updateRepository(checkout);
    // Everything that waited was tried again there.
    if (commit) [problems, clashes] = [commit.problems, [...clashes, ...commit.clashes]];
  };
  if (!checkout.driver.hasRemote) {
    await update();
    return { pushed: 0, problems, clashes };
  }
  if (checkout.driver.needsPushUrl && !checkout.repository.push) throw new Failed(refusal("noPushAddress"));
  const components = await componentsOfRepository(checkout.repository.id);
  await lookBeforePush(checkout).catch((error: unknown) => failPush(checkout, components, error));
  for (let attempt = 1; ; attempt++) {
    await update();
    const remote = await checkout.copy.remoteHead();
    const outgoing = remote ? await checkout.copy.missing(remote, await checkout.copy.head(), 10_000) : [];
    // Afterwards nobody can tell which were pushed now.
    const authors = remote && outgoing.length > 0 ? await authorsOf(checkout, remote) : undefined;
    let done = false;
    try {
      if (remote && outgoing.length > 0) {
        const prepare = () => commitToPush(checkout, components[0], remote);
        done = opensRequests(checkout.driver.id)
          ? await pushForRequest(checkout, components, remote, prepare)
          : await pushBranch(checkout, remote, prepare);
      }
    } catch (error) {
      // Somebody pushed between our fetch and our push.
      if (error instanceof VcsError && error.problem === "rejected" && attempt < TRIES) continue;
      await failPush(checkout, components, error);
    }
    const pushed = done ? outgoing.length : 0;
    await afterPush(checkout, components, pushed, authors);
    return { pushed, problems, clashes };
  }
}

/** Tells of what a remote or a code host refused. @throws Failed */
async function failPush(
  checkout: Checkout,
  components: Awaited<ReturnType<typeof componentsOfRepository>>,
  error: unknown,
): Promise<never> {
  if (!(error instanceof VcsError) && !(error instanceof HostError)) throw error;
  const details =
    error instanceof HostError
      ? { kind: error.problem, words: error.words, retry_after: error.retryAfter ?? null }
      : error.refusal && { kind: error.refusal.kind, words: error.refusal.words };
  const output = error instanceof VcsError ? error.output : "";
  await reportFailure(checkout, components, {
    action: ACTION.REPOSITORY_PUSH_FAILED,
    alert: "PushFailure",
    text: [error.message, output].filter(Boolean).join("\n"),
    said: error.said,
    details,
  });
  throw new Failed(sentenceOf(error), { cause: error });
}

/** Pushes where every commit is to be pushed; what nobody asked for waits while the repository's work is paused. */
export async function pushIfWanted(checkout: Checkout): Promise<void> {
  const { id, pushOnCommit, push } = checkout.repository;
  const somewhere = push !== "" || pushesAnyway(checkout.driver.id);
  if (!pushOnCommit || !somewhere || (checkout.askedBy === null && (await isPaused(id)))) return;
  await pushRepository(checkout);
}

/** So many commits are looked into; of more, somebody else than an add-on made one. */
const MOST_LOOKED_INTO = 1000;

/** Addresses of those who made the commits that upstream does not have, merges left out; undefined where nobody asks. */
async function authorsOf(checkout: Checkout, remote: string): Promise<string[] | undefined> {
  const { copy, repository } = checkout;
  if (!(await addonsNear(repository.id)).some(({ name }) => findAddonType(name)?.isAutomation)) return undefined;
  const commits = await copy.squasher().commits(remote, await copy.head(), MOST_LOOKED_INTO);
  const own = commits.filter(({ isMerge }) => !isMerge).map(({ author }) => author.email);
  return commits.length < MOST_LOOKED_INTO ? [...new Set(own)] : [...new Set(own), ""];
}

async function afterPush(
  checkout: Checkout,
  components: Awaited<ReturnType<typeof componentsOfRepository>>,
  count: number,
  authors: readonly string[] | undefined,
): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.run(sql`update ${r} set ${assigned(r, { pushWantedAt: null })} where ${r.id} = ${checkout.repository.id}`);
    for (const component of components) {
      await clearAlert(tx, component.id, ["PushFailure"]);
      await unlockWhenResolved(tx, component);
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
      if (count > 0) await notifyAddons(tx, component, "pushed", authors);
    }
  });
  // Upstream holds our texts now: taking it over settles their rows, because both sides say the same.
  if (count > 0) await updateRepository(checkout, { fetched: true });
  else await storeStatus(checkout);
  await db.run(sql`
    delete from ${localCommits} where ${localCommits.repositoryId} = ${checkout.repository.id}
      and (select ${r.outgoing} from ${r} where ${r.id} = ${checkout.repository.id}) = 0`);
}
