import { createHash } from "node:crypto";
import { addons, components, pendingChanges, repositories, translations, wholeFiles } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Checkout } from "../../working-copy/working-copy";

const [p, t, c, r] = [pendingChanges.as("p"), translations.as("t"), components.as("c"), repositories.as("r")];
const [w, a] = [wholeFiles.as("w"), addons.as("a")];

/**
 * What a plan of a repository operation is made from, as short fingerprints in a fixed order: who wants to carry it out
 * makes them again, and sees what has changed.
 */
export interface PlanVersion {
  /** Upstream, and the branch that we push to; `-` where the operation does not look at them. */
  upstream: string;
  pushed: string;
  branch: string;
  edits: string;
  settings: string;
}

/** The parts, each with what is said when it has changed. */
const PARTS: Record<keyof PlanVersion, Refusal> = {
  upstream: refusal("planUpstream"),
  pushed: refusal("planPushed"),
  branch: refusal("planBranch"),
  edits: refusal("planEdits"),
  settings: refusal("planSettings"),
};

const NAMES = Object.keys(PARTS) as (keyof PlanVersion)[];
const NOT_SEEN = "-";

type Remote = Pick<PlanVersion, "upstream" | "pushed">;

/** What is seen of the remote: heads of branches, null where there is none, undefined where nobody looked. */
export const remoteVersion = (upstream: string | null | undefined, pushed: string | null | undefined): Remote => ({
  upstream: upstream === undefined ? NOT_SEEN : fingerprint(upstream),
  pushed: pushed === undefined ? NOT_SEEN : fingerprint(pushed),
});

/** What a plan would be made from here. */
export async function localVersion({ copy, repository }: Checkout): Promise<Omit<PlanVersion, keyof Remote>> {
  return {
    branch: fingerprint(await copy.head()),
    edits: fingerprint(await edits(repository.id)),
    settings: fingerprint(await settings(repository.id)),
  };
}

/** The version of what a plan would be made from now that looks at the remote as that one did. */
export async function versionNow(checkout: Checkout, planned: PlanVersion): Promise<PlanVersion> {
  const { copy } = checkout;
  const upstream = planned.upstream === NOT_SEEN ? undefined : await copy.fetch();
  const pushed = planned.pushed === NOT_SEEN ? undefined : await copy.pushedHead();
  return { ...remoteVersion(upstream, pushed), ...(await localVersion(checkout)) };
}

const fingerprint = (of: string | null): string =>
  createHash("sha256")
    .update(of ?? "")
    .digest("hex")
    .slice(0, 10);

/** What waits for a commit or a push. */
async function edits(repositoryId: number): Promise<string> {
  const row = await db.one(sql`
    select ${named({
      pending: asText(sql`
        (select coalesce(md5(string_agg(${p.id} || ':' || coalesce(${p.commit}, ''), ',' order by ${p.id})), '')
          from ${p} join ${t} on ${t.id} = ${p.translationId} join ${c} on ${c.id} = ${t.componentId} where ${c.repositoryId} = ${repositoryId})`),
      files: asText(sql`
        (select coalesce(string_agg(${w.id} || ':' || ${w.blob} || ':' || coalesce(${w.commit}, ''), ',' order by ${w.id}), '')
          from ${w} where ${w.repositoryId} = ${repositoryId})`),
    })}`);
  return JSON.stringify(row);
}

/** Columns of components that move by themselves. */
const MOVING = ["locked", "locked_auto", "lock_reason", "task_id", "imported_at"];

async function settings(repositoryId: number): Promise<string> {
  const [own, components_, addons_] = await Promise.all([
    db.one(sql`
      select ${pick(r, "vcs", "url", "urlSecret", "branch", "push", "pushSecret", "pushBranch", "mergeStyle", "pushOnCommit")}
      from ${r} where ${r.id} = ${repositoryId}`),
    db.rows(sql`
      select ${named({ told: asText(sql`(to_jsonb(c) - ${MOVING}::text[])::text`) })} from ${c}
      where ${c.repositoryId} = ${repositoryId} order by ${c.id}`),
    db.rows(sql`
      select ${pick(a, "id", "configuration")} from ${a}
      where exists (select from ${c} where ${c.repositoryId} = ${repositoryId} and (${a.componentId} = ${c.id} or ${a.projectId} = ${c.projectId}))
        or (${a.componentId} is null and ${a.projectId} is null) order by ${a.id}`),
  ]);
  return JSON.stringify([own, components_, addons_]);
}

/** A version as one word. */
export const writeVersion = (version: PlanVersion): string => NAMES.map((name) => version[name]).join(".");

/** The word of a version; undefined for anything else. */
export function readVersion(word: string): PlanVersion | undefined {
  const parts = word.split(".");
  if (parts.length !== NAMES.length || !parts.every((part) => /^(-|[0-9a-f]{10})$/.test(part))) return undefined;
  return Object.fromEntries(NAMES.map((name, index) => [name, parts[index]])) as unknown as PlanVersion;
}

/** What has changed between two versions, in sentences. */
export const changesBetween = (planned: PlanVersion, now: PlanVersion): Refusal[] =>
  NAMES.filter((name) => planned[name] !== now[name]).map((name) => PARTS[name]);
