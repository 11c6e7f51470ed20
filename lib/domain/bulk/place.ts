import { components, projects } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, denial, type PermissionScope, throwDenial, visibleComponents } from "../access/demand";
import type { Permission } from "../access/permissions";
import { scopeOf } from "../components/components";
import { Unauthenticated } from "../errors";
import { componentsCondition } from "../translations/place-condition";
import type { PathObject } from "../translations/resolve-path";
import { translationScope } from "../translations/translations";

const [c, p] = [components.as("c"), projects.as("p")];

/** The place whose strings are changed. */

/** Whether a place is a single language, so that strings are those of this language alone. */
export const isOneLanguage = (place: PathObject): boolean =>
  place.kind === "translation" || place.kind === "project-language";

/**
 * Asks whether the actor may begin at all: there, or in a component there.
 * @throws Unauthenticated, Forbidden
 */
export async function demandPlace(actor: Actor, place: PathObject, permissions: readonly Permission[]): Promise<void> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInBulk"));
  const [permission] = permissions;
  if (!permission) return;
  const scope = wholeScope(place);
  if (permissions.some((one) => can(actor, one, scope))) return;
  if (place.kind !== "translation" && place.kind !== "component") {
    const inside = await db.rows(sql`
      select ${pick(c, "id", "restricted", "name")} from ${c} join ${p} on ${p.id} = ${c.projectId}
      where ${componentsCondition(place)} and ${visibleComponents(actor)} order by ${c.id}`);
    if (inside.some((component) => permissions.some((one) => can(actor, one, { ...scope, component })))) return;
  }
  const why = denial(actor, permission, scope);
  if (why) throwDenial(why);
}

/** Whether `demandPlace` would let the actor in, as far as can be told without looking at components. */
export const mayBegin = (actor: Actor, place: PathObject, permissions: readonly Permission[]): boolean =>
  !actor.isAnonymous && permissions.some((one) => can(actor, one, wholeScope(place)));

function wholeScope(place: PathObject): PermissionScope {
  if (place.kind === "translation") return translationScope(place.translation);
  if (place.kind === "component") return scopeOf(place.component);
  return { project: place.project, languageId: place.kind === "project-language" ? place.language.id : undefined };
}
