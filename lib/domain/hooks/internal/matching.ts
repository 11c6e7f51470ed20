import { components, projects, repositories } from "@/lib/generated/tables";
import { combined, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, sql } from "@/lib/platform/database";
import { hostOf } from "@/lib/platform/vcs/addresses";
import { escapeLike } from "@/lib/text/like";
import type { PushNotification } from "../notification";

/** Which components a push concerns: their repository's address is one of those the code host names; the contract 7.6. */

const [r, c, p] = [repositories.as("r"), components.as("c"), projects.as("p")];

const COLUMNS = combined(
  pick(c, "id", "repositoryId", "projectId"),
  pick(r, "url", "branch"),
  pick(p, "enableHooks", "hookSecret"),
);

/** A component that uses the repository, with what decides whether its project takes the notification. */
export type Candidate = SelectedRow<typeof COLUMNS>;

const FROM = sql`
  from ${r} join ${c} on ${c.repositoryId} = ${r.id} and ${c.linkedComponentId} is null and ${c.removedAt} is null
  join ${p} on ${p.id} = ${c.projectId} and ${p.removedAt} is null`;

/** Components that use the repository of a push, on whatever branch. */
export async function matching(push: PushNotification): Promise<Candidate[]> {
  const exact = push.candidates.flatMap((address) => [address, `${address}/`]);
  // https://user:token@host/path names the same repository as https://host/path.
  const secured = push.candidates
    .filter((address) => /^https?:\/\//i.test(address))
    .map((address) => `%@${escapeLike(address.replace(/^https?:\/\//i, ""))}`);
  const found = await db.rows(sql`
    select ${COLUMNS} ${FROM}
    where ${r.url} = any(${exact}::text[]) or (${r.url} ~ '^https?://' and ${r.url} like any(${secured}::text[]))
    order by ${c.id} limit 1000`);
  return found.length > 0 ? found : byFullName(push);
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
  const rows = await db.rows(sql`
    select ${COLUMNS} ${FROM} where ${r.url} ilike any(${[`%${suffix}`, `%${suffix}/`, `%${suffix}.git`]}::text[])
    order by ${c.id} limit 1000`);
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

/** More namesakes are not looked at. */
const NAMESAKES = 200;

/**
 * Components that the sender of a push which matches none may have meant: their repository has the same path on another
 * host or port, or at least the same name where `proves` says that the secret of their project was sent. Whoever knows no
 * secret of theirs says nothing of projects that have one.
 */
export async function namesakes(
  push: PushNotification,
  proves: (project: { hookSecret: string }) => boolean,
): Promise<Candidate[]> {
  const path = push.fullName.toLowerCase();
  const name = path.split("/").at(-1) ?? "";
  if (!path.includes("/") || name.length < 3) return [];
  const suffix = `%/${escapeLike(name)}`;
  const rows = await db.rows(sql`
    select ${COLUMNS} ${FROM} where ${r.vcs} <> 'local' and ${r.url} ilike any(${[suffix, `${suffix}/`, `${suffix}.git`]}::text[])
    order by ${c.id} limit ${NAMESAKES}`);
  return rows.filter((row) => {
    const place = placeOf(row.url);
    if (!place || isLoopback(place.host)) return false;
    if (row.hookSecret !== "") return proves(row);
    return place.path.toLowerCase() === path;
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
