import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { hostOf } from "@/lib/platform/vcs/addresses";
import { SERVICE } from "../access/actor";
import { ACTION } from "../changes/actions";
import { record } from "../changes/record";
import { type ComponentRow, listComponents } from "../components/components";
import { Forbidden, NotFound } from "../errors";
import { findProject } from "../projects/projects";
import { wantUpdate } from "../repository/due";
import { openFrom, SEALED } from "../secrets";
import { readAzure } from "./azure";
import { readBitbucket } from "./bitbucket";
import { readForgejo, readGitea } from "./gitea";
import { readGitee } from "./gitee";
import { readGithub } from "./github";
import { readGitlab } from "./gitlab";
import type { ForgeReader, PushNotification } from "./notification";
import { readPagure } from "./pagure";
import { type Proof, provesSecret } from "./proof";

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

interface Candidate {
  id: number;
  repositoryId: number;
  projectId: number;
  url: string;
  branch: string;
  enableHooks: boolean;
  hookSecret: string;
}

/**
 * Finds the components a push concerns and wants their update; the contract 7.6. A project with a secret only counts when
 * the notification is signed with it.
 */
export async function receivePush(service: string, push: PushNotification, proof: Proof): Promise<HookAnswer> {
  const found = await matching(push);
  const onBranch = push.branch === undefined ? found : found.filter((row) => row.branch === push.branch);
  const wanted = onBranch.filter((row) => row.enableHooks);
  const enabled = wanted.filter(
    (row) => row.hookSecret === "" || provesSecret(service, proof, openFrom(SEALED.hookSecret, row.hookSecret)),
  );
  const outcome = enabled.length > 0 ? "updated" : wanted.length > 0 ? "wrong signature" : "no match";
  await inTransaction(async (tx) => {
    await tx.run(sql`
      insert into hook_deliveries (service, repository, branch, outcome, matched)
      values (${service}, ${push.repository.slice(0, 300)}, ${push.branch ?? ""}, ${outcome}, ${enabled.map((row) => row.id)}::int[])`);
    for (const row of enabled) await notify(tx, row, push);
  });
  const { rows } = await listComponents(SERVICE, { ids: enabled.map((row) => row.id) }, { limit: 1000, offset: 0 });
  return {
    components: rows,
    unsigned: wanted.length > 0 && enabled.length === 0,
    matches: { repository: found.length, branch: onBranch.length, enabled: enabled.length },
  };
}

async function notify(tx: Tx, row: Candidate, push: PushNotification): Promise<void> {
  await record(tx, SERVICE, [
    {
      action: ACTION.REPOSITORY_NOTIFICATION_RECEIVED,
      projectId: row.projectId,
      componentId: row.id,
      details: {
        service_long_name: push.service,
        repo_url: push.repository,
        repos: push.candidates.slice(0, 20),
        branch: push.branch ?? "",
        full_name: push.fullName,
      },
    },
  ]);
  await wantUpdate(tx, { id: row.repositoryId, projectId: row.projectId, componentId: row.id });
}

const ROWS = sql`
  select c.id, c.repository_id, c.project_id, r.url, r.branch, p.enable_hooks, p.hook_secret
  from repositories r join components c on c.repository_id = r.id and c.linked_component_id is null and c.removed_at is null
  join projects p on p.id = c.project_id and p.removed_at is null`;

async function matching(push: PushNotification): Promise<Candidate[]> {
  const exact = push.candidates.flatMap((address) => [address, `${address}/`]);
  // https://user:token@host/path names the same repository as https://host/path.
  const secured = push.candidates
    .filter((address) => /^https?:\/\//i.test(address))
    .map((address) => `%@${escapeLike(address.replace(/^https?:\/\//i, ""))}`);
  const found = await db.rows<Candidate>(sql`
    ${ROWS} where r.url = any(${exact}::text[]) or (r.url ~ '^https?://' and r.url like any(${secured}::text[])) order by c.id limit 1000`);
  return found.length > 0 ? found : byFullName(push);
}

function escapeLike(value: string): string {
  return value.replace(/[\\%_]/g, "\\$&");
}

/** Only when nothing fits exactly: same path on the same host as one of the candidates. */
async function byFullName(push: PushNotification): Promise<Candidate[]> {
  const parts = push.fullName.split("/");
  if (parts.length < 2 || (parts.at(-1) ?? "").length < 3) return [];
  const fitting = push.candidates
    .map(placeOf)
    .filter((place) => place && !isLoopback(place.host) && place.path.toLowerCase() === push.fullName.toLowerCase());
  if (fitting.length === 0) return [];
  const suffix = escapeLike(push.fullName);
  const rows = await db.rows<Candidate>(sql`
    ${ROWS} where r.url ilike any(${[`%${suffix}`, `%${suffix}/`, `%${suffix}.git`]}::text[]) order by c.id limit 1000`);
  return rows.filter((row) => {
    const place = placeOf(row.url);
    return (
      place &&
      fitting.some(
        (other) =>
          other &&
          other.host === place.host &&
          other.port === place.port &&
          other.path.toLowerCase() === place.path.toLowerCase(),
      )
    );
  });
}

interface Place {
  host: string;
  port: string;
  path: string;
}

function placeOf(address: string): Place | undefined {
  const host = hostOf(address);
  if (!host) return undefined;
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(address);
  const path = isUrl ? new URL(address).pathname : address.slice(address.indexOf(":") + 1);
  return {
    host: host.toLowerCase(),
    port: isUrl ? new URL(address).port : "",
    path: path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, ""),
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host.startsWith("127.") || host === "::1";
}

/**
 * The generic hook: wants an update of one component or of all of a project.
 * @returns undefined when the project does not take notifications
 * @throws NotFound; Forbidden when the project has a secret and it was not sent
 */
export async function receiveUpdate(
  projectSlug: string,
  path: readonly string[],
  proof: Proof,
): Promise<ComponentRow[] | undefined> {
  const project = await findProject(SERVICE, projectSlug);
  if (!project.enableHooks) return undefined;
  const kept = await db.one<{ hookSecret: string }>(sql`select hook_secret from projects where id = ${project.id}`);
  if (kept?.hookSecret && !provesSecret("update", proof, openFrom(SEALED.hookSecret, kept.hookSecret)))
    throw new Forbidden({
      reason: "missing-permission",
      text: `The project ${project.name} takes notifications with its secret only: send it as Authorization: Bearer.`,
    });
  const { rows } = await listComponents(SERVICE, { project }, { limit: 10_000, offset: 0 });
  const wanted =
    path.length === 0
      ? rows
      : rows.filter((row) => [...row.categoryPath.split("/"), row.slug].filter(Boolean).join("/") === path.join("/"));
  if (wanted.length === 0)
    throw new NotFound(
      path.length === 0
        ? `The project ${project.name} has no components.`
        : `There is no component ${path.join("/")} in ${project.name}.`,
    );
  await inTransaction(async (tx) => {
    for (const row of wanted) {
      await record(tx, SERVICE, [
        {
          action: ACTION.REPOSITORY_NOTIFICATION_RECEIVED,
          projectId: row.projectId,
          componentId: row.id,
          details: { service_long_name: "Update hook", repo_url: "", branch: row.repository.branch, full_name: "" },
        },
      ]);
      await wantUpdate(tx, { id: row.repositoryId, projectId: row.projectId, componentId: row.id });
    }
  });
  return wanted;
}
