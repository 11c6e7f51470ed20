import { accessRequests, projects, users } from "@/lib/generated/tables";
import { assigned, combined, named, names, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, sql } from "@/lib/platform/database";
import { counted, rowCount, sqlNow } from "@/lib/platform/expressions";
import { takeTurn } from "@/lib/platform/throttle-store";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { denied } from "../access/denied";
import { projectsWith } from "../access/permission-conditions";
import { needKey, whoMay } from "../access/who-may";
import { Conflict, Forbidden, Invalid, NotFound, Throttled, Unauthenticated } from "../errors";
import { type Part, partOf } from "../teams/team-members";
import { settleNotices, tellAnswer, tellOfRequest } from "./internal/tell-of-requests";
import { addProjectMember } from "./members";
import type { ProjectRow } from "./projects";

/** People who ask to work in a project that they may see: once for each project. */

const [a, u, p] = [accessRequests.as("a"), users.as("u"), projects.as("p")];

const REQUEST = combined(pick(a, "id", "message", "createdAt"), pick(u, "username", "fullName"));

export type AccessRequestRow = SelectedRow<typeof REQUEST>;

/** How often one person may ask, whichever the projects. */
const PER_PERSON = "10/day";
const MOST_CHARACTERS = 500;
/** Who has been declined may ask again after this. */
const PAUSE_DAYS = 30;

/** How a request of the actor stands: it waits, or was declined lately; undefined when the actor may ask. */
export async function ownRequest(
  actor: Actor,
  project: Pick<ProjectRow, "id">,
): Promise<"waiting" | "declined" | undefined> {
  if (actor.isAnonymous) return undefined;
  const found = await db.one(sql`
    select ${pick(a, "declinedAt")} from ${a} where ${a.userId} = ${actor.userId} and ${a.projectId} = ${project.id}
      and (${a.declinedAt} is null or ${a.declinedAt} > now() - make_interval(days => ${PAUSE_DAYS}::int))`);
  return found && (found.declinedAt === null ? "waiting" : "declined");
}

/** People who answer requests for a project: the first by name, and how many there are. */
export interface Granters {
  names: string[];
  count: number;
}

/**
 * Who can give access to a project: those whose teams let them manage its members. Told to people who are signed in; the
 * project has been found for the actor.
 */
export async function whoGrants(actor: Actor, project: Pick<ProjectRow, "id">, most: number): Promise<Granters> {
  const need = { projectId: project.id, componentId: null, permission: "project.permissions" } as const;
  const found = (await whoMay(actor, [need], most)).get(needKey(need));
  return { names: (found?.people ?? []).map((one) => one.fullName || one.username), count: found?.count ?? 0 };
}

/**
 * Asks those who manage the members of a project to be let in. The project has been found for the actor.
 * @throws Conflict when the actor has asked already, Invalid, Throttled, Forbidden for somebody who is blocked
 */
export async function askForAccess(actor: Actor, project: Pick<ProjectRow, "id">, message: string): Promise<void> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInAskAccess"));
  if (actor.isBot || actor.tokenProjectId !== undefined)
    throw new Forbidden(denied("not-supported", refusal("denyAskPeople")));
  if (actor.blockedIn.has(project.id)) throw new Forbidden(denied("blocked", refusal("denyAskBlocked")));
  if (message.trim() === "") throw Invalid.field("message", refusal("sayFewWords"), "blank");
  if (message.length > MOST_CHARACTERS)
    throw Invalid.field("message", refusal("atMostCharacters", { most: MOST_CHARACTERS }), "max_length");
  if (await ownRequest(actor, project)) throw new Conflict(refusal("askedAlready"));
  const verdict = await takeTurn("access-request", String(actor.userId), PER_PERSON);
  if (verdict && !verdict.allowed) throw new Throttled(refusal("askedMuchToday"), verdict.reset);
  const values = { message: message.trim(), createdAt: sqlNow, declinedAt: null };
  await inTransaction(async (tx) => {
    const made = await tx.run(sql`
      insert into ${a} ${row(a, { userId: actor.userId, projectId: project.id, ...values })}
      on conflict (${names(a, "userId", "projectId")}) do update set ${assigned(a, values)} where ${a.declinedAt} is not null`);
    if (made > 0) await tellOfRequest(tx, project.id);
  });
}

