import { z } from "zod";
import type { RoleRow } from "@/lib/domain/teams/roles";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, idPart } from "../fields";

/** All the outside sees of roles; the contract 3.3 and 4.3. */

export const Role = schema(
  "Role",
  z.object({ id: z.int(), name: z.string(), permissions: z.array(z.string()), url: address }),
);

const NewRole = z.object({ name: z.string().min(1).max(200), permissions: z.array(z.string().max(100)).max(500) });

const params = z.object({ id: idPart });
const tag = "Roles";
const permission = "role.edit";

export const listRoles = endpoint({
  method: "GET",
  path: "/api/roles/",
  since: "4.0",
  tag,
  summary: "Roles",
  description: "With role.edit or role.view, all roles. Otherwise those of your groups.",
  answer: pageOf(Role),
});
export const createRole = endpoint({
  method: "POST",
  path: listRoles.path,
  since: "4.0",
  tag,
  summary: "Create a role",
  permission,
  body: NewRole,
  answer: Role,
  status: 201,
});
export const readRole = endpoint({
  method: "GET",
  path: "/api/roles/{id}/",
  since: "4.0",
  tag,
  summary: "Role",
  params,
  answer: Role,
});
export const replaceRole = endpoint({
  method: "PUT",
  path: readRole.path,
  since: "4.0",
  tag,
  summary: "Replace a role",
  permission,
  params,
  body: NewRole,
  answer: Role,
});
export const changeRole = endpoint({
  method: "PATCH",
  path: readRole.path,
  since: "4.0",
  tag,
  summary: "Add permissions to a role, or rename it",
  description: "The given permissions are added; existing ones are kept.",
  permission,
  params,
  body: NewRole.partial(),
  answer: Role,
});
export const deleteRole = endpoint({
  method: "DELETE",
  path: readRole.path,
  since: "4.0",
  tag,
  summary: "Delete a role",
  permission,
  params,
});

/** A role as the outside sees it. */
export function presentRole(row: RoleRow): Answer<typeof Role> {
  return { id: row.id, name: row.name, permissions: row.permissions, url: urls.role(row.id) };
}
