import { components, languages, translations } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { repositoryPath } from "@/lib/text/formats/catalogue";
import { refusal } from "@/lib/text/messages/refusal";
import { recordRun } from "../../addons/activity";
import { botActor, botIdentity } from "../../addons/bot";
import { activeFor, addonsNear } from "../../addons/installed";
import { openConfiguration } from "../../addons/settings-secrets";
import type { ComponentRow } from "../../components/components";
import { Failed } from "../../errors";
import { type Checkout, COMMITTER } from "../../working-copy/working-copy";

const [t, c, l] = [translations.as("t"), components.as("c"), languages.as("l")];

/** What add-ons make of the commits that are about to be pushed. */

const EVENT = "before-push";
/** Hundreds of components on one repository have that many, as each author and file has commits of its own. */
const MOST_COMMITS = 50_000;

/**
 * The commit to push in place of our branch: its files are the same, its history may be shorter. The branch is not
 * touched, so that nothing is lost when the push fails; an add-on that fails changes nothing.
 */
export async function commitToPush(
  checkout: Checkout,
  owner: ComponentRow | undefined,
  remote: string,
): Promise<string> {
  let head = await checkout.copy.head();
  if (!owner) return head;
  const active = activeFor(owner, await addonsNear(checkout.repository.id)).filter(({ addon }) => addon.beforePush);
  if (active.length === 0) return head;
  // What upstream has and we lack must not be squashed away.
  if ((await checkout.copy.missing(head, remote, 1)).length > 0) return head;
  const languages = await languagesByFile(checkout.repository.id);
  const squasher = checkout.copy.squasher();
  for (const one of active) {
    try {
      const from = head;
      const commits = await squasher.commits(remote, from, MOST_COMMITS + 1);
      if (commits.length > MOST_COMMITS) throw new Failed(refusal("squashMost", { most: MOST_COMMITS }));
      const take = (made: string | undefined) => {
        if (made) head = made;
        return made !== undefined;
      };
      await one.addon.beforePush?.({
        settings: one.addon.settings.parse(openConfiguration(one.row)),
        component: owner,
        bot: botIdentity(await botActor(one.addon, owner.projectId)),
        commits,
        languageOf: (path) => languageOf(languages, path),
        squashPaths: async (groups) => take(await squasher.byPaths(remote, from, groups, COMMITTER)),
        squashCommits: async (groups) => take(await squasher.byCommits(remote, from, groups, COMMITTER)),
      });
      await recordRun(one, owner, EVENT, {
        text: head === from ? "" : refusal("runSquashed", { count: commits.length }),
      });
    } catch (error) {
      await recordRun(one, owner, EVENT, { error });
    }
  }
  return head;
}

/** The language whose file a path is, or is in where that is a folder. */
function languageOf(languages: ReadonlyMap<string, string>, path: string): string | undefined {
  for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) {
    const found = languages.get(path.slice(0, at));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function languagesByFile(repositoryId: number): Promise<Map<string, string>> {
  const rows = await db.rows(sql`
    select ${pick(t, "filename")}, ${pick(l, "code")}, ${pick(c, "fileFormat", "filemask")} from ${t} join ${c} on ${c.id} = ${t.componentId} join ${l} on ${l.id} = ${t.languageId}
    where ${c.repositoryId} = ${repositoryId} and ${t.filename} <> ''`);
  const languages = new Map<string, string>();
  const several = new Set<string>();
  for (const row of rows) {
    const path = repositoryPath(row, row.filename);
    if (languages.has(path) && path !== row.filename) several.add(path);
    languages.set(path, row.code);
  }
  // A file of several languages is of none.
  for (const path of several) languages.delete(path);
  return languages;
}
