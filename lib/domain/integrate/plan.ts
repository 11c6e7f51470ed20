import { changes, components, languages, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, asNumber } from "@/lib/platform/expressions";
import { rehearse } from "@/lib/platform/rehearse";
import type { UnpushedCommit, WorkingCopy } from "@/lib/platform/vcs/vcs";
import { ACTION } from "../change-actions";
import { componentsOfRepository } from "../components/components";
import type { Sentence } from "../errors";
import { type RehearsedRemote, withRehearsedCopy } from "../working-copy/rehearsed-copy";
import type { Checkout } from "../working-copy/working-copy";
import { localVersion, remoteVersion, writeVersion } from "./internal/plan-version";
import { setTextsAside, type TextDifferences, textDifferences } from "./text-differences";

const [ch, c, t, l] = [changes.as("ch"), components.as("c"), translations.as("t"), languages.as("l")];

/** A commit as a plan tells of it. */
export interface PlannedCommit {
  author: string;
  email: string;
  message: string;
  files: string[];
}

/** What an operation on one repository would do. */
export interface RepositoryPlan extends TextDifferences {
  repository: number;
  /** The components of the repository. */
  components: { id: number; slug: string; project: string }[];
  /** What the operation would answer. */
  result: boolean;
  detail?: string;
  told?: Sentence[];
  /** Made from this; see `plan-version.ts`. */
  version: string;
  /** Commits of ours that it makes. */
  commits: PlannedCommit[];
  /** Commits of ours that go, without others of the same author, subject and files in their place. */
  dropped: PlannedCommit[];
  /** Commits of upstream that it takes over. */
  incoming: PlannedCommit[];
  /** What leaves: commits that are pushed. */
  outgoing: PlannedCommit[];
  /** Files that our branch has otherwise afterwards. */
  files: string[];
  /** Edits that are written into files, by language. */
  written: { component: string; language: string; strings: number }[];
  /** Texts that lose against upstream's, and are kept as suggestions. */
  suggested: number;
}

/** Commits that a plan names one by one, of each kind. */
const NAMED = 200;

interface Outcome {
  result: boolean;
  detail?: string;
  told?: Sentence[];
}

/**
 * What an operation would do: it is done on a copy of the working copy and in a transaction that is taken back. Nobody
 * sees anything of it, and what the remote has is only looked at.
 */
export async function planOn(
  checkout: Checkout,
  perform: (rehearsed: Checkout) => Promise<Outcome>,
): Promise<RepositoryPlan> {
  const repositoryId = checkout.repository.id;
  const own = await componentsOfRepository(repositoryId);
  const ids = own.map((component) => component.id);
  return withRehearsedCopy(checkout, (rehearsed, remote) =>
    rehearse(
      (on) => setTextsAside(on, ids),
      async () => {
        const { copy } = rehearsed;
        const before = { head: await copy.head(), upstream: await copy.remoteHead() };
        // What is here counts as it was before anything is done; what of the remote was seen is known afterwards.
        const here = await localVersion(rehearsed);
        const done = await perform(rehearsed);
        const [texts, written, suggested, told] = [
          await textDifferences(ids),
          await writtenStrings(ids),
          await suggestedTexts(ids),
          await commitsOf(copy, before, remote),
        ];
        return {
          repository: repositoryId,
          components: own.map(({ id, slug, project }) => ({ id, slug, project: project.slug })),
          ...done,
          version: writeVersion({
            ...here,
            ...remoteVersion(remote.fetched ? remote.upstream : undefined, remote.pushBranch),
          }),
          ...told,
          ...texts,
          written,
          suggested,
        };
      },
    ),
  );
}

async function commitsOf(
  copy: WorkingCopy,
  before: { head: string; upstream: string | null },
  remote: RehearsedRemote,
): Promise<Pick<RepositoryPlan, "commits" | "dropped" | "incoming" | "outgoing" | "files">> {
  const head = await copy.head();
  const squasher = copy.squasher();
  const list = async (from: string | null, to: string) =>
    from === null || from === to ? [] : squasher.commits(from, to, NAMED);
  // Without a remote our branch only grows.
  const ours = await list(remote.upstream ?? before.head, head);
  const former = remote.upstream === null ? [] : await list(remote.upstream, before.head);
  const own = new Set(
    before.upstream && remote.upstream ? await copy.missing(before.upstream, before.head, NAMED) : [],
  );
  const known = new Set(former.map(({ sha }) => sha));
  const commits = ours.filter(({ sha }) => !known.has(sha));
  const kept = new Set(ours.map(({ sha }) => sha));
  const again = commits.map(sameness);
  const dropped = former.filter((commit) => {
    if (kept.has(commit.sha) || !own.has(commit.sha)) return false;
    const at = again.indexOf(sameness(commit));
    if (at >= 0) again.splice(at, 1);
    return at < 0;
  });
  const incoming = remote.upstream === null ? [] : await list(before.upstream, remote.upstream);
  const outgoing: UnpushedCommit[] = [];
  for (const { commit, onto } of remote.pushes) outgoing.push(...(await list(onto ?? remote.upstream, commit)));
  const told = (some: readonly UnpushedCommit[]): PlannedCommit[] =>
    some.map(({ author, message, paths }) => ({ author: author.name, email: author.email, message, files: paths }));
  return {
    commits: told(commits),
    dropped: told(dropped),
    incoming: told(incoming),
    outgoing: told(outgoing),
    files: await changedFiles(copy, before.head, head),
  };
}

/** What a commit that is made again has in common with its former self; further lines tell of figures that have moved. */
const sameness = ({ author, message, paths }: UnpushedCommit): string =>
  JSON.stringify([author, message.split("\n")[0], paths]);

async function changedFiles(copy: WorkingCopy, before: string, after: string): Promise<string[]> {
  const blobs = async (commit: string) => new Map((await copy.tree(commit)).map(({ path, blob }) => [path, blob]));
  const [former, now] = [await blobs(before), await blobs(after)];
  const paths = new Set([...former.keys(), ...now.keys()]);
  return [...paths].filter((path) => former.get(path) !== now.get(path)).sort();
}

/** Lines of the ledger that the rehearsal has written. */
const OWN = sql`${ch.tx} = ledger_tx()`;

async function writtenStrings(ids: readonly number[]): Promise<RepositoryPlan["written"]> {
  return db.rows(sql`
    select ${named({ component: c.slug, language: l.code, strings: asNumber(sql`sum((${ch.details} ->> 'strings')::int)::int`) })}
    from ${ch} join ${c} on ${c.id} = ${ch.componentId} join ${t} on ${t.id} = ${ch.translationId} join ${l} on ${l.id} = ${t.languageId}
    where ${OWN} and ${anyOf(c.id, ids)} and ${ch.action} = ${ACTION.CHANGES_COMMITTED} and ${ch.details} ? 'strings'
    group by ${c.slug}, ${l.code} order by ${c.slug}, ${l.code}`);
}

async function suggestedTexts(ids: readonly number[]): Promise<number> {
  const rows = await db.rows(sql`
    select ${pick(ch, "id")} from ${ch} where ${OWN} and ${anyOf(ch.componentId, ids)} and ${ch.action} = ${ACTION.SUGGESTION_ADDED}`);
  return rows.length;
}
