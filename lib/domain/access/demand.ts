import { components, projects } from "@/lib/generated/tables";
import { joinSql, literal, type Sql, sql } from "@/lib/platform/database";
import { ACCESS, type AccessLevel, PROJECT_SELECTION } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { type Denial, Forbidden, Unauthenticated } from "../errors";
import type { Actor, Grant } from "./actor";
import { denied } from "./denied";
import {
  LANGUAGE_PERMISSIONS,
  type Permission,
  READING_PERMISSIONS,
  SITE_PERMISSIONS,
  type SitePermission,
} from "./permissions";

/** Where a permission is asked for. A project alone, a component in it, or one language of it. */
export interface PermissionScope {
  project: { id: number; accessControl: AccessLevel; name?: string };
  component?: { id: number; restricted: boolean; name?: string };
  languageId?: number;
}

/**
 * Why the actor may not, or undefined when it may. Site-wide permissions take no place.
 */
export function denial(actor: Actor, permission: SitePermission): Denial | undefined;
export function denial(actor: Actor, permission: Permission, scope: PermissionScope): Denial | undefined;
export function denial(actor: Actor, permission: Permission, scope?: PermissionScope): Denial | undefined {
  return rightDenial(actor, permission, scope) ?? factorDenial(actor, permission, scope);
}

/** Why a session without a second factor is not enough for what the actor may do otherwise. */
function factorDenial(actor: Actor, permission: Permission, scope?: PermissionScope): Denial | undefined {
  const { withoutFactor } = actor;
  if (!withoutFactor || READING_PERMISSIONS.has(permission)) return undefined;
  const { everywhere, projects } = withoutFactor;
  if (!everywhere && !(scope && projects.has(scope.project.id))) return undefined;
  return denied("two-factor-required", refusal(everywhere ? "factorSite" : "factorProject"));
}

function rightDenial(actor: Actor, permission: Permission, scope?: PermissionScope): Denial | undefined {
  const missing = () => missingDenial(actor, permission, scope);
  if (scope === undefined || Object.hasOwn(SITE_PERMISSIONS, permission)) {
    if (actor.tokenProjectId !== undefined) return missing();
    return actor.isSuperuser || actor.grants.some((grant) => grant.permissions.has(permission)) ? undefined : missing();
  }
  if (actor.tokenProjectId !== undefined && actor.tokenProjectId !== scope.project.id) return missing();
  if (actor.isSuperuser) return undefined;
  if (actor.blockedIn.has(scope.project.id)) return denied("blocked", refusal("blocked"), permission);
  const fitting = actor.grants.filter((grant) => grant.permissions.has(permission) && reaches(grant, scope));
  if (fitting.length === 0) return missing();
  const { languageId } = scope;
  if (languageId === undefined || !LANGUAGE_PERMISSIONS.has(permission)) return undefined;
  if (fitting.some((grant) => grant.languages === undefined || grant.languages.includes(languageId))) return undefined;
  return denied("language-not-in-team", refusal("otherLanguage", { may: permission }), permission);
}

/** Whether the team's scope reaches the place; the contract 6.6, first match wins. */
export function reaches(grant: Grant, scope: PermissionScope): boolean {
  if (grant.components.length > 0)
    return scope.component !== undefined && grant.components.includes(scope.component.id);
  // A restricted component is reached only by a team that names it.
  if (scope.component?.restricted) return false;
  switch (grant.projectSelection) {
    case PROJECT_SELECTION.ALL:
      return true;
    case PROJECT_SELECTION.PUBLIC:
      return scope.project.accessControl === ACCESS.PUBLIC;
    case PROJECT_SELECTION.PROTECTED:
      return scope.project.accessControl === ACCESS.PROTECTED;
    default:
      return grant.projects.includes(scope.project.id);
  }
}

/** Whether a permission comes from a team that names the place, or from one that works everywhere; not from a team for all who sign up. */
export function isMember(actor: Actor, permission: Permission, scope: PermissionScope): boolean {
  if (actor.isSuperuser) return true;
  const { PUBLIC, PROTECTED } = PROJECT_SELECTION;
  return actor.grants.some((grant) => {
    if (!grant.permissions.has(permission) || !reaches(grant, scope)) return false;
    const { projectSelection, components } = grant;
    return components.length > 0 || (projectSelection !== PUBLIC && projectSelection !== PROTECTED);
  });
}

