import {
  componentListMembers,
  projects,
  rolePermissions,
  teamComponentLists,
  teamComponents,
  teamLanguages,
  teamMembers,
  teamProjects,
  teamRoles,
  teams,
  userBlocks,
  users,
} from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, type Sql, sql, together, whenDatabaseCloses } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { asNumbers, asTexts } from "@/lib/platform/expressions";
import { LANGUAGE_SELECTION, type ProjectSelection } from "@/lib/text/codes";

/** One team of an actor, with what it grants and where. */
export interface Grant {
  teamId: number;
  name: string;
  permissions: ReadonlySet<string>;
  projectSelection: ProjectSelection;
  projects: readonly number[];
  /** Components named by the team or by its component lists; when there are any, projects do not count. */
  components: readonly number[];
  /** Undefined: all languages. */
  languages: readonly number[] | undefined;
}

/** Whoever is asking: a person, a project-scoped token, or nobody. */
export interface Actor {
  userId: number;
  username: string;
  fullName: string;
  email: string | null;
  isAnonymous: boolean;
  isSuperuser: boolean;
  isBot: boolean;
  /** Set for a project token: permissions hold in this project only. */
  tokenProjectId: number | undefined;
  grants: readonly Grant[];
  /** Projects that shut this user out. */
  blockedIn: ReadonlySet<number>;
  /** Network address of a caller that nobody is signed in from. */
  client?: string;
  /** Set for a person whose session began without a second factor: where that is not enough to change something. */
  withoutFactor?: { everywhere: boolean; projects: ReadonlySet<number> };
  /** Set where a session looks through the eyes of somebody: what else stands here is theirs, and nothing may be changed. */
  viewing?: Viewing;
  /** How the request came in; the cause written into the ledger. */
  cause: "person" | "api" | "service" | "addon";
}

/** Whose eyes a look goes through: one person's, or those of a kind of people in one project. */
export const VIEW_KINDS = ["person", "visitor", "signed-in", "team"] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

/** A look through the eyes of somebody. */
export interface Viewing {
  id: number;
  /** Who looks. */
  by: { userId: number; username: string };
  kind: ViewKind;
  /** Of the person or the team; "" for the other kinds. */
  name: string;
  /** Where a kind of people is looked through; undefined for a person. */
  project: { slug: string; name: string } | undefined;
  /** When it ends by itself. */
  until: Date;
}

const [u, b] = [users.as("u"), userBlocks.as("b")];

const USER_COLUMNS = pick(u, "id", "username", "fullName", "email", "isAnonymous", "isSuperuser", "isBot");

const BLOCKED_IN = named({
  blocked: asNumbers(sql`
    array(select ${b.projectId} from ${b} where ${b.userId} = ${u.id} and (${b.expiresAt} is null or ${b.expiresAt} > now()))`),
});

const p = projects.as("p");

const FACTOR_DEMANDED = named({
  demanding: asNumbers(sql`array(select ${p.id} from ${p} where ${p.enforced2fa})`),
});

const [m, t] = [teamMembers.as("m"), teams.as("t")];
const [tr, rp] = [teamRoles.as("tr"), rolePermissions.as("rp")];
const [tp, tc, tl] = [teamProjects.as("tp"), teamComponents.as("tc"), teamLanguages.as("tl")];
const [cl, cm] = [teamComponentLists.as("cl"), componentListMembers.as("cm")];

const GRANT_COLUMNS = named({
  teamId: t.id,
  name: t.name,
  projectSelection: t.projectSelection,
  languageSelection: t.languageSelection,
  permissions: asTexts(sql`
    array(select distinct ${rp.codename} from ${tr} join ${rp} on ${rp.roleId} = ${tr.roleId} where ${tr.teamId} = ${t.id})`),
  projects: asNumbers(sql`array(select ${tp.projectId} from ${tp} where ${tp.teamId} = ${t.id})`),
  components: asNumbers(sql`
    array(select ${tc.componentId} from ${tc} where ${tc.teamId} = ${t.id}
      union select ${cm.componentId} from ${cl} join ${cm} on ${cm.componentListId} = ${cl.componentListId} where ${cl.teamId} = ${t.id})`),
  languages: asNumbers(sql`array(select ${tl.languageId} from ${tl} where ${tl.teamId} = ${t.id})`),
});

