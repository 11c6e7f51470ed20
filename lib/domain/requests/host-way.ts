import { asker } from "@/lib/platform/hosts/ask";
import { type Ask, type CodeHost, type Fork, HostError } from "@/lib/platform/hosts/host";
import { findCodeHost } from "@/lib/platform/hosts/registry";
import { placeOfRepository } from "@/lib/platform/outside/repository-place";
import type { RemoteSettings } from "@/lib/platform/vcs/vcs";
import { refusal } from "@/lib/text/messages/refusal";
import { accountAt, type StoredAccount } from "./internal/host-account";

/** The way from a repository to its code host, and where the branch of its request lies there. */

export interface HostWay {
  host: CodeHost;
  account: StoredAccount;
  ask: Ask;
  /** The repository as the API names it. */
  target: string;
  /** The branch that requests go into. */
  targetBranch: string;
}

/** Where the branch of a request lies. */
export interface BranchPlace {
  /** Repository as the API names it. */
  source: string;
  branch: string;
  /** What git pushes to. */
  push: string;
  /** The same without an account, where it is a fork of ours; else "". */
  fork: string;
}

/**
 * The way to the host of a repository; undefined where its `vcs` opens no requests, or where there is nothing to push to.
 * @throws HostError
 */
export async function wayTo(vcs: string, settings: RemoteSettings): Promise<HostWay | undefined> {
  const host = findCodeHost(vcs);
  if (!host) return undefined;
  const address = host.review ? settings.push : settings.url;
  if (address === "") return undefined;
  const place = placeOfRepository(address);
  const account = place && (await accountAt(host.id, place));
  if (!account)
    throw new HostError(
      "credentials",
      refusal("hostNoAccount", { kind: host.name, host: place?.host ?? refusal("hostThisAddress") }),
    );
  const target = host.repositoryOf(place.path, account);
  if (target === undefined)
    throw new HostError("not-found", refusal(host.review ? "hostNotPush" : "hostNotRepository", { kind: host.name }));
  const signedIn = { ...account, ...(await host.signIn?.(account, target)) };
  const targetBranch = (host.review && settings.pushBranch) || settings.branch;
  return { host, account: signedIn, ask: asker(host, signedIn), target, targetBranch };
}

/** What is said of a request from a branch into itself, by what its host calls requests. */
const ITSELF = {
  "pull request": "hostItselfPull",
  "merge request": "hostItselfMerge",
  change: "hostItselfChange",
} as const;

/**
 * The place of the branch: the push address, our own repository, or a fork, made if need be.
 * @param known path of the fork as it was last
 * @throws HostError
 */
export async function branchPlace(
  way: HostWay,
  settings: RemoteSettings,
  { branch, known }: { branch: string; known?: string },
): Promise<BranchPlace> {
  const place = settings.push ? pushedTo(way, settings.push, branch) : await ownPlace(way, settings, { branch, known });
  if (place.source === way.target && branch === settings.branch)
    throw new HostError("refused", refusal(ITSELF[way.host.noun], { branch }));
  return place;
}

function pushedTo(way: HostWay, push: string, branch: string): BranchPlace {
  const place = placeOfRepository(push);
  const same = place && (place.ssh ? hostname(way.account.host) : way.account.host) === place.host;
  const source = same ? way.host.repositoryOf(place.path, way.account) : undefined;
  if (source === undefined) throw new HostError("not-found", refusal("hostNotPushAt", { host: way.account.host }));
  return { source, branch, push: withAccount(way, push), fork: "" };
}

async function ownPlace(
  way: HostWay,
  settings: RemoteSettings,
  { branch, known }: { branch: string; known?: string },
): Promise<BranchPlace> {
  const { account, host, target } = way;
  const url = withAccount(way, settings.url);
  // Nobody can fork what is theirs, and an app has nowhere to fork it to.
  const owner = target.split("/")[0]?.replace(/^~/, "");
  if (account.isApp || owner?.toLowerCase() === account.username.toLowerCase())
    return { source: target, branch, push: url, fork: "" };
  const fork = await host.fork(way.ask, account, target, known);
  const address = forkAddress(account, fork, placeOfRepository(settings.url)?.ssh === true);
  return { source: fork.path, branch, push: withAccount(way, address), fork: address };
}

/** Where a fork is pushed to: the token goes nowhere but to the host that it is for. @throws HostError */
function forkAddress(account: StoredAccount, fork: Fork, ssh: boolean): string {
  if (ssh && fork.ssh) return fork.ssh;
  const [url, api] = [new URL(fork.http), new URL(account.api)];
  if (url.host !== account.host || url.protocol !== api.protocol)
    throw new HostError("broken", refusal("hostForkElsewhere", { host: account.host, origin: url.origin }));
  url.username = "";
  url.password = "";
  return url.href;
}

const hostname = (host: string): string => host.replace(/:\d+$/, "");

/** Where commits are pushed for review. */
export const reviewAddress = (way: HostWay, { push }: RemoteSettings): string => withAccount(way, push);

/** An address of our account's host with that account in it, where the address has none of its own. */
function withAccount({ host, account }: HostWay, address: string): string {
  if (!/^https?:/i.test(address)) return address;
  const url = new URL(address);
  const ours = url.host === account.host && url.protocol === new URL(account.api).protocol;
  if (url.username || url.password || !ours) return address;
  url.username = encodeURIComponent(host.gitUser?.(account) ?? account.username);
  url.password = encodeURIComponent(account.token);
  return url.href;
}
