import { setTimeout as pause } from "node:timers/promises";
import { HostError } from "@/lib/platform/hosts/host";
import { log } from "@/lib/platform/log";
import { isRehearsal } from "@/lib/platform/rehearse";
import { VcsError, type WorkingCopy } from "@/lib/platform/vcs/vcs";
import { pushingTo } from "@/lib/platform/vcs/view";
import type { ComponentRow } from "../../components/components";
import { opensRequests } from "../../requests/accounts";
import { branchPlace, type HostWay, wayTo } from "../../requests/host-way";
import { keepRequest, knownBranch, lookAtRequest } from "../../requests/keep-request";
import type { Checkout } from "../../working-copy/working-copy";
import { commitMessage } from "../commit-message";
import { pushBranch } from "./push-branch";
import { pushForReview } from "./push-review";

/** Pushing where a code host is asked to take the commits: to a branch, and one request for it. */

/** How often, and after how many milliseconds each, a fork that the host is filling is looked at. */
const LOOKS = 20;
const PAUSE_MS = 500;

/** Most characters of a title; code hosts take 255 or 256. */
const TITLE = 255;

/**
 * Looks at the request before upstream is fetched: once it is known as merged, what upstream still lacks is other work.
 * @throws HostError
 */
export async function lookBeforePush({ driver, copy, repository }: Checkout): Promise<void> {
  if (isRehearsal()) return;
  const way = await wayTo(driver.id, copy.settings);
  if (way) await lookAtRequest(way, repository);
}

/** The same after a pull, which does not fail for it. */
export async function lookAfterPull(checkout: Checkout): Promise<void> {
  if (!opensRequests(checkout.driver.id)) return;
  await lookBeforePush(checkout).catch((error: unknown) => {
    if (!(error instanceof HostError)) throw error;
    log.warn(error, "The state of a request could not be read.");
  });
}

/**
 * Pushes our branch and keeps the request for it; false when nothing had to be pushed.
 * @throws VcsError; HostError
 */
export async function pushForRequest(
  checkout: Checkout,
  components: readonly ComponentRow[],
  remote: string,
  prepare: () => Promise<string>,
): Promise<boolean> {
  const { copy, driver, repository } = checkout;
  const [owner] = components;
  const way = isRehearsal() ? undefined : await wayTo(driver.id, copy.settings);
  const known = await knownBranch(repository.id);
  // What the people there have closed stays closed until there is more; nor is there a request for nothing.
  if (!known.wanted || (await copy.treeId(remote)) === (await copy.treeId(await copy.head()))) return false;
  const review = way?.host.review;
  if (way && review) return pushForReview(checkout, way, { remote, review, message: await messageOf(way, owner) });
  const branch = repository.pushBranch || known.branch || (owner ? branchOf(owner) : "loquat");
  if (!way) return pushBranch({ ...checkout, copy: nowhere(copy, branch) }, remote, prepare);
  const place = await branchPlace(way, copy.settings, { branch, known: known.fork });
  const there = pushingTo(copy, { push: place.push, pushBranch: branch, ssh: copy.settings.ssh });
  if (place.fork !== "" && known.fork !== place.source) await whenFilled(there);
  const done = await pushBranch({ ...checkout, copy: there }, remote, prepare);
  const request = await keepRequest(way, repository, place, await messageOf(way, owner));
  return done || request.opened;
}

/** In a rehearsal nobody is asked for a fork: the branch is as if it were new. */
const nowhere = (copy: WorkingCopy, branch: string): WorkingCopy => ({
  ...pushingTo(copy, { push: copy.settings.push, pushBranch: branch, ssh: copy.settings.ssh }),
  pushedHead: async () => null,
});

const branchOf = ({ project, categoryPath, slug }: ComponentRow): string =>
  ["loquat", project.slug, ...categoryPath.split("/"), slug].filter(Boolean).join("-");

/** Waits until a fork that has just been made can be looked at. @throws VcsError */
async function whenFilled(copy: WorkingCopy): Promise<void> {
  for (let look = 1; ; look++) {
    try {
      await copy.pushedHead();
      return;
    } catch (error) {
      if (!(error instanceof VcsError) || error.problem !== "not-found" || look === LOOKS) throw error;
      await pause(PAUSE_MS);
    }
  }
}

async function messageOf({ host }: HostWay, owner: ComponentRow | undefined) {
  const [title = "", ...rest] = owner ? (await commitMessage(owner, "pullMessage")).split("\n") : [];
  return { title: [...(title.trim() || host.noun)].slice(0, TITLE).join(""), text: rest.join("\n").trim() };
}