/**
 * Loads an actor with all teams.
 * @param options `weak` for a session that began without a second factor; bots and tokens need none
 * @returns undefined when the user does not exist, is inactive or has expired
 */
export async function loadActor(
  userId: number,
  options: { tokenProjectId?: number; cause?: Actor["cause"]; weak?: boolean } = {},
): Promise<Actor | undefined> {
  const [user, grants] = await together(() =>
    Promise.all([
      db.one(sql`
        select ${USER_COLUMNS}, ${BLOCKED_IN}, ${FACTOR_DEMANDED}
        from ${u} where ${u.id} = ${userId} and ${u.isActive} and (${u.dateExpires} is null or ${u.dateExpires} > now())`),
      readGrants(sql`${t.id} in (select ${m.teamId} from ${m} where ${m.userId} = ${userId})`),
    ]),
  );
  if (!user) return undefined;
  return {
    userId: user.id,
    username: user.username,
    fullName: user.fullName,
    email: user.email,
    isAnonymous: user.isAnonymous,
    isSuperuser: user.isSuperuser,
    isBot: user.isBot,
    tokenProjectId: options.tokenProjectId,
    grants,
    blockedIn: new Set(user.blocked),
    ...(options.weak && !user.isBot && !user.isAnonymous
      ? {
          withoutFactor: {
            everywhere: environment().signIn.secondFactorRequired,
            projects: new Set(user.demanding),
          },
        }
      : {}),
    cause: options.cause ?? "person",
  };
}

async function readGrants(where: Sql): Promise<Grant[]> {
  const rows = await db.rows(sql`select ${GRANT_COLUMNS} from ${t} where ${where} order by ${t.id}`);
  return rows.map(({ languageSelection, ...row }) => ({
    ...row,
    permissions: new Set(row.permissions),
    languages: languageSelection === LANGUAGE_SELECTION.ALL ? undefined : row.languages,
  }));
}

/** What teams grant, by id, whoever is in them. */
export function grantsOfTeams(ids: readonly number[]): Promise<Grant[]> {
  return readGrants(sql`${t.id} = any(${ids}::int[])`);
}

let anonymousId: number | undefined;
whenDatabaseCloses(() => {
  anonymousId = undefined;
});

/**
 * The actor for callers without credentials.
 * @param client network address of the caller
 */
export async function anonymousActor(client?: string): Promise<Actor> {
  anonymousId ??= (await db.one(sql`select ${pick(u, "id")} from ${u} where ${u.isAnonymous}`))?.id;
  const actor = anonymousId === undefined ? undefined : await loadActor(anonymousId);
  if (!actor) throw new Error("The built-in anonymous user is missing; start Loquat once to seed the database.");
  return { ...actor, client };
}

/** The service itself: hooks, schedules and clean-up act as it. It may do everything and is nobody in the ledger. */
export const SERVICE: Actor = {
  userId: 0,
  username: "",
  fullName: "Loquat",
  email: null,
  isAnonymous: false,
  isSuperuser: true,
  isBot: true,
  tokenProjectId: undefined,
  grants: [],
  blockedIn: new Set(),
  cause: "service",
};

/**
 * Whether nothing that is somebody's alone (drafts, saved searches, a memory of one's own) is shown to the actor: to visitors,
 * and to those who look through other eyes.
 */
export const isNobodysOwn = (actor: Actor): boolean => actor.isAnonymous || actor.viewing !== undefined;

/** User id for the ledger: null for the service. */
export function ledgerUser(actor: Actor): number | null {
  return actor.userId === 0 ? null : actor.userId;
}
