import { autoTeams, components, projects, teams, users, viewings } from "@/lib/generated/tables";
import { assigned, combined, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, sql } from "@/lib/platform/database";
import { anyOf, asMoment, orNull, sqlNow } from "@/lib/platform/expressions";
import { log } from "@/lib/platform/log";
import { type AccessLevel, PROJECT_SELECTION } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, anonymousActor, type Grant, grantsOfTeams, loadActor, type ViewKind } from "../access/actor";
import { can, demand, visibleComponents } from "../access/demand";
import { denied } from "../access/denied";
import { type Denial, Forbidden, Invalid, NotFound } from "../errors";
import { sessionNumber } from "./sessions";

/**
 * Looking at Loquat through other eyes. A session that does so is taken for the other one wherever it reads, and changes
 * nothing: whoever lets a request in asks `refuseWhileViewing`.
 *
 * Administrators of the installation look through the eyes of any person, as there is nothing that they may not see. Those of
 * a project look through the eyes of kinds of people alone, and of this project: no person is behind these eyes, and what they
 * see is cut down to the project and to what whoever looks may see.
 */

/** A look ends by itself after so many minutes. */
export const VIEW_MINUTES = 30;

/** Through whose eyes. */
export type Eyes =
  | { kind: "person"; username: string }
  | { kind: Exclude<ViewKind, "person">; project: { id: number; accessControl: AccessLevel }; teamId?: number };

const [v, p, t] = [viewings.as("v"), projects.as("p"), teams.as("t")];
const [u, by, c, a] = [users.as("u"), users.as("by"), components.as("c"), autoTeams.as("a")];

/** Why nothing can be changed while somebody looks through other eyes; undefined when nobody does. */
export function viewingDenial(actor: Actor): Denial | undefined {
  if (!actor.viewing) return undefined;
  return denied("viewing", refusal("viewing"));
}

/** Refuses whatever is not reading. @throws Forbidden while the actor looks through other eyes */
export function refuseWhileViewing(actor: Actor): void {
  const why = viewingDenial(actor);
  if (why) throw new Forbidden(why);
}

/** Whether the actor may look through the eyes of people. */
export const mayViewAs = (actor: Actor): boolean =>
  actor.isSuperuser && actor.tokenProjectId === undefined && !actor.viewing && can(actor, "user.edit");

/** Whether somebody is a person through whose eyes there is something to be seen. */
export const hasEyes = (person: { isSuperuser: boolean; isBot: boolean; isActive: boolean }): boolean =>
  !person.isSuperuser && !person.isBot && person.isActive;

/**
 * Begins a look, for 30 minutes. Through a person's eyes for administrators of the installation; through those of a kind of
 * people in a project for who has `project.permissions` there.
 * @param sessionId of the session that is to look
 * @throws Forbidden, NotFound, Invalid for somebody whose eyes nobody looks through
 */
export async function startViewing(actor: Actor, sessionId: string, eyes: Eyes): Promise<void> {
  refuseWhileViewing(actor);
  const whose = eyes.kind === "person" ? await personFor(actor, eyes.username) : await kindFor(actor, eyes);
  await inTransaction(async (tx) => {
    const session = await sessionNumber(tx, actor.userId, sessionId);
    await tx.prisma.viewing.updateMany({ where: { sessionId: session }, data: { sessionId: null } });
    const until = asMoment(sql`now() + make_interval(mins => ${VIEW_MINUTES}::int)`);
    await tx.run(sql`
      insert into ${v} ${row(v, { sessionId: session, userId: actor.userId, kind: eyes.kind, until, ...whose })}`);
  });
  log.info(
    { part: "access", by: actor.username, ...whose, kind: eyes.kind },
    "Somebody begins to look through other eyes.",
  );
}

async function personFor(actor: Actor, username: string) {
  demand(actor, "user.edit");
  if (!mayViewAs(actor)) throw new Forbidden(denied("missing-permission", refusal("viewOnlyAdministrators")));
  const person = await db.one(sql`
    select ${pick(u, "id", "isSuperuser", "isBot", "isActive")} from ${u}
    where lower(${u.username}) = lower(${username}) and not ${u.isAnonymous}`);
  if (!person) throw new NotFound(refusal("noUser", { user: username }));
  if (person.isSuperuser) throw Invalid.field("", refusal("administratorInstallationSees"));
  if (person.isBot) throw Invalid.field("", refusal("botLooksNo"));
  if (!person.isActive) throw Invalid.field("", refusal("accountClosedSees"));
  return { viewedId: person.id };
}

async function kindFor(actor: Actor, { kind, project, teamId }: Exclude<Eyes, { kind: "person" }>) {
  demand(actor, "project.permissions", { project });
  if (kind !== "team") return { projectId: project.id };
  const team = await db.one(sql`
    select ${pick(t, "id")} from ${t} where ${t.id} = ${teamId ?? 0} and ${t.definingProjectId} = ${project.id}`);
  if (!team) throw Invalid.field("eyes", refusal("teamNotBelong"), "does_not_exist");
  return { projectId: project.id, teamId: team.id };
}

