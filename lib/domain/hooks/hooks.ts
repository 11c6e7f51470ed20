import { hookNotices } from "@/lib/generated/tables";
import { assigned, names, pick, unnest } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { sqlNow } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, anonymousActor, SERVICE } from "../access/actor";
import { denied } from "../access/denied";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { type ComponentRow, listComponents } from "../components/components";
import { OTHER_ADDRESS } from "../diagnostics/hook-address";
import { Forbidden, NotFound } from "../errors";
import { requestUpdates } from "../integrate/due-commits";
import { projectsById } from "../projects/by-id";
import { findProject, noProject, type ProjectRow } from "../projects/projects";
import { openFrom, SEALED } from "../secrets";
import { presentPath } from "../translations/former-address";
import { readAzure } from "./internal/azure";
import { readBitbucket } from "./internal/bitbucket";
import { readForgejo, readGitea } from "./internal/gitea";
import { readGitee } from "./internal/gitee";
import { readGithub } from "./internal/github";
import { readGitlab } from "./internal/gitlab";
import { type Candidate, matching, namesakes } from "./internal/matching";
import { readPagure } from "./internal/pagure";
import { type Proof, provesSecret } from "./internal/proof";
import type { ForgeReader, PushNotification } from "./notification";
import { noteReceipt } from "./receipts";

/** Inbound notifications. An answer never waits for the pull: it only writes down that one is wanted. */

/** Readers by path segment. */
export const FORGES: ReadonlyMap<string, ForgeReader> = new Map([
  ["github", readGithub],
  ["gitlab", readGitlab],
  ["bitbucket", readBitbucket],
  ["pagure", readPagure],
  ["azure", readAzure],
  ["gitea", readGitea],
  ["forgejo", readForgejo],
  ["gitee", readGitee],
]);

export interface HookAnswer {
  /** Components whose update was started, by their own ids. */
  components: ComponentRow[];
  matches: { repository: number; branch: number; enabled: number };
  /** True when components were found, and every one asks for a signature that was missing or wrong. */
  unsigned: boolean;
}

/** Whether the installation takes notifications at all. */
export function hooksEnabled(): boolean {
  return environment().hooksEnabled;
}

/**
 * Finds the components a push concerns and wants their update; the contract 7.6. A project with a secret only counts when
 * the notification is signed with it. What the public cannot see is updated like the rest but not told of, unless the
 * sender has proven the secret of its project.
 */
export async function receivePush(
  service: string,
  push: PushNotification,
  proof: Proof,
  event = "push",
): Promise<HookAnswer> {
  const found = await matching(push);
  const onBranch = push.branch === undefined ? found : found.filter((row) => row.branch === push.branch);
  const wanted = onBranch.filter((row) => row.enableHooks);
  const proven = new Set(found.filter((row) => proves(service, proof, row)).map((row) => row.id));
  const enabled = wanted.filter((row) => row.hookSecret === "" || proven.has(row.id));
  await startUpdates(enabled, toldOf(push));
  const meant = found.length > 0 ? [] : await namesakes(push, (row) => proves(service, proof, row));
  await noteReceipt({
    service,
    event,
    repository: push.repository,
    branch: push.branch,
    push,
    outcome: outcomeOf(onBranch, wanted, enabled),
    components: (enabled.length > 0 ? enabled : onBranch.length > 0 ? onBranch : found.length > 0 ? found : meant).map(
      (row) => row.id,
    ),
    detail:
      meant.length > 0
        ? OTHER_ADDRESS
        : enabled.length === 0 && found.length > 0 && onBranch.length === 0
          ? "other-branch"
          : "",
  });
  const ids = found.map((row) => row.id);
  const [{ rows: open }, { rows: all }] = await Promise.all([
    listComponents(await anonymousActor(), { ids }, WHOLE),
    listComponents(SERVICE, { ids: [...proven] }, WHOLE),
  ]);
  const told = new Map([...open, ...all].map((row) => [row.id, row]));
  const shown = (rows: readonly Candidate[]) => rows.filter((row) => told.has(row.id));
  return {
    components: shown(enabled).map((row) => told.get(row.id) as ComponentRow),
    unsigned: shown(wanted).length > 0 && shown(enabled).length === 0,
    matches: {
      repository: shown(found).length,
      branch: shown(onBranch).length,
      enabled: shown(enabled).length,
    },
  };
}

/** What the ledger tells of a push. */
export const toldOf = (push: PushNotification) => ({
  service_long_name: push.service,
  repo_url: push.repository,
  repos: push.candidates.slice(0, 20),
  branch: push.branch ?? "",
  full_name: push.fullName,
});

