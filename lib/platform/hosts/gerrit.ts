import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { belowPrefix, readAs, repositoryPath } from "./answers";
import { type Ask, type CodeHost, HostError, type HostRequest, type RequestPlace, type ReviewedChange } from "./host";

/**
 * Gerrit, by its REST API. Commits are pushed for review, and the server makes changes of them; the line `Change-Id` at
 * their end says which change a commit is a patch set of, and stands for the branch of a request here. Paths below `/a/`
 * take user name and HTTP password.
 */

const Revision = z.object({
  ref: z.string(),
  kind: z.string().nullish(),
  uploader: z.object({ _account_id: z.int() }).nullish(),
  commit: z.object({ message: z.string() }).nullish(),
});
const Change = z.object({
  _number: z.int(),
  status: z.string(),
  mergeable: z.boolean().nullish(),
  current_revision: z.string().nullish(),
  revisions: z.record(z.string(), Revision).nullish(),
});
const Account = z.object({ _account_id: z.int(), name: z.string().nullish(), email: z.string().nullish() });

const nameOf = ({ target, targetBranch }: RequestPlace): string =>
  `${encodeURIComponent(target)}~${encodeURIComponent(targetBranch)}`;

const requestOf = (ask: Ask, { target }: RequestPlace, change: z.output<typeof Change>): HostRequest => ({
  number: String(change._number),
  url: `${ask.api}/c/${target}/+/${change._number}`,
  state: change.status === "MERGED" ? "merged" : change.status === "ABANDONED" ? "closed" : "open",
  // Said by servers alone that are set to find it out.
  conflict: change.status === "NEW" && change.mergeable === false,
});

/** A change by its Change-Id on the branch; undefined when there is none that the account may see. */
async function findChange(ask: Ask, place: RequestPlace): Promise<ReviewedChange | undefined> {
  const path = `/a/changes/${nameOf(place)}~${place.sourceBranch}?o=CURRENT_REVISION&o=CURRENT_COMMIT&o=DETAILED_ACCOUNTS`;
  const answer = await ask({ path, expected: [404] });
  if (answer.status === 404) return undefined;
  const change = readAs(Change, answer);
  const revision = change.revisions?.[change.current_revision ?? ""];
  return {
    ...requestOf(ask, place, change),
    ref: revision?.ref ?? "",
    message: revision?.commit?.message ?? "",
    uploader: revision?.uploader?._account_id ?? 0,
    // A rebase or other words by a click in the page take nothing of the work away.
    rework: (revision?.kind ?? "REWORK") === "REWORK",
  };
}

export const gerrit: CodeHost = {
  id: "gerrit",
  name: "Gerrit changes",
  noun: "change",
  apiOf: (host) => `https://${host}`,
  neverMerges: refusal("hostNeverGerrit"),
  headers: ({ username, token }) => ({
    authorization: `Basic ${Buffer.from(`${username}:${token}`).toString("base64")}`,
  }),
  repositoryOf(path, { api }) {
    const plain = belowPrefix(path, `${api}/a/`, "/a/").replace(/^a\//, "");
    return repositoryPath(plain, 1, true);
  },
  async fork(_, __, target) {
    throw new HostError("refused", refusal("hostNoFork", { target }));
  },
  async findOpen(ask, place) {
    const change = await findChange(ask, place);
    return change?.state === "open" ? change : undefined;
  },
  async read(ask, place, number) {
    const path = `/a/changes/${encodeURIComponent(place.target)}~${number}`;
    return requestOf(ask, place, readAs(Change, await ask({ path })));
  },
  /** Pushing has opened it. */
  async open(ask, place) {
    const change = await findChange(ask, place);
    if (change) return change;
    throw new HostError("not-found", refusal("hostNoChange", { host: new URL(ask.api).host }));
  },
  /** Its words are those of the commit. */
  async update() {},
  review: {
    pushRef: (branch) => `refs/for/${branch}`,
    find: findChange,
    async me(ask) {
      const { _account_id: id, name, email } = readAs(Account, await ask({ path: "/a/accounts/self" }));
      return { id, person: email ? { name: name || email, email } : undefined };
    },
  },
};
