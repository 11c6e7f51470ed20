import { createHmac } from "node:crypto";
import { HostError, type ReviewedChange } from "@/lib/platform/hosts/host";
import { installationSecret } from "@/lib/platform/installation-secret";
import { refusal } from "@/lib/text/messages/refusal";
import type { HostWay } from "./host-way";
import { isMore, storedRequest, storeRequest, workMark } from "./internal/stored-request";

/**
 * Which change at a host that reviews commits takes the work of a repository. Its Change-Id is computed, not drawn: whoever
 * makes the same commit again, on whichever machine and after whatever crash, gives it the same one. When a change has
 * ended, the next one's follows from it.
 */

/** Changes that are looked through when nothing is known of the newest one. */
const MOST = 200;

/** @param before Change-Id of the change that has ended; "" for the first one */
async function changeIdOf({ account, target, targetBranch }: HostWay, repositoryId: number, before: string) {
  const place = [account.host, target, targetBranch, repositoryId, before].join("\n");
  const digest = createHmac("sha1", await installationSecret("change-id"))
    .update(place)
    .digest("hex");
  return `I${digest}`;
}

/** The change that takes the work, if it is there already; undefined when the newest one has taken all of it. @throws HostError */
export async function changeToPush(
  way: HostWay,
  repositoryId: number,
): Promise<{ id: string; change: ReviewedChange | undefined } | undefined> {
  const known = await storedRequest(repositoryId);
  let id = known?.branch ?? (await changeIdOf(way, repositoryId, ""));
  for (let look = 0; look < MOST; look++) {
    const { target, targetBranch, host } = way;
    const change = await host.review?.find(way.ask, { target, targetBranch, source: target, sourceBranch: id });
    if (!change || change.state === "open") return { id, change };
    if (known?.branch === id && known.state !== change.state) {
      // It ended a moment ago: what upstream has of it is known after the next pull.
      const { url, state } = change;
      await storeRequest(repositoryId, { ...known, url, state });
      if (!isMore(await workMark(repositoryId), known)) return undefined;
    }
    id = await changeIdOf(way, repositoryId, id);
  }
  throw new HostError("refused", refusal("hostAllClosed", { most: String(MOST), target: way.target }));
}
