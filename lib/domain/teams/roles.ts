import { db, inTransaction, isDuplicate, rawSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { can, demand } from "../access/demand";
import { isPermission } from "../access/permissions";
import { forgetTokens } from "../access/remembered-tokens";
import { type FieldError, Invalid, NotFound } from "../errors";
import type { Window } from "../window";

/** Roles: named lists of permissions. */

export interface RoleRow {
  id: number;
  name: string;
  builtin: boolean;
  permissions: string[];
}

const COLUMNS = sql`r.id, r.name, r.builtin, array(select codename from role_permissions p where p.role_id = r.id order by 1) as permissions`;

/** Roles the actor may know of: all, or those of its own teams. Over the alias `r`. */
function visibleRoles(actor: Actor): Sql {
  if (can(actor, "role.edit") || can(actor, "role.view")) return rawSql("true");
  const teams = actor.grants.map((grant) => grant.teamId);
  return sql`r.id in (select x.role_id from team_roles x where x.team_id = any(${teams}::int[]))`;
}

/** Roles the actor may know of, by id. */
export async function listRoles(actor: Actor, window: Window): Promise<{ rows: RoleRow[]; count: number }> {
  const where = visibleRoles(actor);
  const [rows, counted] = await Promise.all([
    db.rows<RoleRow>(
      sql`select ${COLUMNS} from roles r where ${where} order by r.id limit ${window.limit} offset ${window.offset}`,
    ),
    db.one<{ count: number }>(sql`select count(*)::int as count from roles r where ${where}`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

/** A role the actor may know of. @throws NotFound */
export async function findRole(actor: Actor, id: number): Promise<RoleRow> {
  const row = await db.one<RoleRow>(sql`select ${COLUMNS} from roles r where r.id = ${id} and ${visibleRoles(actor)}`);
  if (!row) throw new NotFound(`There is no role ${id}, or you may not see it.`);
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
            message: `There is no permission ${codename.slice(0, 60)}.`,
          },
        ],
  );
  if (errors.length > 0) throw new Invalid(errors);
}

function refuseBuiltIn(role: RoleRow): void {
  if (role.builtin)
    throw Invalid.field("", `${role.name} is a built-in role and set back on every start. Make a role of your own.`);
}

const duplicateName = () => Invalid.field("name", "A role with this name exists.", "unique");

/** Makes a role. Needs `role.edit`. @throws Invalid */
export async function createRole(actor: Actor, input: { name: string; permissions: string[] }): Promise<RoleRow> {
  demand(actor, "role.edit");
  refuseUnknown(input.permissions);
  try {
    const id = await inTransaction(async (tx) => {
      const made = await tx.one<{ id: number }>(sql`insert into roles (name) values (${input.name}) returning id`);
      await grant(tx, made?.id ?? 0, input.permissions);
      return made?.id ?? 0;
    });
    return findRole(actor, id);
  } catch (error) {
    throw isDuplicate(error) ? duplicateName() : error;
  }
}

function grant(tx: Tx, roleId: number, permissions: readonly string[]): Promise<number> {
  return tx.run(sql`
    insert into role_permissions (role_id, codename) select ${roleId}, unnest(${[...permissions]}::text[]) on conflict do nothing`);
}

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
      await tx.run(sql`update roles set name = ${input.name ?? role.name} where id = ${id}`);
      if (replace && permissions)
        await tx.run(
          sql`delete from role_permissions where role_id = ${id} and codename <> all(${permissions}::text[])`,
        );
      await grant(tx, id, permissions ?? []);
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
  await db.run(sql`delete from roles where id = ${id}`);
  forgetTokens();
}
