import { hostRequests } from "@/lib/generated/tables";
import { sql, type Tx } from "@/lib/platform/database";
import { HostError, type HostRequest, type RequestMessage, type RequestPlace } from "@/lib/platform/hosts/host";
import type { RequestState } from "@/lib/text/codes";
import type { BranchPlace, HostWay } from "./host-way";
import { isMore, type StoredRequest, storedRequest, storeRequest, workMark } from "./internal/stored-request";

/**
 * The one request of a repository: opened, found again, brought up to date, and looked at. What is known of it is written
 * down after the host has said it, so that whoever is killed in between finds the request at the host.
 */

const isOpen = (state: string): boolean => state === "open" || state === "conflicted";

const stateOf = (request: HostRequest): RequestState =>
  request.state === "open" && request.conflict ? "conflicted" : request.state;

const placeOf = ({ target, targetBranch }: HostWay, { source, branch }: { source: string; branch: string }) => ({
  ...{ target, targetBranch },
  ...{ source, sourceBranch: branch },
});

/** A repository as its request sees it. */
interface RequestedRepository {
  id: number;
  /** Whether the host is to merge the request as soon as its rules allow. */
  autoMerge: boolean;
}

/** Lets the host merge a request by itself where that is wanted; what the host says against it fails nothing else. */
async function arrangeMerging(
  way: HostWay,
  { autoMerge }: RequestedRepository,
  place: RequestPlace,
  found: HostRequest,
): Promise<Pick<StoredRequest, "automatic" | "mergeProblem" | "mergeProblemSaid">> {
  if (!autoMerge || !way.host.mergeWhenReady || stateOf(found) !== "open")
    return { automatic: false, mergeProblem: "", mergeProblemSaid: null };
  try {
    await way.host.mergeWhenReady(way.ask, place, found.number);
    return { automatic: true, mergeProblem: "", mergeProblemSaid: null };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { automatic: false, mergeProblem: error.message, mergeProblemSaid: error.said ?? null };
  }
}

/** Looks at the request of a repository, if it is open as far as is known. @throws HostError */
export async function lookAtRequest(way: HostWay, repository: RequestedRepository): Promise<void> {
  const known = await storedRequest(repository.id);
  if (!known || !isOpen(known.state)) return;
  const place = placeOf(way, known);
  const found = await way.host.read(way.ask, place, known.number);
  const merging = await arrangeMerging(way, repository, place, found);
  await storeRequest(repository.id, { ...known, ...merging, url: found.url, state: stateOf(found) });
}

/** What is known of the branch of a repository's request. */
export interface KnownBranch {
  /** Its name, where one was chosen. */
  branch?: string;
  /** Path of the fork. */
  fork?: string;
  /** False when the request was closed, and our commits hold nothing more than it did. */
  wanted: boolean;
}

/** What is known before anything is pushed. */
export async function knownBranch(repositoryId: number): Promise<KnownBranch> {
  const known = await storedRequest(repositoryId);
  if (!known) return { wanted: true };
  const { branch, source, address } = known;
  const closed = known.state === "closed";
  const wanted = !closed || isMore(await workMark(repositoryId), known);
  return { branch, fork: address === "" ? undefined : source, wanted };
}

/** Title and text as the host was told them last. */
export async function knownMessage(repositoryId: number): Promise<RequestMessage | undefined> {
  const known = await storedRequest(repositoryId);
  return known && { title: known.title, text: known.text };
}

/**
 * Keeps one request open for what was pushed: the one that is there, brought up to date where our words have changed, or a
 * new one.
 * @throws HostError
 */
export async function keepRequest(
  way: HostWay,
  repository: RequestedRepository,
  branch: BranchPlace,
  message: RequestMessage,
): Promise<{ url: string; opened: boolean }> {
  const known = await storedRequest(repository.id);
  const place = placeOf(way, branch);
  const mark = await workMark(repository.id);
  const store = async (found: HostRequest, told: RequestMessage) => {
    const { source, branch: name, fork: address } = branch;
    // Our branch holds all of upstream: what the host has not looked at again yet is no conflict.
    const merging = await arrangeMerging(way, repository, place, found);
    await storeRequest(repository.id, {
      ...merging,
      ...{ source, address, branch: name, ...mark, ...told },
      ...{ number: found.number, url: found.url, state: found.state },
    });
    return found.url;
  };
  const there = await way.host.findOpen(way.ask, place);
  if (there) {
    const other = known?.number === there.number && (known.title !== message.title || known.text !== message.text);
    if (other) await way.host.update(way.ask, place, there.number, message);
    return { url: await store(there, message), opened: false };
  }
  const ended = known && isOpen(known.state) ? await endOf(way, place, known) : undefined;
  if (known && ended) {
    await storeRequest(repository.id, { ...known, url: ended.url, state: ended.state });
    // It ended a moment ago: what upstream has of it is known after the next pull.
    if (!isMore(mark, known)) return { url: ended.url, opened: false };
  }
  return { url: await store(await openOrFind(way, place, message), message), opened: true };
}

/** How a request has ended that was open when it was looked at last; undefined when it has not, or is gone. */
async function endOf(way: HostWay, place: RequestPlace, known: StoredRequest): Promise<HostRequest | undefined> {
  try {
    const found = await way.host.read(way.ask, place, known.number);
    return found.state === "open" ? undefined : found;
  } catch (error) {
    if (error instanceof HostError && error.problem === "not-found") return undefined;
    throw error;
  }
}

/** A host may refuse because there is a request already that its list did not show yet. */
async function openOrFind(way: HostWay, place: RequestPlace, message: RequestMessage): Promise<HostRequest> {
  try {
    return await way.host.open(way.ask, place, message);
  } catch (error) {
    if (!(error instanceof HostError) || error.problem !== "refused") throw error;
    const there = await way.host.findOpen(way.ask, place);
    if (there) return there;
    throw error;
  }
}

/** Forgets the request of a repository whose branch goes elsewhere from now on; it is left to the people there. */
export async function forgetRequest(tx: Tx, repositoryId: number): Promise<void> {
  await tx.run(sql`delete from ${hostRequests} where ${hostRequests.repositoryId} = ${repositoryId}`);
}