const FOUND = combined(
  pick(v, "kind", "until", "viewedId", "projectId", "teamId"),
  named({ slug: orNull(p.slug), projectName: orNull(p.name), team: orNull(t.name) }),
  named({ accessControl: orNull(p.accessControl) }),
);

/**
 * Who sees, while somebody looks through other eyes. What became impossible ends: the right to it was lost, or the account,
 * the team or the project is gone.
 * @param id of the look that is under way in the session
 */
export async function viewedActor(looks: Actor, id: number): Promise<Actor> {
  const found = await db.one(sql`
    select ${FOUND} from ${v}
      left join ${p} on ${p.id} = ${v.projectId} and ${p.removedAt} is null
      left join ${t} on ${t.id} = ${v.teamId} and ${t.definingProjectId} = ${v.projectId}
    where ${v.id} = ${id}`);
  const seen = found && (await throughEyes(looks, found));
  if (!seen) {
    await endOne(id);
    return looks;
  }
  const { kind, slug, projectName, team, until } = found;
  return {
    ...seen,
    viewing: {
      id,
      by: { userId: looks.userId, username: looks.username },
      kind: kind as ViewKind,
      name: kind === "person" ? seen.username : (team ?? ""),
      project: slug !== null && projectName !== null ? { slug, name: projectName } : undefined,
      until,
    },
  };
}

async function throughEyes(looks: Actor, found: SelectedRow<typeof FOUND>): Promise<Actor | undefined> {
  const { kind, projectId, accessControl, team, viewedId } = found;
  if (kind === "person") {
    const person = mayViewAs(looks) && viewedId !== null ? await loadActor(viewedId) : undefined;
    return person?.isSuperuser ? undefined : person;
  }
  if (projectId === null || accessControl === null) return undefined;
  const project = { id: projectId, accessControl };
  if (!can(looks, "project.permissions", { project })) return undefined;
  if (kind === "visitor") return anonymousActor(looks.client);
  if (kind === "team" && team === null) return undefined;
  const everybody = await db.rows(sql`select ${pick(a, "teamId")} from ${a} where ${a.pattern} = '^.*$'`);
  const ids = everybody.map(({ teamId }) => teamId);
  if (kind === "team" && found.teamId !== null) ids.push(found.teamId);
  return {
    userId: 0,
    username: "",
    fullName: "",
    email: "",
    isAnonymous: false,
    isSuperuser: false,
    isBot: false,
    tokenProjectId: project.id,
    grants: await within(looks, project, await grantsOfTeams(ids)),
    blockedIn: new Set(),
    cause: "person",
  };
}

/** What teams give in one project, and of it what somebody may see. */
async function within(
  looks: Actor,
  project: { id: number; accessControl: AccessLevel },
  grants: readonly Grant[],
): Promise<Grant[]> {
  const asked = grants.flatMap((grant) => grant.components);
  const known = await db.rows(sql`
    select ${pick(c, "id")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${anyOf(c.id, asked)} and ${p.id} = ${project.id} and ${visibleComponents(looks)}`);
  const seen = new Set(known.map(({ id }) => id));
  return grants.flatMap((grant) => {
    if (grant.components.length > 0) {
      const named = grant.components.filter((id) => seen.has(id));
      // Without a component it would be a team of the whole project.
      return named.length > 0 ? [{ ...grant, projects: [], components: named }] : [];
    }
    const projects = grant.projects.filter((id) => id === project.id);
    if (grant.projectSelection !== PROJECT_SELECTION.ALL) return [{ ...grant, projects }];
    return [{ ...grant, projectSelection: PROJECT_SELECTION.LISTED, projects: [project.id] }];
  });
}

/** Ends the look that is under way; nothing happens when there is none. */
export async function stopViewing(actor: Actor): Promise<void> {
  if (!actor.viewing) return;
  await endOne(actor.viewing.id);
  log.info({ part: "access", by: actor.viewing.by.username }, "Somebody stops looking through other eyes.");
}

async function endOne(id: number): Promise<void> {
  await db.run(sql`
    update ${v} set ${assigned(v, { endedAt: sqlNow })} where ${v.id} = ${id} and ${v.endedAt} is null`);
}

const LOOK = combined(
  pick(v, "id", "startedAt"),
  named({ by: by.username, /** At the latest. */ endedAt: asMoment(sql`coalesce(${v.endedAt}, ${v.until})`) }),
);

/** Who looked through somebody's eyes, the last first; at most 20. Needs `user.edit`. */
export async function looksAt(actor: Actor, userId: number): Promise<SelectedRow<typeof LOOK>[]> {
  demand(actor, "user.edit");
  return db.rows(sql`
    select ${LOOK} from ${v} join ${by} on ${by.id} = ${v.userId}
    where ${v.viewedId} = ${userId} order by ${v.startedAt} desc, ${v.id} desc limit 20`);
}
