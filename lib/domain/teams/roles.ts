import { projects, rolePermissions, roles, teamMembers, teamRoles, teams, users } from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import {
  db,
  inTransaction,
  isDuplicate,
  rawSql,
  type SelectedRow,
  type Sql,
  sql,
  type Tx,
} from "@/lib/platform/database";
import { asNumber, asTexts, counted, rowCount } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand } from "../access/demand";
import { isPermission } from "../access/permissions";
import { forgetTokens } from "../access/remembered-tokens";
import { type FieldError, Invalid, NotFound, worded } from "../errors";
import { recordSaves } from "../settings/record-saves";
import type { Window } from "../window";

/** Roles: named lists of permissions. */

const [r, p, x] = [roles.as("r"), rolePermissions.as("p"), teamRoles.as("x")];
const [t, dp, m, u] = [teams.as("t"), outer(projects.as("dp")), teamMembers.as("m"), users.as("u")];

const COLUMNS = combined(
  pick(r, "id", "name", "builtin"),
  named({ permissions: asTexts(sql`array(select ${p.codename} from ${p} where ${p.roleId} = ${r.id} order by 1)`) }),
);

export type RoleRow = SelectedRow<typeof COLUMNS>;

/** Roles the actor may know of: all, or those of its own teams. Over `r`. */
function visibleRoles(actor: Actor): Sql {
  if (can(actor, "role.edit") || can(actor, "role.view")) return rawSql("true");
  const own = actor.grants.map((grant) => grant.teamId);
  return sql`${r.id} in (select ${x.roleId} from ${x} where ${x.teamId} = any(${own}::int[]))`;
}

