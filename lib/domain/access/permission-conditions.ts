import { components, projects } from "@/lib/generated/tables";
import { joinSql, literal, rawSql, type Sql, sql } from "@/lib/platform/database";
import { ACCESS, PROJECT_SELECTION } from "@/lib/text/codes";
import type { Actor } from "./actor";
import { type ProjectPermission, READING_PERMISSIONS } from "./permissions";

const [p, c] = [projects.as("p"), components.as("c")];

/** What a session without a second factor leaves; nothing where it is enough. */
function withFactor({ withoutFactor }: Actor, permission: ProjectPermission): Sql[] {
  if (!withoutFactor || READING_PERMISSIONS.has(permission)) return [];
  if (withoutFactor.everywhere) return [rawSql("false")];
  return withoutFactor.projects.size > 0 ? [sql`${p.id} <> all(${[...withoutFactor.projects]}::int[])`] : [];
}

/**
 * Projects in which the actor has a permission for the whole project: a condition over the alias `p` of `projects`. The
 * same answer as `can(actor, permission, { project })`, asked of many at once.
 */
export function projectsWith(actor: Actor, permission: ProjectPermission): Sql {
  const parts = [sql`${p.removedAt} is null`, ...withFactor(actor, permission)];
  if (actor.tokenProjectId !== undefined) parts.push(sql`${p.id} = ${actor.tokenProjectId}`);
  if (!actor.isSuperuser) {
    if (actor.blockedIn.size > 0) parts.push(sql`${p.id} <> all(${[...actor.blockedIn]}::int[])`);
    parts.push(sql`(${joinSql(granted(actor, permission), " or ", "false")})`);
  }
  return sql`(${joinSql(parts, " and ")})`;
}

function granted(actor: Actor, permission: ProjectPermission): Sql[] {
  // A team that names components reaches no project as a whole.
  const whole = actor.grants.filter((grant) => grant.components.length === 0 && grant.permissions.has(permission));
  return whole.map((grant) => {
    switch (grant.projectSelection) {
      case PROJECT_SELECTION.ALL:
        return rawSql("true");
      case PROJECT_SELECTION.PUBLIC:
        return sql`${p.accessControl} = ${literal(ACCESS.PUBLIC)}`;
      case PROJECT_SELECTION.PROTECTED:
        return sql`${p.accessControl} = ${literal(ACCESS.PROTECTED)}`;
      default:
        return sql`${p.id} = any(${[...grant.projects]}::int[])`;
    }
  });
}

/**
 * Components in which the actor has a permission: a condition over the aliases `p` of `projects` and `c` of `components`.
 * The same answer as `can(actor, permission, scopeOf(component))`, asked of many at once.
 */
export function componentsWith(actor: Actor, permission: ProjectPermission): Sql {
  const parts = [sql`${c.removedAt} is null and ${p.removedAt} is null`, ...withFactor(actor, permission)];
  if (actor.tokenProjectId !== undefined) parts.push(sql`${p.id} = ${actor.tokenProjectId}`);
  if (!actor.isSuperuser) {
    if (actor.blockedIn.size > 0) parts.push(sql`${p.id} <> all(${[...actor.blockedIn]}::int[])`);
    const named = actor.grants
      .filter((grant) => grant.permissions.has(permission))
      .flatMap((grant) => grant.components);
    const whole = joinSql(granted(actor, permission), " or ", "false");
    parts.push(sql`((not ${c.restricted} and (${whole})) or ${c.id} = any(${named}::int[]))`);
  }
  return sql`(${joinSql(parts, " and ")})`;
}