/** What became of a push, by the components on its branch, those whose projects take it, and those that are updated. */
export function outcomeOf(onBranch: readonly Candidate[], wanted: readonly Candidate[], enabled: readonly Candidate[]) {
  if (enabled.length > 0) return "updated";
  if (onBranch.length === 0) return "unmatched";
  return wanted.length === 0 ? "refused" : "unsigned";
}

/** All that fit: a push concerns few. */
export const WHOLE = { limit: 10_000, offset: 0 };

const proves = (service: string, proof: Proof, { hookSecret }: { hookSecret: string }) =>
  hookSecret !== "" && provesSecret(service, proof, openFrom(SEALED.hookSecret, hookSecret));

/** Wants the updates, and tells the ledger of each component once a minute, however many and however often. */
export async function startUpdates(
  components: readonly { id: number; projectId: number; repositoryId: number }[],
  details: Record<string, unknown>,
  actor: Actor = SERVICE,
): Promise<void> {
  if (components.length === 0) return;
  await inTransaction(async (tx) => {
    const h = hookNotices.as("h");
    const w = unnest("w", { id: h.componentId }, { id: components.map((row) => row.id) });
    const fresh = await tx.rows(sql`
      insert into ${h} (${names(h, "componentId")}) select ${w.id} from ${w} order by ${w.id}
      on conflict (${names(h, "componentId")}) do update set ${assigned(h, { at: sqlNow })}
        where ${h.at} <= now() - interval '1 minute'
      returning ${pick(h, "componentId")}`);
    const told = new Set(fresh.map((row) => row.componentId));
    await record(
      tx,
      actor,
      components
        .filter((row) => told.has(row.id))
        .map((row) => ({
          action: ACTION.REPOSITORY_NOTIFICATION_RECEIVED,
          projectId: row.projectId,
          componentId: row.id,
          details,
        })),
    );
    await requestUpdates(
      tx,
      components.map((row) => ({ id: row.repositoryId, projectId: row.projectId, componentId: row.id })),
    );
  });
}

/**
 * The generic hook: wants an update of one component or of all of a project. What the public cannot see is updated like
 * the rest, and answered as if it did not exist, unless the secret of its project was sent.
 * @returns undefined when the project does not take notifications
 * @throws NotFound; Forbidden when the project has a secret and it was not sent
 */
export async function receiveUpdate(
  projectSlug: string,
  path: readonly string[],
  proof: Proof,
): Promise<ComponentRow[] | undefined> {
  const anyone = await anonymousActor();
  const asked = [projectSlug, ...path].join("/");
  // What was renamed or moved is simply updated: code hosts take no redirect. Errors name what was asked for.
  const [slug = "", ...present] = (await presentPath(SERVICE, [projectSlug, ...path])) ?? [projectSlug, ...path];
  const project = await findProject(SERVICE, slug).catch(async (error: unknown) => {
    const push = { path: [projectSlug, ...path] };
    await noteReceipt({ service: "update", event: "update", repository: asked, outcome: "unmatched", push });
    throw error;
  });
  const kept = await db.prisma.project.findFirst({ where: { id: project.id }, select: { hookSecret: true } });
  const hookSecret = kept?.hookSecret ?? "";
  const proven = proves("update", proof, { hookSecret });
  const refused = hookSecret !== "" && !proven;
  const rows = refused || !project.enableHooks ? [] : await componentsAt(SERVICE, project, present);
  await startUpdates(rows, UPDATE_HOOK);
  await noteReceipt({
    service: "update",
    event: "update",
    repository: asked,
    outcome: rows.length > 0 ? "updated" : refused ? "unsigned" : project.enableHooks ? "unmatched" : "refused",
    components: rows.map((row) => row.id),
    push: { path: [projectSlug, ...path] },
  });
  if (!proven && !(await projectsById(anyone, [project.id])).has(project.id)) throw noProject(projectSlug);
  if (!project.enableHooks) return undefined;
  if (refused)
    throw new Forbidden(denied("missing-permission", refusal("hookSecretNeeded", { project: project.name })));
  const told = proven ? rows : await componentsAt(anyone, project, present);
  if (told.length === 0)
    throw new NotFound(
      path.length === 0
        ? refusal("projectNoComponents", { project: project.name })
        : refusal("noComponentIn", { path: path.join("/"), project: project.name }),
    );
  return told;
}

/** What the ledger tells of the plain hook. */
export const UPDATE_HOOK = { service_long_name: "Update hook", repo_url: "", full_name: "" };

/** Components of a project, or the one at a path in it, as far as the actor may know of them. */
export async function componentsAt(
  actor: Actor,
  project: ProjectRow,
  path: readonly string[],
): Promise<ComponentRow[]> {
  const { rows } = await listComponents(actor, { project }, WHOLE);
  if (path.length === 0) return rows;
  const wanted = path.join("/");
  return rows.filter((row) => [...row.categoryPath.split("/"), row.slug].filter(Boolean).join("/") === wanted);
}
