import { HostError, type RequestMessage, type Review, type ReviewedChange } from "@/lib/platform/hosts/host";
import { type Person, type RemoteSettings, VcsError, type WorkingCopy } from "@/lib/platform/vcs/vcs";
import { refusal } from "@/lib/text/messages/refusal";
import { changeToPush } from "../../requests/change";
import { type HostWay, reviewAddress } from "../../requests/host-way";
import { keepRequest, knownMessage } from "../../requests/keep-request";
import { type Checkout, COMMITTER } from "../../working-copy/working-copy";
import { rememberPushed } from "./push-branch";

/**
 * Pushing for review: all that upstream lacks goes out as one commit, which is a patch set of one change. A host that
 * reviews commits would make a change of each of ours, to be reviewed one by one.
 */

const MOST_COMMITS = 10_000;

/** Lines that are ours to write, at the end of a message. */
const OURS = /^(?:Change-Id|Co-authored-by): .+$/;

/**
 * Pushes what upstream lacks to the change of the repository; false when it has it already.
 * @param remote upstream as it was fetched last
 * @throws VcsError; HostError
 */
export async function pushForReview(
  { copy, repository }: Checkout,
  way: HostWay,
  { remote, review, message }: { remote: string; review: Review; message: RequestMessage },
): Promise<boolean> {
  // The rest of the name would be options for the host, such as to submit what is pushed.
  if (way.targetBranch.includes("%")) throw new HostError("refused", refusal("hostPercent"));
  const open = await changeToPush(way, repository.id);
  if (!open) return false;
  const { id, change } = open;
  const me = await review.me(way.ask);
  const to = (pushRef: string): RemoteSettings => ({
    ...copy.settings,
    ...{ push: reviewAddress(way, copy.settings), pushRef },
  });
  const words = await wordsFor(repository.id, change, message);
  const there = change ? await patchSet(copy, change, me.id, to(change.ref)) : null;
  const place = { source: way.target, branch: id, push: "", fork: "" };
  if (there !== null && (await isCurrent(copy, there, remote)) && trimmed(change?.message ?? "") === words) {
    await rememberPushed(repository.id, [there]);
    await keepRequest(way, repository, place, message);
    return false;
  }
  const commit = await oneCommit(copy, remote, { id, words, committer: me.person ?? COMMITTER });
  await copy.push(commit, undefined, to(review.pushRef(way.targetBranch)));
  await rememberPushed(repository.id, [commit]);
  await keepRequest(way, repository, place, message);
  return true;
}

/** Brings the newest patch set here. @throws VcsError when somebody else has changed our work in it */
async function patchSet(copy: WorkingCopy, change: ReviewedChange, me: number, from: RemoteSettings) {
  if (change.rework && change.uploader !== me)
    throw new VcsError("refused", refusal("vcsPatchSet", { number: change.number }), "", {
      kind: "moved",
      words: change.url,
    });
  return change.ref === "" ? null : copy.pushedHead(from);
}

async function isCurrent(copy: WorkingCopy, there: string, remote: string): Promise<boolean> {
  const same = (await copy.treeId(there)) === (await copy.treeId(await copy.head()));
  return same && (await copy.contains(there, remote));
}

/** Our words; those that people there gave the change where ours are the same as before. */
async function wordsFor(repositoryId: number, change: ReviewedChange | undefined, { title, text }: RequestMessage) {
  const ours = trimmed([title, text].filter(Boolean).join("\n\n"));
  if (!change) return ours;
  const known = await knownMessage(repositoryId);
  return known && known.title === title && known.text === text ? trimmed(change.message) : ours;
}

/** A message without the lines that we write behind it. */
const trimmed = (message: string): string =>
  message
    .split("\n")
    .filter((line) => !OURS.test(line))
    .join("\n")
    .trim();

/** All that upstream lacks as one commit: of its author, or of the account with all authors named. */
async function oneCommit(
  copy: WorkingCopy,
  remote: string,
  { id, words, committer }: { id: string; words: string; committer: Person },
): Promise<string> {
  const head = await copy.head();
  const squasher = copy.squasher();
  const commits = await squasher.commits(remote, head, MOST_COMMITS);
  const authors = new Map(
    commits
      .filter(({ isMerge, author }) => !isMerge && author.email !== COMMITTER.email)
      .map(({ author }) => [`${author.name} <${author.email}>`, author]),
  );
  const [only] = authors.size === 1 ? authors.values() : [];
  const named = only ? [] : [...authors.keys()].map((name) => `Co-authored-by: ${name}`);
  const message = `${words}\n\n${[...named, `Change-Id: ${id}`].join("\n")}`;
  const author = only ?? committer;
  const made = await squasher.byPaths(remote, head, [{ message, author, paths: "rest" }], committer);
  if (made === undefined || made === remote) throw new VcsError("broken", refusal("vcsOneCommit"));
  return made;
}