/** Roles the actor may know of, by id. */
export async function listRoles(actor: Actor, window: Window): Promise<{ rows: RoleRow[]; count: number }> {
  const where = visibleRoles(actor);
  const [rows, all] = await Promise.all([
    db.rows(
      sql`select ${COLUMNS} from ${r} where ${where} order by ${r.id} limit ${window.limit} offset ${window.offset}`,
    ),
    db.one(sql`select ${counted} from ${r} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

const HELD = combined(
  COLUMNS,
  named({
    teams: asNumber(sql`(select ${rowCount} from ${x} where ${x.roleId} = ${r.id})`),
    /** In any of those teams. */
    people: asNumber(sql`
      (select count(distinct ${u.id})::int from ${x} join ${m} on ${m.teamId} = ${x.teamId}
        join ${u} on ${u.id} = ${m.userId} and not ${u.isBot} and not ${u.isAnonymous} where ${x.roleId} = ${r.id})`),
  }),
);

/** A role and how many have it. */
export type HeldRole = SelectedRow<typeof HELD>;

/** More roles than these nobody makes. */
const MOST_ROLES = 500;

/** All roles, built-in ones first. Needs `role.view` or `role.edit`. */
export async function listHeldRoles(actor: Actor): Promise<HeldRole[]> {
  if (!can(actor, "role.view")) demand(actor, "role.edit");
  return db.rows(sql`select ${HELD} from ${r} order by ${r.builtin} desc, ${r.name}, ${r.id} limit ${MOST_ROLES}`);
}

const HOLDER = combined(
  pick(t, "id", "name"),
  named({
    projectName: dp.name,
    people: asNumber(sql`
      (select ${rowCount} from ${m} join ${u} on ${u.id} = ${m.userId} and not ${u.isBot} and not ${u.isAnonymous}
        where ${m.teamId} = ${t.id})`),
  }),
);

const MOST_HOLDERS = 100;

/** Teams that have a role, site-wide ones first; the first hundred. Needs `role.view` or `role.edit`. */
export async function holdersOfRole(actor: Actor, roleId: number): Promise<SelectedRow<typeof HOLDER>[]> {
  if (!can(actor, "role.view")) demand(actor, "role.edit");
  return db.rows(sql`
    select ${HOLDER} from ${x} join ${t} on ${t.id} = ${x.teamId} left join ${dp} on ${dp.id} = ${t.definingProjectId}
    where ${x.roleId} = ${roleId} and ${dp.removedAt} is null
    order by ${t.definingProjectId} is not null, lower(${t.name}), ${t.id} limit ${MOST_HOLDERS}`);
}

/** A role the actor may know of. @throws NotFound */
export async function findRole(actor: Actor, id: number): Promise<RoleRow> {
  const row = await db.one(sql`select ${COLUMNS} from ${r} where ${r.id} = ${id} and ${visibleRoles(actor)}`);
  if (!row) throw new NotFound(refusal("roleUnseen", { id }));
  return row;
}

function refuseUnknown(permissions: readonly string[]): void {
  const errors = permissions.flatMap((codename, index): FieldError[] =>
    isPermission(codename)
      ? []
      : [
          {
            path: `permissions.${index}`,
            code: "does_not_exist",
            ...worded(refusal("unknownPermission", { codename: codename.slice(0, 60) })),
          },
        ],
  );
  if (errors.length > 0) throw new Invalid(errors);
}

function refuseBuiltIn(role: RoleRow): void {
  if (role.builtin) throw Invalid.field("", refusal("builtRoleWhich", { role: role.name }));
}

const duplicateName = () => Invalid.field("name", refusal("roleNameExists"), "unique");

/** Makes a role. Needs `role.edit`. @throws Invalid */
export async function createRole(actor: Actor, input: { name: string; permissions: string[] }): Promise<RoleRow> {
  demand(actor, "role.edit");
  refuseUnknown(input.permissions);
  try {
    const id = await inTransaction(async (tx) => {
      const made = await tx.prisma.role.create({ data: { name: input.name }, select: { id: true } });
      await grant(tx, made.id, input.permissions);
      return made.id;
    });
    return findRole(actor, id);
  } catch (error) {
    throw isDuplicate(error) ? duplicateName() : error;
  }
}

async function grant(tx: Tx, roleId: number, permissions: readonly string[]): Promise<void> {
  await tx.prisma.rolePermission.createMany({
    data: [...new Set(permissions)].map((codename) => ({ roleId, codename })),
    skipDuplicates: true,
  });
}

/** A role as it is stored, until the transaction ends. */
const stored = (tx: Tx, id: number): Promise<RoleRow | undefined> =>
  tx.one(sql`select ${COLUMNS} from ${r} where ${r.id} = ${id} for no key update of r`);

/**
 * Changes a role. Needs `role.edit`.
 * @param replace true puts the permissions in place of the former ones; false adds them
 * @throws Invalid; NotFound
 */
export async function updateRole(
  actor: Actor,
  id: number,
  input: { name?: string; permissions?: string[] },
  replace: boolean,
): Promise<RoleRow> {
  const role = await findRole(actor, id);
  demand(actor, "role.edit");
  refuseBuiltIn(role);
  const { permissions } = input;
  refuseUnknown(permissions ?? []);
  try {
    await inTransaction(async (tx) => {
      const before = await stored(tx, id);
      await tx.prisma.role.updateMany({ where: { id }, data: { name: input.name ?? role.name } });
      if (replace && permissions)
        await tx.prisma.rolePermission.deleteMany({
          where: { roleId: id, codename: { notIn: [...new Set(permissions)] } },
        });
      await grant(tx, id, permissions ?? []);
      const after = await stored(tx, id);
      if (!before || !after) return;
      const save = { topic: "role" as const, objectId: id, subject: after.name };
      const of = ({ name, permissions: given }: RoleRow) => ({ name, permissions: given });
      await recordSaves(tx, actor, [{ ...save, before: of(before), after: of(after) }]);
    });
  } catch (error) {
    throw isDuplicate(error) ? duplicateName() : error;
  }
  forgetTokens();
  return findRole(actor, id);
}

/** Removes a role; teams lose what it gave. Needs `role.edit`. @throws Invalid for a built-in one; NotFound */
export async function removeRole(actor: Actor, id: number): Promise<void> {
  const role = await findRole(actor, id);
  demand(actor, "role.edit");
  refuseBuiltIn(role);
  await db.prisma.role.deleteMany({ where: { id } });
  forgetTokens();
}