/** Takes one's own request back. @throws NotFound */
export async function withdrawRequest(actor: Actor, project: Pick<ProjectRow, "id">): Promise<void> {
  await inTransaction(async (tx) => {
    const gone = await tx.run(sql`
      delete from ${a} where ${a.userId} = ${actor.userId} and ${a.projectId} = ${project.id} and ${a.declinedAt} is null`);
    if (gone === 0) throw new NotFound(refusal("noRequestYours"));
    await settleNotices(tx, project.id);
  });
}

/** Requests that wait, oldest first. Needs `project.permissions`. */
export async function listAccessRequests(
  actor: Actor,
  project: ProjectRow,
  { after, limit }: { after?: number; limit: number },
): Promise<Part<AccessRequestRow>> {
  demand(actor, "project.permissions", { project });
  const found = await db.rows(sql`
    select ${REQUEST} from ${a} join ${u} on ${u.id} = ${a.userId} and ${u.isActive}
    where ${a.projectId} = ${project.id} and ${a.declinedAt} is null and ${a.id} > ${after ?? 0} order by ${a.id} limit ${limit + 1}`);
  return partOf(found, limit, (last) => String(last.id));
}

/** How many wait. Needs `project.permissions`. */
export async function countAccessRequests(actor: Actor, project: ProjectRow): Promise<number> {
  demand(actor, "project.permissions", { project });
  const all = await db.one(sql`
    select ${counted} from ${a} join ${u} on ${u.id} = ${a.userId} and ${u.isActive}
    where ${a.projectId} = ${project.id} and ${a.declinedAt} is null`);
  return all?.count ?? 0;
}

const WAITING_PROJECT = combined(pick(p, "slug", "name"), named({ requests: rowCount }));

/** Projects in which requests wait that the actor may answer, the longest wait first. */
export async function projectsWithAccessRequests(
  actor: Actor,
  limit: number,
): Promise<SelectedRow<typeof WAITING_PROJECT>[]> {
  if (actor.isAnonymous) return [];
  return db.rows(sql`
    select ${WAITING_PROJECT} from ${a} join ${u} on ${u.id} = ${a.userId} and ${u.isActive} join ${p} on ${p.id} = ${a.projectId}
    where ${a.declinedAt} is null and ${projectsWith(actor, "project.permissions")}
    group by ${p.id} order by min(${a.id}) limit ${limit}`);
}

async function findRequest(project: ProjectRow, id: number): Promise<AccessRequestRow> {
  const found = await db.one(sql`
    select ${REQUEST} from ${a} join ${u} on ${u.id} = ${a.userId}
    where ${a.id} = ${id} and ${a.projectId} = ${project.id} and ${a.declinedAt} is null`);
  if (!found) throw new NotFound(refusal("requestAnsweredTaken"));
  return found;
}

/** Notes the answer and tells it; only once where two answer at one moment. */
async function answer(project: ProjectRow, id: number, said: "granted" | "declined"): Promise<void> {
  const waits = sql`${accessRequests.id} = ${id} and ${accessRequests.declinedAt} is null`;
  const asker = pick(accessRequests, "userId");
  await inTransaction(async (tx) => {
    const answered = await tx.one(
      said === "granted"
        ? sql`delete from ${accessRequests} where ${waits} returning ${asker}`
        : sql`update ${accessRequests} set ${assigned(accessRequests, { declinedAt: sqlNow })} where ${waits} returning ${asker}`,
    );
    if (!answered) return;
    await tellAnswer(tx, project.id, answered.userId, said);
    await settleNotices(tx, project.id);
  });
}

/** Puts whoever asked into a team of the project. @throws Invalid for another project's team; NotFound, Forbidden */
export async function grantAccessRequest(
  actor: Actor,
  project: ProjectRow,
  id: number,
  teamId: number,
): Promise<{ username: string }> {
  demand(actor, "project.permissions", { project });
  const { username } = await findRequest(project, id);
  await addProjectMember(actor, project, teamId, username);
  await answer(project, id, "granted");
  return { username };
}

/** Declines: whoever asked sees it, and may ask again after a month. @throws NotFound, Forbidden */
export async function declineAccessRequest(
  actor: Actor,
  project: ProjectRow,
  id: number,
): Promise<{ username: string }> {
  demand(actor, "project.permissions", { project });
  const { username } = await findRequest(project, id);
  await answer(project, id, "declined");
  return { username };
}
