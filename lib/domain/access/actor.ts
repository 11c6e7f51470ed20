import { db, sql } from "@/lib/platform/database";
import { LANGUAGE_SELECTION } from "@/lib/text/codes";

/** One team of an actor, with what it grants and where. */
export interface Grant {
  teamId: number;
  name: string;
  permissions: ReadonlySet<string>;
  /** 0 as listed, 1 all, 2 component list, 3 all public, 4 all protected. */
  projectSelection: number;
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
  /** How the request came in; the cause written into the ledger. */
  cause: "person" | "api" | "service" | "addon";
}

interface UserRow {
  id: number;
  username: string;
  fullName: string;
  email: string | null;
  isAnonymous: boolean;
  isSuperuser: boolean;
  isBot: boolean;
  blocked: number[] | null;
}

interface GrantRow extends Omit<Grant, "permissions" | "languages"> {
  permissions: string[];
  languageSelection: number;
  languages: number[];
}

/**
 * Loads an actor with all teams in two statements.
 * @returns undefined when the user does not exist, is inactive or has expired
 */
export async function loadActor(
  userId: number,
  options: { tokenProjectId?: number; cause?: Actor["cause"] } = {},
): Promise<Actor | undefined> {
  const user = await db.one<UserRow>(sql`
    select id, username, full_name, email, is_anonymous, is_superuser, is_bot,
      (select array_agg(project_id) from user_blocks b where b.user_id = u.id and (b.expires_at is null or b.expires_at > now())) as blocked
    from users u where id = ${userId} and is_active and (date_expires is null or date_expires > now())`);
  if (!user) return undefined;
  const rows = await db.rows<GrantRow>(sql`
    select t.id as team_id, t.name, t.project_selection, t.language_selection,
      array(select distinct rp.codename from team_roles tr join role_permissions rp on rp.role_id = tr.role_id where tr.team_id = t.id) as permissions,
      array(select project_id from team_projects p where p.team_id = t.id) as projects,
      array(select component_id from team_components c where c.team_id = t.id
        union select m.component_id from team_component_lists l join component_list_members m on m.component_list_id = l.component_list_id where l.team_id = t.id) as components,
      array(select language_id from team_languages l where l.team_id = t.id) as languages
    from team_members m join teams t on t.id = m.team_id where m.user_id = ${userId} order by t.id`);
  return {
    userId: user.id,
    username: user.username,
    fullName: user.fullName,
    email: user.email,
    isAnonymous: user.isAnonymous,
    isSuperuser: user.isSuperuser,
    isBot: user.isBot,
    tokenProjectId: options.tokenProjectId,
    grants: rows.map(({ languageSelection, ...row }) => ({
      ...row,
      permissions: new Set(row.permissions),
      languages: languageSelection === LANGUAGE_SELECTION.ALL ? undefined : row.languages,
    })),
    blockedIn: new Set(user.blocked ?? []),
    cause: options.cause ?? "person",
  };
}

let anonymousId: number | undefined;

/**
 * The actor for callers without credentials.
 * @param client network address of the caller
 */
export async function anonymousActor(client?: string): Promise<Actor> {
  anonymousId ??= (await db.one<{ id: number }>(sql`select id from users where is_anonymous`))?.id;
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

/** User id for the ledger: null for the service. */
export function ledgerUser(actor: Actor): number | null {
  return actor.userId === 0 ? null : actor.userId;
}