function missingDenial(actor: Actor, permission: Permission, scope: PermissionScope | undefined): Denial {
  const values = { may: permission, permission };
  if (actor.isAnonymous) return denied("not-signed-in", refusal("signIn", values), permission);
  const isSite = Object.hasOwn(SITE_PERMISSIONS, permission);
  const place = scope?.component?.name ?? scope?.project.name;
  const said = place
    ? refusal(isSite ? "missingSiteIn" : "missingIn", { ...values, place })
    : refusal(isSite ? "missingSite" : "missing", values);
  return denied("missing-permission", said, permission);
}

/** True when the actor has the permission there. */
export function can(actor: Actor, permission: Permission, scope?: PermissionScope): boolean {
  return (scope ? denial(actor, permission, scope) : denial(actor, permission as SitePermission)) === undefined;
}

/**
 * The lock on every act.
 * @throws Unauthenticated when nobody is signed in
 * @throws Forbidden with the reason otherwise
 */
export function demand(actor: Actor, permission: SitePermission): void;
export function demand(actor: Actor, permission: Permission, scope: PermissionScope): void;
export function demand(actor: Actor, permission: Permission, scope?: PermissionScope): void {
  const why = scope ? denial(actor, permission, scope) : denial(actor, permission as SitePermission);
  if (why) throwDenial(why);
}

/** Throws the error that fits a denial. */
export function throwDenial(why: Denial): never {
  if (why.reason === "not-signed-in") throw Unauthenticated.by(why);
  throw new Forbidden(why);
}

const [p, c, vc] = [projects.as("p"), components.as("c"), components.as("vc")];

/** What an actor may know of beside the public and protected projects. */
export interface Visibility {
  /** Every project, however private. */
  all: boolean;
  /** Private projects that its teams or its token name. */
  projects: readonly number[];
  /** Components that its teams name: restricted ones, and any in private projects. */
  components: readonly number[];
}

/** What the actor may know of. A project's token sees what its user's teams name, never everything. */
export function visibilityOf(actor: Actor): Visibility {
  const { tokenProjectId, isSuperuser, grants } = actor;
  const whole = grants.filter((grant) => grant.components.length === 0);
  const projects = whole.flatMap((grant) => grant.projects);
  if (tokenProjectId !== undefined && isSuperuser) projects.push(tokenProjectId);
  return {
    all:
      tokenProjectId === undefined &&
      (isSuperuser || whole.some((grant) => grant.projectSelection === PROJECT_SELECTION.ALL)),
    projects,
    components: grants.flatMap((grant) => grant.components),
  };
}

/**
 * The filter of every list and look-up of projects: a condition over the alias `p` of `projects`.
 */
export function visibleProjects(actor: Actor): Sql {
  const visibility = visibilityOf(actor);
  if (visibility.all) return sql`${p.removedAt} is null`;
  const parts = [sql`${p.accessControl} in (${literal(ACCESS.PUBLIC)}, ${literal(ACCESS.PROTECTED)})`];
  if (visibility.projects.length > 0) parts.push(sql`${p.id} = any(${visibility.projects}::int[])`);
  if (visibility.components.length > 0)
    parts.push(
      sql`${p.id} in (select ${vc.projectId} from ${vc} where ${vc.id} = any(${visibility.components}::int[]))`,
    );
  return sql`(${p.removedAt} is null and (${joinSql(parts, " or ")}))`;
}

/**
 * The filter of components: a condition over the aliases `p` of `projects` and `c` of `components`.
 */
export function visibleComponents(actor: Actor): Sql {
  const visible = visibleProjects(actor);
  if (actor.isSuperuser && actor.tokenProjectId === undefined) return sql`(${c.removedAt} is null and ${visible})`;
  const named = visibilityOf(actor).components;
  const restricted =
    named.length > 0 ? sql`(not ${c.restricted} or ${c.id} = any(${named}::int[]))` : sql`not ${c.restricted}`;
  return sql`(${c.removedAt} is null and ${visible} and ${restricted})`;
}
