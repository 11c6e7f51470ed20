import type { Actor } from "@/lib/domain/access/actor";
import { can, type PermissionScope } from "@/lib/domain/access/demand";
import { isPermission, isSitePermission } from "@/lib/domain/access/permissions";
import { scopeOf } from "@/lib/domain/components/components";
import { findProject } from "@/lib/domain/projects/projects";
import { translationScope } from "@/lib/domain/translations/translations";
import type { Endpoint } from "./endpoint";
import { componentOf, translationOf } from "./resources/find";

/** What a path may say of a place; other parameters name no such thing. */
interface Place {
  project?: unknown;
  component?: { categoryPath: string; componentSlug: string };
  language?: string;
}

/**
 * Whether a caller lacks what a contract takes, where that is one permission and the path says where it is needed. False
 * where only the handler knows.
 * @throws NotFound
 */
export async function lacksPermission(actor: Actor, { permission = "" }: Endpoint, params: unknown): Promise<boolean> {
  if (isSitePermission(permission)) return !can(actor, permission);
  const scope = isPermission(permission) ? await scopeOfPath(actor, params as Place) : undefined;
  return scope !== undefined && isPermission(permission) && !can(actor, permission, scope);
}

async function scopeOfPath(
  actor: Actor,
  { project, component, language }: Place,
): Promise<PermissionScope | undefined> {
  if (typeof project !== "string") return undefined;
  if (component === undefined) return { project: await findProject(actor, project) };
  if (language === undefined) return scopeOf(await componentOf(actor, { project, component }));
  return translationScope(await translationOf(actor, { project, component, language }));
}
