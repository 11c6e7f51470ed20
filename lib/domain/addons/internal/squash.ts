import { z } from "zod";
import type { Person, UnpushedCommit } from "@/lib/platform/vcs/vcs";
import { refusal } from "@/lib/text/messages/refusal";
import { Failed } from "../../errors";
import type { Addon, CommitPlan, PushContext } from "../addon";
import { choice, flag, text } from "./fields";

/** Fewer commits in the upstream repository. */

const settings = z.object({
  squash: choice({
    title: "Which commits to squash",
    values: ["all", "language", "file", "author"],
    initial: "all",
    labels: {
      all: "All commits",
      language: "Commits of each language",
      file: "Commits of each file",
      author: "Commits of each author",
    },
  }),
  append_trailers: flag({
    title: "Name the authors in the commit message",
    description: "Adds “Co-authored-by” lines for the authors of squashed commits.",
    initial: true,
  }),
  commit_message: text({
    title: "Commit message",
    description: "If empty, the messages of all squashed commits.",
    most: 5000,
    long: true,
  }),
});
type Settings = z.infer<typeof settings>;

const TRAILER = /^(?:Co-authored-by|Signed-off-by|Reviewed-by|Translated-by): .{1,300}$/i;
const LONGEST_MESSAGE = 20_000;
/** By authors, commits are made again one by one. */
const MOST_BY_AUTHORS = 5000;

const sign = (person: Person) => `${person.name} <${person.email}>`;

/** Message and author of the commit that several commits become. */
export function planOf(commits: readonly UnpushedCommit[], given: Settings, bot: Person): CommitPlan {
  const authors = new Map(commits.map((commit) => [sign(commit.author), commit.author]));
  const [only] = authors.size === 1 ? [...authors.values()] : [];
  const author = only ?? bot;
  const lines = commits.flatMap((commit) => commit.message.split("\n"));
  const trailers = new Set<string>(lines.filter((line) => TRAILER.test(line)));
  for (const name of authors.keys()) if (name !== sign(author)) trailers.add(`Co-authored-by: ${name}`);
  const texts = commits.map((commit) =>
    commit.message
      .split("\n")
      .filter((line) => !TRAILER.test(line))
      .join("\n")
      .trim(),
  );
  const body = (given.commit_message.trim() || [...new Set(texts)].join("\n\n")).slice(0, LONGEST_MESSAGE);
  const tail = given.append_trailers ? [...trailers].join("\n") : "";
  return { message: [body, tail].filter(Boolean).join("\n\n") || "Update translations", author };
}

/** Items by a key, in the order in which the keys come first. */
function groupBy<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}

async function byFiles(moment: PushContext<Settings>, keyOf: (path: string) => string): Promise<void> {
  const touched = moment.commits.flatMap((commit) => commit.paths.map((path) => ({ commit, path })));
  const groups = groupBy(touched, ({ path }) => keyOf(path)).map((group) => {
    const commits = [...new Set(group.map(({ commit }) => commit))];
    const paths = [...new Set(group.map(({ path }) => path))];
    return { ...planOf(commits, moment.settings, moment.bot), paths };
  });
  const rest = { ...planOf(moment.commits, moment.settings, moment.bot), paths: "rest" as const };
  await moment.squashPaths([...groups, rest]);
}

async function byAuthors(moment: PushContext<Settings>): Promise<void> {
  const plain = moment.commits.filter((commit) => !commit.isMerge);
  if (plain.length > MOST_BY_AUTHORS) throw new Failed(refusal("squashMost", { most: MOST_BY_AUTHORS }));
  const plan = (commits: readonly UnpushedCommit[]) => ({
    ...planOf(commits, moment.settings, moment.bot),
    commits: commits.map((commit) => commit.sha),
  });
  if (await moment.squashCommits(groupBy(plain, (commit) => sign(commit.author)).map(plan))) return;
  // Two people worked on the same lines in turn: only what stands together in the history becomes one.
  let run = 0;
  const runs = groupBy(
    plain.map((commit, at) => {
      const before = plain[at - 1];
      if (before && sign(before.author) !== sign(commit.author)) run++;
      return { commit, run };
    }),
    (one) => String(one.run),
  );
  await moment.squashCommits(runs.map((group) => plan(group.map((one) => one.commit))));
}

export const squash: Addon<Settings> = {
  id: "weblate.git.squash",
  aliases: ["loquat.git.squash"],
  name: "Squash Git commits",
  description: "Pushes fewer commits: one in total, or one for each language, file or author.",
  settings,
  multiple: false,
  scopes: ["component", "project"],
  wholeRepository: true,
  unfit: (component) => (component.repository.vcs === "local" ? refusal("addonNoRemote") : undefined),
  on: [],
  async beforePush(moment) {
    if (moment.commits.length < 2) return;
    switch (moment.settings.squash) {
      case "all":
        await moment.squashPaths([{ ...planOf(moment.commits, moment.settings, moment.bot), paths: "rest" }]);
        return;
      case "language":
        return byFiles(moment, (path) => `language ${moment.languageOf(path) ?? ""}`);
      case "file":
        return byFiles(moment, (path) => path);
      case "author":
        return byAuthors(moment);
    }
  },
};
